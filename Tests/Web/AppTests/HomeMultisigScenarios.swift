import ChainServers
import Harness
import Primitives
import Simulators
import WindowTesting

/// A watch-only account of scripts with several keys: other wallets sign its payments, each with a key of its own.
@MainActor let homeMultisigScenarios =
    !ChainServers.isInstalled
    ? []
    : [
        Scenario("an account of several keys receives, and two wallets sign its payment one after the other") {
            workshop in
            var keys: [String] = []
            for master in signers { keys.append(try await sign("key", master, "48h/0h/0h/2h")) }
            let branches = keys.map { "\($0)/<0;1>/*" }.joined(separator: ",")
            let descriptor = "wsh(sortedmulti(2,\(branches)))"
            let terminal = try await ServedTerminal(workshop)
            defer { terminal.program.end() }
            let (person, ledger) = (terminal.person, terminal.ledger)
            try await person.press("push button", "Tools…")
            try await person.press("push button", .holding("Add watch-only account"))
            // A script that no wallet can spend is not watched.
            try await person.type("wsh(multi(3,\(branches)))", into: "text", "Public key, descriptor or address")
            try await person.press("push button", "Add account")
            try await person.see("label", .holding("▲"))
            try await person.type(descriptor, into: "text", "Public key, descriptor or address")
            try await person.type("Family", into: "text", "Name")
            try await person.press("push button", "Add account")
            try await person.press("push button", .holding("0 BTC, Family"))
            // It shows the address that the wallets with the keys derive, too.
            try await person.press("push button", "Receive…")
            let derived = try await sign("address", descriptor, "0", "0").split(separator: " ").map(String.init)
            try await person.see("icon", .holding("QR code of bitcoin:\(derived[0])"))
            try ledger.pay(1_000_000, to: try required(Hex.decode(derived[1])), confirmations: 1)
            try await portray("home-multisig-receive")
            try await person.press("push button", "Show the wallet")
            try await person.press("push button", .holding("0.01 BTC, Family"))
            try await person.press("push button", "Send…")
            try await person.see("radio button", .holding("Slow"))
            try await person.type(Sample.bitcoinRecipient, into: "text", "Recipient")
            try await person.type("0.004", into: "text", "Amount in BTC")
            try await person.press("push button", "Create PSBT")
            try await person.see("heading", "Transaction to sign")
            let file = { (name: String) in "\(workshop.folder)/\(name).psbt" }
            try await person.type(file("payment"), into: "text", "Save as")
            try await person.press("push button", "Save")
            try await person.see("label", .holding("Saved as"))
            for (place, master) in signers.enumerated() {
                try expectEqual(try await sign("sign", master, file("payment"), file("signed-\(place)")), "1")
            }
            // One signature is not enough, and the wallet has none of the keys.
            try await person.type(file("signed-0"), into: "text", "Signed by others")
            try await person.press("push button", "Add signatures")
            try await person.see("label", .holding("The signatures were added"))
            try await person.see("heading", "Transaction to sign")
            try await portray("home-multisig-partial")
            for button in ["Sign…", "Send…"] {
                try expectEqual(person.sees("push button", .exactly(button)), false)
            }
            try await person.type(file("signed-1"), into: "text", "Signed by others")
            try await person.press("push button", "Add signatures")
            try await person.see("heading", "Signed transaction")
            try await person.see("label", .holding("All signatures are present and valid."))
            try await portray("home-multisig")
            try await person.press("push button", "Send…")
            try await terminal.approval.see("heading", .holding("Send 0.004 BTC"))
            try await approve("Send", in: terminal.approval)
            try await person.see("heading", "Sent")
            let sent = try await person.text(of: "label") { $0.utf8.count == 64 }
            // The node has executed the scripts.
            try expectEqual(ledger.waiting, [sent])
            try ledger.mine()
            try await person.press("push button", "Done")
            try await person.see("push button", .holding("0.0059"))
        }
    ]

/// The master keys of two other wallets.
private let signers = [
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
    "xprv9s21ZrQH143K3GJpoapnV8SFfukcVBSfeCficPSGfubmSFDxo1kuHnLisriDvSnRRuL2Qrg5ggqHKNVpxR86QEC8w35uxmGoggxtQTPvfUu",
]

/// Asks another wallet, which shares no line with this one.
private func sign(_ arguments: String...) async throws -> String {
    try await IndependentProgram.run("psbt_signer.py", arguments)
}
