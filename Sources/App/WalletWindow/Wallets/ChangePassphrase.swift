import Keys
import Messages
import WebHost

/// Changes the passphrase of a wallet.
@MainActor struct ChangePassphrase {
    let steps: WalletForms
    let entry: VaultEntry

    /// - Returns: Whether it was changed.
    func run() async throws -> Bool {
        try await steps.open(entry, to: { localized("Change the passphrase of “\($0, as: "wallet")”") }) { vault, old in
            let isDone = await steps.protect(
                vault.name, heading: localized("Choose a new passphrase for “\(vault.name, as: "wallet")”"),
                work: localized("Encrypting the wallet…")
            ) { new throws(KeyError) in
                try vault.changePassphrase(from: old.value, to: new)
                return true
            }
            guard isDone == true else { return false }
            await steps.conclude(localized("The passphrase was changed"))
            return true
        }
    }
}
