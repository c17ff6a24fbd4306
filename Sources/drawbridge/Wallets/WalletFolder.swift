import Foundation
import Keys

/// Where the user's wallets are: `$XDG_DATA_HOME/drawbridge/wallets`.
enum WalletFolder {
    /// The folder at `path`, or at its usual place (XDG Base Directory Specification).
    static func open(_ path: String? = nil) throws(KeyError) -> VaultFolder {
        try VaultFolder(path: path ?? usual)
    }

    private static var usual: String {
        let environment = ProcessInfo.processInfo.environment
        if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return "\(base)/drawbridge/wallets" }
        return "\(environment["HOME"] ?? "/nonexistent")/.local/share/drawbridge/wallets"
    }

    /// The wallet that is called `name`; without one, the only one there is.
    static func entry(_ name: String?, in folder: VaultFolder) throws -> VaultEntry {
        let entries = try folder.entries().filter { $0.name != nil }
        guard let name else {
            if entries.count == 1, let only = entries.first { return only }
            throw WalletFault(
                description: entries.isEmpty
                    ? "There is no wallet yet: `drawbridge wallet create` makes one."
                    : "There are several wallets; say which one: --wallet NAME.")
        }
        guard let entry = entries.first(where: { $0.name?.description == name || $0.file == name }) else {
            throw WalletFault(description: "There is no wallet of this name. `drawbridge wallet list` shows them all.")
        }
        return entry
    }
}

/// Why something cannot be done with a wallet.
struct WalletFault: Error, CustomStringConvertible {
    let description: String
}
