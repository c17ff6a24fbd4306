/// Where a wallet's files are: the windows of one wallet, and the processes that they start, have the same place.
struct WalletPlace: Sendable {
    /// The folder of the wallets.
    let folder: String

    /// The folder of the wallet's data, with the security phrase; `nil` for the user's.
    let state: String?

    /// The options with which a process of this program has the same place.
    var arguments: [String] { ["--folder", folder] + (state.map { ["--state-folder", $0] } ?? []) }
}
