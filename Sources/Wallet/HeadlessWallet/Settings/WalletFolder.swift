import Foundation
package import Keys
import Messages

/// The folder of the user's wallets: `$XDG_DATA_HOME/drawbridge/wallets`.
package enum WalletFolder {
    /// The folder at `path`, or at its default location (XDG Base Directory Specification).
    package static func open(_ path: String? = nil) throws(KeyError) -> VaultFolder {
        try VaultFolder(path: path ?? usual)
    }

    /// Whether the folder has the file of a wallet, also of one that cannot be opened; nothing is created.
    package static func hasWallet(in path: String?) -> Bool {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path ?? usual)) ?? []
        return files.contains { $0.hasSuffix(".vault") }
    }

    /// The folder of the user's data: `$XDG_DATA_HOME/drawbridge`.
    package static var data: String { data(ProcessInfo.processInfo.environment) }

    /// The folder of the data of a user with this environment.
    package static func data(_ environment: [String: String]) -> String {
        if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return "\(base)/drawbridge" }
        return "\(environment["HOME"] ?? "/nonexistent")/.local/share/drawbridge"
    }

    private static var usual: String { "\(data)/wallets" }

    /// The wallet with this name; without a name, the only existing wallet.
    package static func entry(_ name: String?, in folder: VaultFolder) throws -> VaultEntry {
        let all = try folder.entries()
        guard let name else {
            let whole = all.filter { $0.fault == nil }
            if whole.count == 1, let only = whole.first { return only }
            throw WalletError(
                !whole.isEmpty
                    ? localized("There are several wallets. Choose one: --wallet NAME.")
                    : all.first?.problem
                        ?? localized("There is no wallet yet."))
        }
        return try entry(called: name, among: all)
    }

    /// The wallet with this name, if it can be opened.
    ///
    /// - Throws: ``WalletError`` if no wallet or more than one has the name, with the files that could not be read.
    package static func entry(called name: String, among all: [VaultEntry]) throws -> VaultEntry {
        let namesakes = VaultFolder.namesakes(called: name, among: all)
        guard namesakes.isEmpty else {
            let files = namesakes.dropFirst().reduce(namesakes[0].file) {
                localized("\($0, as: "list"), \($1.file, as: "item")")
            }
            throw WalletError(
                localized(
                    "Several wallets have this name. Choose one by its file: \(files, as: "files")."))
        }
        guard let entry = VaultFolder.entry(called: name, among: all) else {
            let sentence = localized("There is no wallet of this name.")
            throw WalletError(([sentence] + all.compactMap(\.problem)).joined(separator: " "))
        }
        if let problem = entry.problem { throw WalletError(problem) }
        return entry
    }
}
