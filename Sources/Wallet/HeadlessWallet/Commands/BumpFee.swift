import BitcoinWallet
package import Bridge
import EthereumWallet
import Messages
package import WalletCore
import WalletMethods

/// How a pending transaction can be sped up or cancelled.
package enum FeeBump: Hashable, Sendable {
    /// By a replacement with a higher fee (BIP-125).
    case replacement

    /// By a payment that spends its outputs.
    case child

    /// The same transaction on an EVM chain with a higher fee.
    case faster

    /// A transaction on an EVM chain that takes its nonce and does nothing.
    case cancelling
}

/// Bumps the fee of a pending transaction or cancels it, after the approval.
package struct BumpFee: WalletCommand {
    /// What is done.
    package enum Way: String, Codable, Sendable {
        /// The usual way on its network.
        case usual

        /// By a child transaction, also if the payment can be replaced.
        case child

        /// It is cancelled, on EVM chains.
        case cancel
    }

    package static let name = "bump"

    let txid: String
    let way: Way

    /// The fee on Bitcoin and Bitcoin Cash, as it was typed; empty for the fast one.
    let fee: String

    package init(_ txid: String, _ way: Way, fee: String = "") { (self.txid, self.way, self.fee) = (txid, way, fee) }

    package func run(in wallet: Wallet) async throws(WalletError) -> SentTransaction {
        let wanted = txid.lowercased()
        var filter = HistoryFilter()
        filter.text = wanted
        let search = filter
        let item = try await WalletError.of { () throws(RPCError) in
            try await wallet.holdings.history(search, limit: 20).first { $0.txid.lowercased() == wanted }
        }
        guard let item else {
            throw WalletError(
                .failed, localized("The wallet does not know this transaction. `drawbridge history` lists them."))
        }
        let bumps = await wallet.bumps(of: item)
        let allowed = bumps.filter { ($0 == .cancelling) == (way == .cancel) }
        guard let bump = way == .child ? allowed.first(where: { $0 == .child }) : allowed.first else {
            throw WalletError(.failed, Self.refusal(of: item, way))
        }
        let fee = try EnteredText.number(fee, field: .fee)
        guard fee.isEmpty || item.account.chain.eip155 == nil else {
            throw WalletError(.usage, localized("On this network, you set the fee in the approval."))
        }
        return try await WalletError.of { () throws(RPCError) in
            try await wallet.bump(item, bump, fee: fee.isEmpty ? .pace(.fast) : SendForm.Fee(fee))
        }
    }

    /// Why there is no such way.
    private static func refusal(of item: HistoryItem, _ way: Way) -> String {
        guard [.pending, .unknown].contains(item.state) else {
            return localized("This transaction is not pending any more.")
        }
        switch way {
        case .usual: return localized("The fee of this transaction cannot be bumped by this wallet.")
        case .child: return localized("This wallet has no output of this transaction that a child could spend.")
        case .cancel: return localized("This transaction cannot be cancelled by this wallet.")
        }
    }
}

extension Wallet {
    /// How the fee of a transaction can be bumped, and whether it can be cancelled; empty unless it is pending.
    package func bumps(of item: HistoryItem) async -> [FeeBump] {
        guard [.pending, .unknown].contains(item.state) else { return [] }
        if item.account.chain.eip155 != nil {
            return await replaceable(item) == nil ? [] : [.faster, .cancelling]
        }
        return holdings.coinWallet.feeBumps(of: item.txid, in: item.account).map { way in
            switch way {
            case .replacement: .replacement
            case .child: .child
            }
        }
    }

    /// The record of a transaction that this wallet signed and whose outcome is open; `nil` for another one.
    package func openRecord(of item: HistoryItem) async -> TransactionRecord? {
        let record = try? await services.journal.transaction(item.txid, on: item.account.chain.description)
        return record?.state.isOpen == true ? record : nil
    }

    /// The record of a transaction on an EVM chain that this wallet signed and that is pending.
    private func replaceable(_ item: HistoryItem) async -> TransactionRecord? {
        guard let record = await openRecord(of: item), record.nonce != nil,
            services.activeAccount.account(withEthereum: record.from) != nil
        else { return nil }
        return record
    }

    /// Shows the ordinary approval, signs and sends.
    ///
    /// - Parameters:
    ///   - item: The transaction.
    ///   - bump: How.
    ///   - fee: The fee on Bitcoin and Bitcoin Cash; on EVM chains, the approval has it.
    /// - Returns: The new transaction, also if it is not known whether it was sent.
    /// - Throws: Why it was not sent.
    package func bump(
        _ item: HistoryItem, _ bump: FeeBump, fee: SendForm.Fee = .pace(.fast)
    ) async throws(RPCError) -> SentTransaction {
        let (coins, services) = (holdings.coinWallet, services)
        return try await send("bump", on: item.account.chain) { request throws(RPCError) in
            switch bump {
            case .replacement:
                return try await coins.replace(item.txid, in: item.account, fee: fee, for: request)
            case .child:
                return try await coins.payForParent(item.txid, in: item.account, fee: fee, for: request)
            case .faster, .cancelling:
                let record = try? await services.journal.transaction(
                    item.txid, on: item.account.chain.description)
                guard let record else {
                    throw RPCError(.failed, sentence: localizable("This transaction is no longer pending."))
                }
                let replacement: Replacement = bump == .faster ? .faster : .cancelling
                return try await services.sending.replace(record, by: replacement, for: request)
            }
        }
    }
}

/// Moves everything that a private key holds to an account of the wallet, with forms in its window.
package struct Sweep: WalletCommand {
    package static let name = "sweep"

    /// The path of an image with the key as a QR code; empty for none.
    let image: String

    package init(image: String = "") { self.image = image }

    package func run(in wallet: Wallet) async throws(WalletError) -> SentTransaction {
        guard let host = wallet.host else {
            throw WalletError(
                .locked, localized("No window of the wallet is open to ask for the key. Run `drawbridge`."))
        }
        host.present()
        guard let sent = try await host.sweep(image: image) else {
            throw WalletError(.rejected, localized("The form was closed."))
        }
        host.refresh()
        return sent
    }
}
