import Bridge
import Harness
import TestServers
import WalletConnect
import WindowTesting

/// Apps that sign the user in while they connect, and apps of version 1, with a person at the wallet's window.
@MainActor let sessionSignInScenarios = [
    Scenario("an app signs the user in and connects with one signature, and another is rejected") { workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        let (link, outcome) = try await driver.signIn()
        try await driver.paste(link)
        try await driver.seeSignIn()
        try await driver.approval.see("label", .holding("eth_sendTransaction, personal_sign"))
        try await portray("sessions-sign-in")
        try await driver.approve("Sign in")
        let result = try await outcome.value
        try expectEqual(result.accounts.map(\.chain.reference), ["1"])
        try expectEqual(await result.session?.accounts().map(\.chain.reference), ["1", "8453"])
        try await driver.person.closeApproval()
        // The session is one like any other.
        if let session = result.session {
            let signed = driver.sign("Hello", in: session)
            try await driver.approve("Sign")
            try expectEqual(try await signed.value.string?.count, 132)
            try await driver.person.closeApproval()
        }
        let (second, rejected) = try await driver.signIn()
        try await driver.paste(second)
        try await driver.seeSignIn()
        try await driver.approval.press("push button", "Reject")
        do {
            _ = try await rejected.value
            throw Failure("it was signed")
        } catch WalletConnectError.session(.rejected(let response)) {
            try expectEqual(response.code, 5_000)
        }
        try expectEqual(try driver.run(["sessions"]).split(separator: "\n").count, 1)
    },
    Scenario("a proposal that contains a sign-in is one question, and connects and signs in") { workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        // Only the proposal arrives, as from an app that uses nothing else.
        await driver.relay.lose(tag: 1_116)
        let (link, outcome) = try await driver.signIn()
        try await driver.paste(link)
        try await driver.seeSignIn()
        try await driver.approval.see("label", .holding("It cannot sign by itself."))
        try await portray("sessions-proposal-sign-in")
        try await driver.approve("Sign in")
        let result = try await outcome.value
        try expectEqual(result.accounts.map(\.chain.reference), ["1"])
        try expectEqual(await result.session?.accounts().map(\.chain.reference).sorted(), ["1", "8453"])
        try expectEqual(result.session?.details.namespaces.entries.first?.events.contains("chainChanged"), true)
    },
    Scenario("an app of version 1 is connected by its link, gets a signature, and is disconnected") { workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        let (link, proposed) = try await driver.propose(.v1)
        try expectHolds(link, "@1?bridge=")
        try await driver.paste(link)
        try await driver.approval.see("heading", .holding("“Colourful Dapp” wants to connect to this wallet."))
        try await portray("sessions-legacy-proposal")
        try await driver.approve("Connect")
        let session = try await proposed.value
        try expectEqual(await session.accounts().map(\.chain.reference), ["1"])
        try await driver.person.closeApproval()
        let signed = driver.sign("Hello", in: session)
        try await driver.approval.see("heading", .holding("Sign a message"))
        try await driver.approve("Sign")
        try expectEqual(try await signed.value.string?.count, 132)
        try await driver.person.closeApproval()
        let rejected = driver.sign("Again", in: session)
        try await driver.approval.press("push button", "Reject")
        try expectEqual(await SessionDriver.code(of: rejected), 4_001)
        try await driver.person.closeApproval()
        try await driver.openApps()
        try await driver.person.press("push button", .holding("Colourful Dapp"))
        try await driver.person.see("label", .holding("The app uses version 1 of WalletConnect"))
        try await portray("sessions-legacy-details")
        try await driver.person.press("push button", "Disconnect")
        try await driver.person.see("label", .holding("No site or app is connected"))
        try await waitUntil("the app knows it") { await session.accounts().isEmpty }
    },
]

extension SessionDriver {
    /// Waits until the wallet asks for a sign-in, and says where.
    fileprivate func seeSignIn() async throws {
        try await approval.see("heading", .holding("Sign in to dapp.example with Savings"))
        try await approval.see("label", "A WalletConnect session")
        try await approval.see("label", .holding("Ethereum, Base"))
    }
}
