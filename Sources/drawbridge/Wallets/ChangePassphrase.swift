import Keys
import WebHost

/// Gives a wallet another passphrase.
@MainActor struct ChangePassphrase {
    let steps: WalletSteps
    let entry: VaultEntry

    /// - Returns: Whether it has another one now.
    func run() async throws -> Bool {
        let vault = try steps.folder.open(entry)
        guard let old = await steps.open(vault, to: "Change the passphrase of “\(vault.name)”", verb: "Go on") else {
            return false
        }
        defer { vault.lock() }
        let isDone = await steps.protect(
            vault.name, heading: "Choose another passphrase for “\(vault.name)”", work: "Encrypting the wallet …"
        ) { new throws(KeyError) in
            try vault.changePassphrase(from: old.value, to: new)
            return true
        }
        guard isDone == true else { return false }
        await steps.conclude("The passphrase was changed")
        return true
    }
}
