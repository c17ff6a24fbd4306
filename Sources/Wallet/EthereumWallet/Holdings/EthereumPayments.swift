import BigInt
package import Bridge
import Ethereum
import Keys
import Messages
package import WalletCore

/// Pays with coins and tokens of the wallet's accounts on EVM chains, and names their addresses.
@MainActor package final class EthereumPayments: PaymentSource, AddressSource {
    private let accounts: EthereumAccounts
    private let sending: EthereumSending
    private let balances: EthereumBalances

    /// The addresses that are only watched, which have no payments.
    private let watched: WatchedEthereum?

    /// Creates the source; `balances` knows what the account has.
    package init(
        accounts: EthereumAccounts, sending: EthereumSending, balances: EthereumBalances,
        watched: WatchedEthereum? = nil
    ) {
        self.accounts = accounts
        self.sending = sending
        self.balances = balances
        self.watched = watched
    }

    package func assets(of account: AccountID) -> [HeldAsset] {
        balances.accounts.first { $0.id.isSame(as: account) }?.balances.map(\.asset) ?? []
    }

    package func address(_ text: String, for account: AccountID) throws(RPCError) -> String {
        do throws(EthereumError) {
            return try EthereumAddress(text).description
        } catch {
            throw RPCError(.invalidParameters, sentence: localizable("This is not an Ethereum address."))
        }
    }

    package func fees(of account: AccountID) async throws(RPCError) -> [FeeOffer] {
        let node = try accounts.chains.node(for: chain(of: account))
        do throws(NodeError) {
            let proposal = try await FeeProposal.of(node)
            return FeeOffer.Pace.allCases.map { pace in
                FeeOffer(pace, rate: Amount.text(proposal[pace].highest, decimals: 9), unit: "gwei")
            }
        } catch {
            throw RPCError(error)
        }
    }

    package func send(_ form: SendForm, for request: Request) async throws(RPCError) -> String {
        guard form.payees.count == 1, let payee = form.payees.first else {
            throw RPCError(
                .invalidParameters, sentence: localizable("A payment on this network has exactly one recipient."))
        }
        guard form.coins.isEmpty else {
            throw RPCError(.invalidParameters, sentence: localizable("Coins cannot be chosen on this network."))
        }
        guard let account = try? EthereumAddress(form.account.address) else {
            throw RPCError(.failed, sentence: localizable("The wallet does not have this account."))
        }
        let recipient = try EthereumAddress(checked: payee.address)
        let order = WalletTransfer(
            account: account, chain: try chain(of: form.account), asset: form.asset, recipient: recipient,
            name: payee.resolved, share: payee.share, fee: form.fee)
        return try await sending.send(order, for: request)
    }

    private func chain(of account: AccountID) throws(RPCError) -> Chain {
        guard let chain = accounts.chains.chain(account.chain) else {
            throw RPCError(.unknownChain, sentence: localizable("The wallet does not know this network."))
        }
        return chain
    }

    // MARK: Addresses

    package func addresses(of account: AccountID) throws(RPCError) -> [ReceiveAddress] {
        let active = accounts.sites.activeAccount
        guard active.isOpen else { throw .locked }
        let own = active.ethereumAddresses.first { $0.address.lowercased() == account.address.lowercased() }
        guard let own else {
            guard let watched else { throw .locked }
            return try watched.addresses(of: account)
        }
        let path = (try? own.account.path(for: .ethereum))?.description ?? ""
        return [ReceiveAddress(account, forms: [.init(.usual, own.address)], path: path, state: .shown)]
    }

    package func newAddress(of account: AccountID) async throws(RPCError) -> ReceiveAddress {
        guard let address = try addresses(of: account).first else { throw .locked }
        return address
    }
}

extension EthereumAddress {
    /// Reads an address that the user entered.
    fileprivate init(checked text: String) throws(RPCError) {
        do throws(EthereumError) {
            try self.init(text)
        } catch {
            throw RPCError(.invalidParameters, sentence: localizable("This is not an Ethereum address."))
        }
    }
}
