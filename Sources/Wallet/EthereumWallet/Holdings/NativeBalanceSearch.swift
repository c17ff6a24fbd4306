import BigInt
import Bridge
import Ethereum
import WalletCore

/// Finds the movements of a chain's coin by balances: between two blocks with equal balances, no block is read.
///
/// What contracts pay is in no block, and is not found.
struct NativeBalanceSearch: Sendable {
    let id: AccountID
    let account: EthereumAddress
    let node: any EthereumNode

    /// What a search has found.
    struct Found {
        var movements: [NativeMovement] = []

        /// The latest block up to which everything is known, and what the account had after it.
        var end: SearchedCoins.Balance

        /// Whether the blocks up to ``end`` were looked at, and not left out.
        var isComplete = true
    }

    /// The balance after a block.
    func balance(at block: UInt64) async throws(NodeError) -> SearchedCoins.Balance {
        let units = try await node.ask(
            "eth_getBalance", [.string(account.description), .string(HexNumber.text(block))]
        ).bigQuantity
        guard let units else { throw .malformed }
        return SearchedCoins.Balance(block: block, units: units)
    }

    /// Searches the blocks after `first` up to that of `last`; `nil` if the node does not answer.
    func search(from first: SearchedCoins.Balance, to last: SearchedCoins.Balance) async -> Found? {
        var budget = Self.mostBalances
        let changed = await changed(from: first, to: last, &budget)
        var found = Found(end: changed.end, isComplete: changed.isComplete)
        for block in changed.blocks {
            guard let movements = await movements(in: block) else {
                // A block that could not be read is read again the next time.
                guard let before = try? await balance(at: block - 1) else { return nil }
                found.end = before
                break
            }
            found.movements += movements
        }
        return found
    }

    /// The blocks after which the account had another balance than before.
    ///
    /// If the budget is used up or a balance cannot be asked, the blocks after ``Changed/end`` are left for the next time.
    private func changed(
        from first: SearchedCoins.Balance, to last: SearchedCoins.Balance, _ budget: inout Int
    ) async -> Changed {
        guard first.units != last.units, first.block < last.block else { return Changed(blocks: [], end: last) }
        guard last.block - first.block > 1 else { return Changed(blocks: [last.block], end: last) }
        guard budget > 0 else { return Changed(blocks: [], end: first) }
        budget -= 1
        let middle: SearchedCoins.Balance
        do throws(NodeError) {
            middle = try await balance(at: first.block + (last.block - first.block) / 2)
        } catch {
            // Most nodes keep the balances of the last 128 blocks only, and refuse to name earlier ones.
            if case .refused = error { return Changed(blocks: [], end: last, isComplete: false) }
            return Changed(blocks: [], end: first)
        }
        let left = await changed(from: first, to: middle, &budget)
        guard left.end.block == middle.block else { return left }
        let right = await changed(from: middle, to: last, &budget)
        return Changed(
            blocks: left.blocks + right.blocks, end: right.end, isComplete: left.isComplete && right.isComplete)
    }

    private struct Changed {
        let blocks: [UInt64]
        let end: SearchedCoins.Balance
        var isComplete = true
    }

    /// The transactions of a block from and to the account; `nil` if it cannot be read.
    private func movements(in number: UInt64) async -> [NativeMovement]? {
        guard let block = try? await node.ask("eth_getBlockByNumber", [.string(HexNumber.text(number)), true]),
            let time = block["timestamp"]?.quantity.flatMap({ Int64(exactly: $0) }), time < 1 << 40
        else { return nil }
        var found: [NativeMovement] = []
        for transaction in (block["transactions"]?.array ?? []).prefix(Self.mostTransactions) {
            guard let txid = transaction["hash"]?.string?.lowercased(), NativeMovementSearch.isHash(txid),
                let from = NativeMovementSearch.address(transaction["from"]),
                let units = transaction["value"]?.bigQuantity,
                units.bitWidth <= 256
            else { continue }
            let to = NativeMovementSearch.address(transaction["to"])
            guard from == account || to == account && units > 0 else { continue }
            guard found.count < Self.mostReceipts else { break }
            let receipt = try? await node.ask("eth_getTransactionReceipt", [.string(txid)])
            guard let status = receipt?["status"]?.quantity else { return nil }
            // Of what others sent, only what succeeded concerns the account.
            guard status == 1 || from == account else { continue }
            let moved = from == to || status != 1 ? 0 : from == account ? -BigInt(units) : BigInt(units)
            let other = from == account ? to ?? from : from
            found.append(
                NativeMovement(
                    id, txid: txid, block: number, at: time, other: other.description, units: moved,
                    hasFailed: status != 1))
        }
        return found
    }

    /// The maximum number of balances that are asked for at once.
    private static let mostBalances = 80
    private static let mostTransactions = 20_000
    private static let mostReceipts = 40
}
