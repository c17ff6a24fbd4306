import BigInt
import Bridge
import Ethereum
import Foundation
import Harness
import Simulators
import WalletTesting
import WindowTesting

/// The wallet's window with a node of Ethereum that executes each transaction.
@MainActor let homeEthereumScenarios = [
    Scenario("an allowance is found in the list, and revoked with a transaction") { workshop in
        let wallet = try await EthereumJourney(workshop)
        defer { wallet.driver.end() }
        let (driver, person) = (wallet.driver, wallet.driver.person)
        let (spender, seven) = (try EthereumAddress(EthereumJourney.other), 7 * BigUInt(10).power(18))
        try wallet.call(
            wallet.token, "approve(address,uint256)", [.address(spender), .number(BigInt(seven))])
        try wallet.call(
            wallet.node.deployments.collection, "setApprovalForAll(address,bool)", [.address(spender), .bool(true)])
        try await person.press("push button", "Refresh")
        try await person.press("push button", .holding("ETH, Ethereum"))
        try await person.press("push button", "Allowances…")
        try await person.see("push button", .holding("Every item of"))
        try await person.see("push button", .holding("At most 7 “PRACT”"))
        try await portray("home-allowances")
        try await person.press("push button", .holding("At most 7 “PRACT”"))
        try await person.see("label", "Spender")
        try await person.press("push button", "Revoke…")
        try await driver.approval.see("heading", .holding("Revoke the permission of"))
        try await portray("home-revoke-approval")
        try await driver.approval.press("push button", "Reject")
        // A rejected revocation changes nothing.
        try expectEqual(try await wallet.allowance(), seven)
        try await person.press("push button", "Revoke…")
        try await driver.approve("Revoke")
        try await person.see("label", .holding("The transaction was sent."))
        try await person.see("push button", .holding("Every item of"))
        try await person.waitUntilGone("push button", .holding("At most 7 “PRACT”"))
        try expectEqual(try await wallet.allowance(), 0)
    },
    Scenario("a token is added by its contract, and removed") { workshop in
        let wallet = try await EthereumJourney(workshop)
        defer { wallet.driver.end() }
        let (driver, person) = (wallet.driver, wallet.driver.person)
        let token = wallet.token.description
        try await person.press("push button", .holding("ETH, Ethereum"))
        try await person.press("push button", "Add token…")
        try await person.type(EthereumJourney.other, into: "text", "Contract of the token")
        try await person.press("push button", "Review")
        try await person.see("label", .holding("There is no token at this address"))
        try await person.type(token, into: "text", "Contract of the token")
        try await person.press("push button", "Review")
        try await person.see("label", .holding("The wallet does not know this one."))
        try await portray("home-token")
        try await person.press("push button", "Add token")
        try await person.see("push button", .holding("“PRACT”"))
        try expectHolds(try driver.run("tokens"), "PRACT\t18")
        try expectEqual(try await driver.status(of: "tokens", "add", EthereumJourney.other), 1)
        try await person.press("push button", .holding("“PRACT”"))
        try await person.press("push button", "Remove token")
        try await person.waitUntilGone("push button", .holding("“PRACT”"))
        try expectEqual(try driver.run("tokens"), "")
        _ = try driver.run("tokens", "add", token)
        try await person.see("push button", .holding("“PRACT”"))
        _ = try driver.run("tokens", "remove", token)
        try await person.waitUntilGone("push button", .holding("“PRACT”"))
    },
    Scenario("a payment goes to the address that a name of ENS stands for") { workshop in
        let wallet = try await EthereumJourney(workshop)
        defer { wallet.driver.end() }
        let (driver, person) = (wallet.driver, wallet.driver.person)
        let payee = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
        try wallet.node.setName("müller.eth", of: EthereumAddress(payee))
        try await person.press("push button", .holding("ETH, Ethereum"))
        try await person.press("push button", "Send…")
        for (name, problem) in [
            ("nobody.eth", "nobody.eth"), ("mül ler.eth", "This is not an Ethereum address."),
            ("m\u{FC}ll\u{435}r.eth", "mixes characters of several scripts"),
        ] {
            try await person.type(name, into: "text", "Recipient")
            try await person.type("0.25", into: "text", "Amount in ETH")
            try await person.press("push button", "Review")
            try await person.see("label", .holding(problem))
        }
        try await person.type("MÜLLER.eth", into: "text", "Recipient")
        try await person.press("push button", "Review")
        try await driver.approval.see("heading", .holding("Send 0.25 ETH"))
        try await driver.approval.see("label", .holding("müller.eth"))
        try await portray("home-send-name")
        try await driver.approve("Send")
        try await person.see("heading", "Sent")
        try expectEqual(try await wallet.node.balance(of: payee), 250_000_000_000_000_000)
    },
    Scenario("the name of an address is shown in the approval, in the history and with the contact") { workshop in
        let wallet = try await EthereumJourney(workshop)
        defer { wallet.driver.end() }
        let (driver, person) = (wallet.driver, wallet.driver.person)
        let payee = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
        try wallet.node.setName("carol.eth", of: EthereumAddress(payee))
        // A contact at another address, whom the name would imitate.
        _ = try driver.run("contacts", "add", "Carol", EthereumJourney.other)
        try await person.press("push button", .holding("ETH, Ethereum"))
        try await person.press("push button", "Send…")
        try await person.type(payee, into: "text", "Recipient")
        try await person.type("0.125", into: "text", "Amount in ETH")
        try await person.press("push button", "Review")
        try await driver.approval.see("heading", .holding("Send 0.125 ETH to 0x90F7"))
        try await driver.approval.see("label", .holding("carol.eth"))
        try await driver.approval.see("label", .holding("reads like your contact “Carol”"))
        try await portray("home-address-name")
        try await driver.approval.press("push button", "Reject")
        _ = try driver.run("contacts", "remove", "Carol")
        try await person.press("push button", "Review")
        try await driver.approval.see("label", .holding("carol.eth"))
        try await driver.approve("Send")
        try await person.see("heading", "Sent")
        try await person.press("push button", "Done")
        try await person.press("push button", "Refresh")
        try await person.press("push button", "History")
        try await person.see("push button", .holding("“carol.eth”"))
        try await portray("home-history-name")
        try await person.press("push button", .holding("“carol.eth”"))
        try await person.see("label", .holding(payee))
        try await person.see("label", .holding("carol.eth"))
        _ = try driver.run("contacts", "add", "Carolina", payee)
        try await driver.goBack(from: .holding("Send 0.125 ETH"))
        try await driver.goBack(from: "History")
        try await person.press("push button", "Contacts")
        try await person.see("push button", .holding("“carol.eth”"))
        try await portray("home-contact-name")
    },
]
