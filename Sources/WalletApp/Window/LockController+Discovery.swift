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
                added: { [weak self] in Set(self?.vault?.accounts.map(\.index) ?? []) },
                add: { [weak self] index throws(RPCError) in try self?.addAccount(at: index) }))
    }

    /// Adds the account with this index to the vault, under a name that no other account has.
    private func addAccount(at index: UInt32) throws(RPCError) {
        guard let vault else { throw .locked }
        let taken = vault.accounts.map(\.name)
        do throws(KeyError) {
            for number in Int(index) + 1...Int(index) + 1 + taken.count {
                let name = try VaultName(localized("Account \(number, as: "number")"))
                guard !taken.contains(where: { $0.isSame(as: name) }) else { continue }
                try vault.addAccount(name: name, index: index)
                return nameOtherAccounts()
            }
        } catch {
            throw RPCError(.failed, error.description)
        }
    }
}
