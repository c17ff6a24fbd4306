import BigInt
package import Bridge
package import Ethereum
import Messages
package import WalletCore

/// A transfer that the user entered in the wallet itself.
package struct WalletTransfer: Sendable {
    /// The account of the wallet that pays.
    package let account: EthereumAddress

    /// The chain.
    package let chain: Chain

    /// The chain's coin, or an ERC-20 token on it.
    package let asset: HeldAsset

    /// Who gets it.
    package let recipient: EthereumAddress

    /// The name of ENS by which the user gave the recipient.
    package var name: ResolvedName?

    /// How much.
    package let share: SendForm.Share

    /// The fee.
    package let fee: SendForm.Fee
}

extension EthereumSending {
    /// Shows a transfer of the user, signs it and sends it.
    ///
    /// - Returns: The hash, once the node has accepted it.
    package func send(_ transfer: WalletTransfer, for request: Request) async throws(RPCError) -> String {
        let account = transfer.account
        guard sites.activeAccount.isOpen else { throw .locked }
        guard sites.activeAccount.account(withEthereum: account.description) != nil else {
            throw RPCError(.failed, sentence: localizable("The wallet does not have this account."))
        }
        let node = try chains.node(for: transfer.chain)
        let turn = try await turn(of: account, on: transfer.chain, for: request)
        defer { turn.end() }
        var draft = try await draft(transfer, by: account, asking: node)
        if transfer.asset.id.isCoin, transfer.share == .all {
            // The first draft shows what the payment costs.
            guard let balance = draft.balance, balance > draft.highestFee else { throw Self.nothingLeft }
            var whole = draft.wanted
            (whole.value, whole.gasLimit) = (balance - draft.highestFee, draft.gasLimit)
            let (fees, pace) = (draft.fees, draft.pace)
            draft = try await prepare(whole, from: account, on: transfer.chain, asking: node, isForSite: false)
            (draft.fees, draft.pace) = (fees, pace)
        }
        draft.payeeName = transfer.name
        return try await send(draft, to: node, for: request, in: turn, purpose: .send)
    }

    private func draft(
        _ transfer: WalletTransfer, by account: EthereumAddress, asking node: any EthereumNode
    ) async throws(RPCError) -> TransactionDraft {
        var wanted = TransactionRequest()
        if transfer.asset.id.isCoin {
            wanted.to = transfer.recipient
            if case .units(let units) = transfer.share { wanted.value = try Self.positive(units) }
        } else {
            guard transfer.asset.id.namespace == "erc20", transfer.asset.id.chain.eip155 == transfer.chain.id,
                let contract = try? EthereumAddress(transfer.asset.id.reference)
            else { throw RPCError(.unsupported, sentence: localizable("The wallet cannot send this asset.")) }
            let units: BigUInt
            switch transfer.share {
            case .units(let number): units = try Self.positive(number)
            case .all:
                guard let balance = await TokenContract(contract, node: node).holdings(of: account).balances[contract]
                else { throw RPCError(.failed, sentence: localizable("The balance of this token is not known.")) }
                units = try Self.positive(balance)
            }
            guard
                let data = try? ABIFunction("transfer(address to, uint256 amount)").call([
                    .address(transfer.recipient), .number(BigInt(units)),
                ])
            else { throw RPCError(.failed, sentence: localizable("The transfer could not be encoded.")) }
            (wanted.to, wanted.data) = (contract, data)
        }
        var draft = try await prepare(
            wanted, from: account, on: transfer.chain, asking: node, isForSite: false)
        guard let proposal = draft.proposal else { return draft }
        switch transfer.fee {
        case .pace(let pace):
            (draft.fees, draft.pace) = (proposal[pace], pace)
        case .rate(let text):
            guard let price = try? Amount.parts(text, decimals: 9), price > 0, price.bitWidth <= 84 else {
                throw RPCError(
                    .invalidParameters, sentence: localizable("The fee must be a number of gwei, such as 2.5."))
            }
            draft.pace = nil
            if case .dynamic(_, let tip) = proposal[.normal] {
                draft.fees = .dynamic(maxFee: price, maxPriorityFee: min(tip, price))
            } else {
                draft.fees = .legacy(gasPrice: price)
            }
        }
        return draft
    }

    private static func positive(_ units: BigUInt) throws(RPCError) -> BigUInt {
        guard units > 0, units.bitWidth <= 256 else {
            throw RPCError(.invalidParameters, sentence: localizable("The amount must be greater than zero."))
        }
        return units
    }

    private static let nothingLeft = RPCError(
        .failed, sentence: localizable("The balance is not enough for the network fee."))
}
