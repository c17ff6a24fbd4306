import Bridge
import EthereumWallet
import Keys
import Messages
import WalletCore
import WalletMethods

/// Accounts of EVM chains that a search has found.
extension LockController {
    /// Lets the search for accounts find those of EVM chains, and add them to the open vault.
    func findEthereumAccounts() {
        let services = wallet.services
        services.holdings.discoveries.append(
            EthereumDiscovery(
                activeAccount: services.activeAccount, chains: services.chains, tokens: services.knowledge.tokens,
                added: { [weak self] in
                    Set((self?.vault?.accounts ?? []).compactMap { try? $0.pathOnEthereum().description })
                },
                add: { [weak self] path, index throws(RPCError) in try self?.addAccount(at: path, index) }))
    }

    /// Adds the account at a path to the vault, under a name that no other account has.
    ///
    /// - Parameters:
    ///   - path: The path of its key on EVM chains.
    ///   - index: Its index if that is the usual path of one; `nil` for the first free index.
    /// - Throws: ``/Bridge/RPCError/locked``, and the reason if the wallet cannot be written.
    private func addAccount(at path: String, _ index: UInt32?) throws(RPCError) {
        guard let vault else { throw .locked }
        let taken = vault.accounts.map(\.name)
        let first = Int(index ?? UInt32(clamping: taken.count)) + 1
        do throws(KeyError) {
            for number in first...first + taken.count {
                let name = try VaultName(localized("Account \(number, as: "number")"))
                guard !taken.contains(where: { $0.isSame(as: name) }) else { continue }
                try vault.addAccount(
                    name: name, index: index, ethereumPath: index == nil ? DerivationPath(path) : nil)
                return nameOtherAccounts()
            }
        } catch {
            throw RPCError(.failed, error.description)
        }
    }
}
