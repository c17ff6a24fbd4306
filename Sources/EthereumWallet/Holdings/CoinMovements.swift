import BigInt
import Bridge
import Ethereum
package import WalletCore

/// The payments of a chain's coin to the active account, as far as a node tells without an index.
///
/// Payments of a coin write no logs. While the wallet is open, the balance after each new block shows in which blocks
/// something arrived, and only these blocks are read. What a contract pays is in no block; it is found if the node has
/// `trace_filter`.
@MainActor package final class CoinMovements {
    /// Notes every change of ``items``.
    package let changes = HoldingsChanges()

    /// The payments, the newest first.
    package private(set) var items: [HistoryItem] = []

    private let activeAccount: ActiveAccount
    private let chains: ChainBook
    private let store: any CoinMovementStore

    /// A block, and what the account had after it.
    private struct Figure {
        let block: UInt64
        let units: BigUInt
    }

    private var owner = ""
    private var reached: [UInt64: Figure] = [:]
    private var found: [UInt64: [CoinMovement]] = [:]
    private var isAsking = false

    /// The blocks that can still be replaced.
    private static let unsettled: UInt64 = 12

    /// The maximum number of blocks that are looked at in one go; those before are left out.
    private static let mostBlocks: UInt64 = 4_096

    /// The maximum number of balances that are asked for in one go.
    private static let mostBalances = 80

    /// The maximum number of payments of an account that are listed.
    private static let mostListed = 5_000

    /// Creates the payments of `activeAccount`; no node is asked yet.
    package init(activeAccount: ActiveAccount, chains: ChainBook, store: any CoinMovementStore) {
        self.activeAccount = activeAccount
        self.chains = chains
        self.store = store
    }

    /// Looks at the blocks since the last call; the first call only notes where to begin.
    package func refresh() async {
        let address = activeAccount.address(.ethereum)
        guard let account = try? EthereumAddress(address), !isAsking else { return }
        isAsking = true
        defer { isAsking = false }
        if address != owner { (owner, items, reached, found) = (address, [], [:], [:]) }
        for chain in chains.chains where chains.hasNode(chain) {
            guard let node = try? chains.node(for: chain) else { continue }
            await refresh(chain, of: account, asking: node)
        }
    }

    private func refresh(_ chain: Chain, of account: EthereumAddress, asking node: any EthereumNode) async {
        let id = AccountID(chain: ChainID(eip155: chain.id), address: account.description)
        guard let head = try? await node.ask("eth_blockNumber", []).quantity, head < 1 << 53,
            let now = await figure(of: account, at: head, asking: node)
        else { return }
        var complete = head
        if found[chain.id] == nil { found[chain.id] = (try? await store.payments(to: id)) ?? [] }
        if let last = reached[chain.id], last.block < head, head - last.block <= Self.mostBlocks {
            var budget = Self.mostBalances
            let search = await risen(from: last, to: now, of: account, asking: node, &budget)
            var (new, end) = ([CoinMovement](), search.end)
            for block in search.blocks {
                guard let arrived = await payments(in: block, to: id, account, asking: node) else {
                    // A block that could not be read is read again the next time.
                    guard let before = await figure(of: account, at: block - 1, asking: node) else { return }
                    end = before
                    break
                }
                new += arrived
            }
            guard owner == account.description else { return }
            complete = end.block
            let earlier = (found[chain.id] ?? []).filter { $0.block <= last.block || $0.block > end.block }
            let all = (new + earlier).sorted { $0.block > $1.block }
            if all != found[chain.id] {
                found[chain.id] = Array(all.prefix(Self.mostListed))
                let later = earlier.filter { $0.block > end.block }
                try? await store.keep(new + later, to: id, from: last.block + 1)
            }
        }
        // The last blocks are looked at again, because they may be replaced.
        let settled = min(
            complete,
            max(head > Self.unsettled ? head - Self.unsettled : 0, min(reached[chain.id]?.block ?? head, head)))
        let next = settled == head ? now : await figure(of: account, at: settled, asking: node)
        guard owner == account.description else { return }
        if let next { reached[chain.id] = next }
        list(chain, id, head: head)
    }

    private func figure(of account: EthereumAddress, at block: UInt64, asking node: any EthereumNode) async -> Figure? {
        try? await askedFigure(of: account, at: block, asking: node)
    }

    private func askedFigure(
        of account: EthereumAddress, at block: UInt64, asking node: any EthereumNode
    ) async throws(NodeError) -> Figure {
        let units = try await node.ask(
            "eth_getBalance", [.string(account.description), .string(HexNumber.text(block))]
        ).bigQuantity
        guard let units else { throw .malformed }
        return Figure(block: block, units: units)
    }

    /// The blocks after `first`, up to that of `last`, after which the account had another balance than before.
    ///
    /// Between two equal balances, no block is looked at. If the budget is used up or a balance cannot be asked, the
    /// blocks after ``Risen/end`` are left for the next time.
    private func risen(
        from first: Figure, to last: Figure, of account: EthereumAddress, asking node: any EthereumNode,
        _ budget: inout Int
    ) async -> Risen {
        guard first.units != last.units, first.block < last.block else { return Risen(blocks: [], end: last) }
        guard last.block - first.block > 1 else { return Risen(blocks: [last.block], end: last) }
        guard budget > 0 else { return Risen(blocks: [], end: first) }
        budget -= 1
        let middle: Figure
        do throws(NodeError) {
            middle = try await askedFigure(
                of: account, at: first.block + (last.block - first.block) / 2, asking: node)
        } catch {
            // Most nodes keep the balances of the last 128 blocks only, and refuse to name earlier ones.
            if case .refused = error { return Risen(blocks: [], end: last) }
            return Risen(blocks: [], end: first)
        }
        let left = await risen(from: first, to: middle, of: account, asking: node, &budget)
        guard left.end.block == middle.block else { return left }
        let right = await risen(from: middle, to: last, of: account, asking: node, &budget)
        return Risen(blocks: left.blocks + right.blocks, end: right.end)
    }

    /// The blocks with another balance, and up to where that is known.
    private struct Risen {
        let blocks: [UInt64]
        let end: Figure
    }

    /// The payments to the account in a block; `nil` if it cannot be read.
    private func payments(
        in number: UInt64, to id: AccountID, _ account: EthereumAddress, asking node: any EthereumNode
    ) async -> [CoinMovement]? {
        let text = JSON.string(HexNumber.text(number))
        guard let block = try? await node.ask("eth_getBlockByNumber", [text, true]),
            let time = block["timestamp"]?.quantity.flatMap({ Int64(exactly: $0) }), time < 1 << 40
        else { return nil }
        var payments: [CoinMovement] = []
        func add(_ transfer: JSON, txid: JSON?) {
            guard let txid = txid?.string, Self.isHash(txid), Self.address(transfer["to"]) == account,
                let from = Self.address(transfer["from"]), from != account,
                let units = transfer["value"]?.bigQuantity, units > 0, units.bitWidth <= 256
            else { return }
            if let place = payments.firstIndex(where: { $0.txid == txid }) {
                payments[place] = CoinMovement(
                    id, txid: txid, block: number, at: time, from: payments[place].from,
                    units: payments[place].units + units)
            } else {
                payments.append(
                    CoinMovement(id, txid: txid, block: number, at: time, from: from.description, units: units))
            }
        }
        let filter: JSON = [["fromBlock": text, "toBlock": text, "toAddress": [.string(account.description)]]]
        if let traces = try? await node.ask("trace_filter", filter).array {
            for trace in traces.prefix(Self.mostTransfers) {
                // A call that keeps the balance of its contract moves nothing.
                let moves = trace["type"] == "call" && trace["action"]?["callType"] == "call" && trace["error"] == nil
                if moves, let action = trace["action"] { add(action, txid: trace["transactionHash"]) }
            }
            return payments
        }
        for transaction in (block["transactions"]?.array ?? []).prefix(Self.mostTransfers) {
            add(transaction, txid: transaction["hash"])
        }
        var succeeded: [CoinMovement] = []
        for payment in payments.prefix(Self.mostReceipts) {
            let receipt = try? await node.ask("eth_getTransactionReceipt", [.string(payment.txid)])
            guard let status = receipt?["status"]?.quantity else { return nil }
            if status == 1 { succeeded.append(payment) }
        }
        return succeeded
    }

    private static let mostTransfers = 20_000
    private static let mostReceipts = 40

    private static func address(_ json: JSON?) -> EthereumAddress? {
        json?.string.flatMap { try? EthereumAddress($0.lowercased()) }
    }

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 66 && text.hasPrefix("0x") && text.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    private func list(_ chain: Chain, _ id: AccountID, head: UInt64) {
        let listed = (found[chain.id] ?? []).filter { $0.block <= head }.map { payment in
            HistoryItem(payment, of: chain, head: head)
        }
        let before = items
        items = (items.filter { $0.account != id } + listed).sorted { ($0.at ?? 0) > ($1.at ?? 0) }
        if items != before { changes.note() }
    }
}

extension HistoryItem {
    /// A payment that arrived on `chain`, whose latest block is `head` as far as is known.
    package init(_ payment: CoinMovement, of chain: Chain, head: UInt64?) {
        let confirmations = head.map { $0 >= payment.block ? Int(clamping: $0 - payment.block) + 1 : 1 } ?? 1
        self.init(
            payment.account, txid: payment.txid, at: payment.at,
            changes: [AssetChange(chain.coin, BigInt(payment.units))], others: [payment.from],
            state: .confirmed(confirmations))
    }
}
