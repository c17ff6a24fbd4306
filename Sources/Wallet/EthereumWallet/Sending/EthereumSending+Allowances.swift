package import BigInt
package import Bridge
import ClearSigning
package import Ethereum
import Messages
package import WalletCore

/// The amount that a spender may take of a token now, and the account's own transactions that set it.
package struct TokenAllowance: Sendable {
    /// A transaction of the account, and the allowance that it sets.
    package struct Change: Sendable {
        /// The transaction, with what the network shows of it.
        package let record: TransactionRecord

        /// The allowance.
        package let amount: BigUInt
    }

    /// The allowance in the latest block; `nil` if the node does not tell.
    package let current: BigUInt?

    /// The latest transactions that set it, newest first.
    package let changes: [Change]

    /// Whether the token refuses another allowance until this one is zero.
    package let needsReset: Bool
}

extension EthereumSending {
    /// What `spender` may take of `token` now, and whether the account's own transactions are about to change it.
    ///
    /// - Parameters:
    ///   - token: The contract of the token.
    ///   - owner: The account.
    ///   - spender: The address that may take it.
    ///   - amount: The allowance that is wanted.
    ///   - chain: The chain.
    /// - Returns: The allowance, and the transactions.
    /// - Throws: Why neither the node nor the journal can be asked.
    package func allowance(
        of token: EthereumAddress, from owner: EthereumAddress, to spender: EthereumAddress, for amount: BigUInt,
        on chain: Chain
    ) async throws(RPCError) -> TokenAllowance {
        var changes = try await changes(of: token, from: owner, to: spender, on: chain)
        for change in changes where change.record.state.isOpen { _ = await networkStatus(of: change.record) }
        if changes.contains(where: \.record.state.isOpen) {
            changes = try await self.changes(of: token, from: owner, to: spender, on: chain)
        }
        // The wallet says that a node is missing only when it needs one.
        guard chains.hasNode(chain) else {
            guard changes.contains(where: \.record.state.isOpen) else { throw ChainBook.missingNode(of: chain) }
            return TokenAllowance(current: nil, changes: changes, needsReset: false)
        }
        let node = try chains.node(for: chain)
        let permission = TokenEvent.Permission(kind: .amount, token: token, owner: owner, spender: spender)
        let current = await PermissionReader(node: node).current(permission)?.units
        var needsReset = false
        if let current, current > 0, current < amount {
            needsReset = await Self.refuses(amount, of: token, from: owner, to: spender, node)
        }
        return TokenAllowance(current: current, changes: changes, needsReset: needsReset)
    }

    /// The chain with this identifier, if the wallet knows it.
    package func chain(_ id: ChainID) -> Chain? { chains.chain(id) }

    /// The account's latest transactions that set the allowance, newest first.
    private func changes(
        of token: EthereumAddress, from owner: EthereumAddress, to spender: EthereumAddress, on chain: Chain
    ) async throws(RPCError) -> [TokenAllowance.Change] {
        do throws(JournalError) {
            let recent = try await journal.recent(limit: Self.mostRecent)
            // A transaction that waits for very long is not among the latest ones.
            let known = Set(recent.map(\.txid))
            let open = try await journal.open().filter { !known.contains($0.txid) }
            return (recent + open.reversed()).compactMap { record in
                guard record.chain == chain.caip, record.from == owner.description, record.state != .refused,
                    let transaction = try? SignedTransaction(raw: record.raw).transaction, transaction.to == token
                else { return nil }
                let call = ContractCall(
                    chainID: chain.id, from: owner, to: token, value: transaction.value, data: transaction.data)
                guard case .allowance(let allowance) = Intent(call), allowance.way == .approve,
                    !allowance.isPermit2, allowance.spender == spender
                else { return nil }
                return TokenAllowance.Change(record: record, amount: allowance.amount)
            }
        } catch {
            throw RPCError(.failed, sentence: localizable("The wallet could not read its journal."))
        }
    }

    private nonisolated static let mostRecent = 200

    /// Whether the token would refuse an approval now: some tokens, such as USDT on Ethereum, refuse one while another
    /// allowance for the same spender is not zero.
    private nonisolated static func refuses(
        _ amount: BigUInt, of token: EthereumAddress, from owner: EthereumAddress, to spender: EthereumAddress,
        _ node: any EthereumNode
    ) async -> Bool {
        guard
            let data = try? ABIFunction("approve(address spender, uint256 amount)").call([
                .address(spender), .number(BigInt(amount)),
            ])
        else { return false }
        let call: JSON = [
            "from": .string(owner.description), "to": .string(token.description), "data": .string(HexText.of(data)),
        ]
        do throws(NodeError) {
            _ = try await node.ask("eth_call", [call, "latest"])
            return false
        } catch .refused(.reverted) {
            return true
        } catch {
            return false
        }
    }
}
