import Harness
import Simulators
import WindowTesting

/// A watch-only account in the window: its payments are signed in another wallet, by files.
@MainActor let homePSBTScenarios = [
    Scenario("a watch-only account pays with a PSBT file that the wallet with the keys signs") { workshop in
        let wallet = try await ColdWallet(account: 9, named: "Cold")
        defer { wallet.program.end() }
        let (person, ledger) = (wallet.person, wallet.ledger)
        try await wallet.watch(afterInvalid: "xpub")
        try await person.see("label", "Watch-only")
        // A payment is prepared, and saved for the other wallet.
        try await wallet.prepare()
        try await person.see("label", "0.004 BTC")
        try await portray("home-psbt")
        let (unsigned, signed) = ("\(workshop.folder)/payment.psbt", "\(workshop.folder)/signed.psbt")
        try await person.type(unsigned, into: "text", "Save as")
        try await person.press("push button", "Save")
        try await person.see("label", .holding("Saved as"))
        // The wallet with the keys opens the file, and signs it after its approval.
        try await open(unsigned, wallet)
        try await wallet.sign(portrait: "home-psbt-sign")
        try await person.type(signed, into: "text", "Save as")
        try await person.press("push button", "Save")
        try await person.see("label", .holding("Saved as"))
        try expectEqual(ledger.waiting.isEmpty, true)
        // The watching wallet adds the signatures to its own file, and sends the transaction.
        try await open(unsigned, wallet)
        try await person.type(signed, into: "text", "Signed by others")
        try await person.press("push button", "Add signatures")
        try await person.see("label", .holding("The signatures were added"))
        try await wallet.send()
        try await person.press("push button", "Done")
        try await person.see("push button", .holding("0.0059"))
    }
]

/// Opens a file with a partially signed transaction.
@MainActor private func open(_ file: String, _ wallet: ColdWallet) async throws {
    try await wallet.openAnother()
    try await wallet.person.type(file, into: "text", "File")
    try await wallet.person.press("push button", "Open")
    try await wallet.person.see("heading", .holding("ransaction"))
}
