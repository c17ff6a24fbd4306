import Bitcoin
import Harness
import Keys
import Simulators
import WindowTesting

/// An account of the demo keys that the window only watches, as if these were in another wallet.
struct KeysElsewhere {
    /// What the other wallet exports: the extended public key with its origin.
    let export: String

    /// The locking script of its first address.
    let script: [UInt8]

    /// The account with this number, of native SegWit.
    init(account: Int) throws {
        let keys = try DemoKeys()
        let fingerprint = String(try keys.extendedPublicKey(at: DerivationPath("m")).fingerprint, radix: 16)
        let zeros = String(repeating: "0", count: 8 - fingerprint.count)
        let key = try keys.extendedPublicKey(at: DerivationPath("m/84'/0'/\(account)'")).text()
        export = "[\(zeros)\(fingerprint)/84h/0h/\(account)h]\(key)"
        let first = try keys.publicKey(at: DerivationPath("m/84'/0'/\(account)'/0/0"))
        script = try SpendingScheme.bitcoin(.p2wpkh).destination(of: first).script.bytes
    }
}

/// The commands of the terminal beside a window with the demo keys.
@MainActor struct ServedTerminal {
    private let served: ServedCoins
    private let folder: String

    var ledger: RegtestLedger { served.bitcoin.ledger }
    var program: Program { served.program }
    var person: AccessibilityDriver { served.person }

    /// The dialog of an approval.
    var approval: AccessibilityDriver { served.approval }

    /// Starts the window with the servers of Bitcoin and Bitcoin Cash.
    ///
    /// - Parameters:
    ///   - workshop: Where the folder of the wallet is.
    ///   - gaps: The file that gets the longest time for which the window was blocked.
    /// - Throws: Where the window cannot be started.
    init(_ workshop: TestPageFolder, gaps: String? = nil) async throws {
        folder = "\(workshop.folder)/wallets"
        try workshop.write("", to: "wallets.state/empty")
        served = try await ServedCoins(["\(folder).state"] + [gaps].compactMap(\.self))
    }

    /// Runs a command.
    func run(_ arguments: String...) throws -> String { try run(arguments) }

    /// Runs a command.
    func run(_ arguments: [String]) throws -> String { try Program.wallet(arguments + ["--folder", folder]) }

    /// The texts of the QR codes of a partially signed transaction; this command asks no window.
    func codes(of file: String, _ options: String...) throws -> [String] {
        try Program.wallet(["psbt", "qr", file] + options).split(separator: "\n").map(String.init)
    }

    /// Starts a command that waits for the user.
    func start(_ arguments: String...) throws -> Program {
        try Program(arguments + ["--folder", folder], of: "drawbridge", keepsOutput: true, hidesErrors: true)
    }
}
