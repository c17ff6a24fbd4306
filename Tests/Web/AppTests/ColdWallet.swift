import Harness
import Simulators
import WindowTesting

/// The window with the servers of test networks, and a watch-only account whose keys are those of an account that the wallet
/// has as well, as if these were in another wallet.
@MainActor struct ColdWallet {
    private let served: ServedCoins
    private let name: String
    private let keys: KeysElsewhere

    var ledger: RegtestLedger { served.bitcoin.ledger }
    var program: Program { served.program }
    var person: AccessibilityDriver { served.person }

    /// The dialog of an approval.
    var approval: AccessibilityDriver { served.approval }

    /// Starts the window, and pays 0.01 BTC to the account with a number.
    init(account: Int, named name: String) async throws {
        keys = try KeysElsewhere(account: account)
        self.name = name
        served = try await ServedCoins()
        try ledger.pay(1_000_000, to: keys.script, confirmations: 1)
    }

    /// Adds the account by what the other wallet exports; first by a text that is not valid, if there is one.
    func watch(afterInvalid text: String? = nil) async throws {
        try await person.press("push button", "Tools…")
        try await person.press("push button", .holding("Add watch-only account"))
        if let text {
            try await person.type(text, into: "text", "Public key, descriptor or address")
            try await person.press("push button", "Add account")
            try await person.see("label", .holding("The checksum of this text is wrong"))
        }
        try await person.type(keys.export, into: "text", "Public key, descriptor or address")
        try await person.type(name, into: "text", "Name")
        try await portray("home-watch")
        try await person.press("push button", "Add account")
        try await person.press("push button", .holding("0.01 BTC, \(name)"))
    }

    /// Prepares a payment of 0.004 BTC.
    func prepare() async throws {
        try await person.press("push button", "Send…")
        try await person.see("radio button", .holding("Slow"))
        try await person.type(Sample.bitcoinRecipient, into: "text", "Recipient")
        try await person.type("0.004", into: "text", "Amount in BTC")
        try await person.press("push button", "Create PSBT")
        try await person.see("heading", "Transaction to sign")
    }

    /// Leaves the transaction that is shown, and begins to open another one.
    func openAnother() async throws {
        try await person.press("push button", "Show the wallet")
        try await person.press("push button", "Tools…")
        try await person.press("push button", .holding("Open PSBT"))
        try await person.see("heading", "Open a PSBT")
    }

    /// Signs the transaction that is shown.
    func sign(portrait: String? = nil) async throws {
        try await person.press("push button", "Sign…")
        try await approval.see("heading", .holding("Sign a transaction that pays 0.004 BTC"))
        if let portrait { try await portray(portrait) }
        try await approve("Sign", in: approval)
        try await person.see("heading", "Signed transaction")
    }

    /// Sends the transaction that is shown, and waits until a block has it.
    func send() async throws {
        try await person.press("push button", "Send…")
        try await approval.see("heading", .holding("Send 0.004 BTC"))
        try await approve("Send", in: approval)
        try await person.see("heading", "Sent")
        let sent = try await person.text(of: "label") { $0.utf8.count == 64 }
        try expectEqual(ledger.waiting.contains(sent), true)
        try ledger.mine()
    }
}
