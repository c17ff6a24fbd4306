import ChainServers
import Foundation
import Harness
import Network
import WindowTesting

/// A watch-only account in the window: its payments are signed in another wallet, by files.
@MainActor let homePSBTScenarios =
    !ChainServers.isInstalled
    ? []
    : [
        Scenario("a watch-only account pays with a PSBT file that the wallet with the keys signs") { workshop in
            let servers = try await ChainServers.shared
            let ledger = servers.bitcoin
            let account = try KeysElsewhere(account: 9)
            try await ledger.pay(1_000_000, to: account.script, confirmations: 1)
            let program = try Program(
                ["--show", "served", "\(ledger.proxies[1].port)", "\(servers.bitcoinCash.proxies[1].port)"])
            defer { program.end() }
            let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
            let approval = person.inside("dialog", .holding("Approval"))
            // The account is added by what the other wallet exports.
            try await person.press("push button", "Tools…")
            try await person.press("push button", .holding("Add watch-only account"))
            try await person.type("xpub", into: "text", "Public key, descriptor or address")
            try await person.press("push button", "Add account")
            try await person.see("label", .holding("The checksum of this text is wrong"))
            try await person.type(account.export, into: "text", "Public key, descriptor or address")
            try await person.type("Cold", into: "text", "Name")
            try await portray("home-watch")
            try await person.press("push button", "Add account")
            try await person.press("push button", .holding("0.01 BTC, Cold"))
            try await person.see("label", "Watch-only")
            // A payment is prepared, and saved for the other wallet.
            try await person.press("push button", "Send…")
            try await person.see("radio button", .holding("Slow"))
            try await person.type("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", into: "text", "Recipient")
            try await person.type("0.004", into: "text", "Amount in BTC")
            try await person.press("push button", "Create PSBT")
            try await person.see("heading", "Transaction to sign")
            try await person.see("label", "0.004 BTC")
            try await portray("home-psbt")
            let (unsigned, signed) = ("\(workshop.folder)/payment.psbt", "\(workshop.folder)/signed.psbt")
            try await person.type(unsigned, into: "text", "Save as")
            try await person.press("push button", "Save")
            try await person.see("label", .holding("Saved as"))
            // The wallet with the keys opens the file, and signs it after its approval.
            try await open(unsigned, person)
            try await person.press("push button", "Sign…")
            try await approval.see("heading", .holding("Sign a transaction that pays 0.004 BTC"))
            try await portray("home-psbt-sign")
            try await approve("Sign", in: approval)
            try await person.see("heading", "Signed transaction")
            try await person.type(signed, into: "text", "Save as")
            try await person.press("push button", "Save")
            try await person.see("label", .holding("Saved as"))
            try expectEqual(try await ledger.waiting.isEmpty, true)
            // The watching wallet adds the signatures to its own file, and sends the transaction.
            try await open(unsigned, person)
            try await person.type(signed, into: "text", "Signed by others")
            try await person.press("push button", "Add signatures")
            try await person.see("label", .holding("The signatures were added"))
            try await person.press("push button", "Send…")
            try await approval.see("heading", .holding("Send 0.004 BTC"))
            try await approve("Send", in: approval)
            try await person.see("heading", "Sent")
            let sent = try await person.text(of: "label") { $0.utf8.count == 64 }
            try expectEqual(try await ledger.waiting.contains(sent), true)
            try await ledger.mine()
            try await person.press("push button", "Done")
            try await person.see("push button", .holding("0.0059"))
        }
    ]

/// Opens a file with a partially signed transaction.
@MainActor private func open(_ file: String, _ person: AccessibilityDriver) async throws {
    try await person.inside("panel", .holding("ransaction")).press("push button", "Back")
    try await person.press("push button", .holding("Open PSBT"))
    try await person.type(file, into: "text", "File")
    try await person.press("push button", "Open")
    try await person.see("heading", .holding("ransaction"))
}
