import Bridge
import Foundation
import Harness
import LocalServer
import Synchronization
import TestServers
import WindowTesting

/// What the wallet knows about where apps are, with a person at its window.
@MainActor let sessionVerificationScenarios = [
    Scenario("where a request comes from is checked with a key that is fetched once, after the user allows it") {
        workshop in
        let service = try await KeyService()
        let driver = try await SessionDriver(workshop, settings: ["--verification-key", service.url])
        defer { driver.end() }
        try await driver.relay.attest(service.attestation(from: "https://dapp.example"))
        try await driver.beAsked("Not verified")
        try expectEqual(service.fetches, 0)
        try expectHolds(try driver.run(["sessions", "settings"]), "verification\tno\n")
        try await driver.openApps()
        try await driver.person.press("push button", "WalletConnect…")
        try await driver.person.see("label", .holding("which sees your IP address and that you use WalletConnect"))
        try await driver.person.press("check box", "Check where requests of apps come from")
        try await portray("sessions-verification")
        try await driver.person.press("push button", "Save")
        try await driver.person.see("heading", "Sites and apps")
        try await driver.beAsked("Verified: the request comes from this address.")
        try expectEqual(service.fetches, 1)
        // After a restart, the stored key is used.
        try await driver.restart()
        try await driver.relay.attest(service.attestation(from: "https://evil.example"))
        try await driver.beAsked("The request comes from another address.")
        try expectEqual(service.fetches, 1)
    },
    Scenario("a page that opens the link of its own app is verified by its origin, without a service") { workshop in
        let driver = try await SessionDriver(workshop, isOfPage: true)
        defer { driver.end() }
        let (link, proposed) = try await driver.propose()
        try await driver.offer(link)
        try await driver.person.inside("document web").press("link", "Connect")
        try await driver.question.press("push button", "Continue")
        try await driver.approval.see("label", "Verified: the request comes from this address.")
        try await portray("sessions-own-page")
        try await driver.approval.press("push button", "Reject")
        _ = await proposed.result
    },
]

extension SessionDriver {
    /// Lets the app propose a session, waits until the question says `sentence` about where it comes from, and rejects
    /// it.
    fileprivate func beAsked(_ sentence: String) async throws {
        let (link, proposed) = try await propose()
        try await paste(link)
        try await approval.see("label", .holding(sentence))
        try await portray("sessions-asked")
        try await approval.press("push button", "Reject")
        _ = await proposed.result
        try await person.closeApproval()
    }
}

/// An attestation service on this machine.
private final class KeyService: Sendable {
    private let server: LoopbackServer
    private let signer: AttestationSigner
    private let count: Counter

    /// How often the key was asked for.
    var fetches: Int { count.value.withLock { $0 } }

    /// The address of the key.
    var url: String { "http://127.0.0.1:\(server.port)/key" }

    private final class Counter: Sendable {
        let value = Mutex(0)
    }

    init() async throws {
        let (signer, count) = (try AttestationSigner(), Counter())
        (self.signer, self.count) = (signer, count)
        server = try await LoopbackServer { _ in
            count.value.withLock { $0 += 1 }
            let expiry = Int64(Date().timeIntervalSince1970) + 86_400
            return .text(signer.answer(expiry: expiry).text, type: "application/json")
        }
    }

    /// What the service says about messages of a page.
    func attestation(from origin: String) throws -> @Sendable (String) -> String {
        { [signer] text in
            let expiry = Int64(Date().timeIntervalSince1970) + 300
            return (try? signer.token(text, origin: origin, expiry: expiry)) ?? ""
        }
    }
}
