import ArgumentParser
import HeadlessWallet
import Messages
import WalletTerminal

/// The options of every command that opens a window with the user's wallet.
struct WindowOptions: ParsableArguments {
    @Option(help: ArgumentHelp(localized("Name of the wallet to use (default: the first).")))
    var wallet: String?

    @Option(help: ArgumentHelp(localized("Lock the wallet after this many minutes without use.")))
    var lockAfter = 10.0

    @OptionGroup var sandbox: SandboxOption
    @OptionGroup var place: PlaceOptions

    func validate() throws {
        guard lockAfter > 0, lockAfter <= 1_440 else {
            throw ValidationError(localized("The wallet can stay unlocked for 1 to 1440 minutes."))
        }
    }

    /// The keys of the user's wallet, with the settings of `file`.
    @MainActor func keys(_ file: ConfigurationFile) throws -> WalletWindow.Keys {
        .own(
            try WalletFolder.open(place.folder), wallet: wallet, lockAfter: .seconds(lockAfter * 60),
            state: place.state, file)
    }

    /// Whether a window that is already open has the same wallet and sandbox.
    var isPlain: Bool { wallet == nil && place.folder == nil && place.state == nil && !sandbox.withoutSandbox }

    /// The wallet and its place, as arguments of another command.
    var arguments: [String] {
        Self.arguments(["--wallet": wallet, "--folder": place.folder, "--state-folder": place.state])
    }

    /// The options that have a value, as arguments.
    static func arguments(_ named: KeyValuePairs<String, String?>) -> [String] {
        named.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }
}
