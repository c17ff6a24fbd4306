import BigInt
import Bridge
import Ethereum
package import WalletCore

/// The transfers of known tokens to and from an account, by the logs of its nodes.
///
/// Only tokens of the wallet's list and those that the user added are searched: anyone can create a token and write any
/// transfer into its logs. Payments of the native coin write no logs.
@MainActor package final class TokenMovements {
    /// Notes every change of ``items``.
    package let changes = HoldingsChanges()

    /// The movements, the newest first.
    package private(set) var items: [HistoryItem] = []

    private let holder: EthereumHolder
    private let chains: ChainBook
    private let knowledge: EthereumKnowledge

    private var owner = ""
    private var reached: [UInt64: UInt64] = [:]
    private var found: [UInt64: [EventLog]] = [:]
    private var times: [UInt64: [UInt64: Int64]] = [:]

    /// Creates movements of `activeAccount`; no node is asked yet.
    package convenience init(activeAccount: ActiveAccount, chains: ChainBook, knowledge: EthereumKnowledge) {
        self.init(.active(activeAccount), chains: chains, knowledge: knowledge)
    }

    /// Creates movements of `holder`; no node is asked yet.
    package init(_ holder: EthereumHolder, chains: ChainBook, knowledge: EthereumKnowledge) {
        self.holder = holder
        self.chains = chains
        self.knowledge = knowledge
    }

    /// Asks each node for the movements since the last call; the first call searches some weeks.
    package func refresh() async {
        let address = holder.address()
        guard let account = try? EthereumAddress(address) else { return }
        if address != owner { (owner, items, reached, found, times) = (address, [], [:], [:], [:]) }
        for chain in chains.chains where chains.hasNode(chain) {
            guard let node = try? chains.node(for: chain) else { continue }
            await refresh(chain, of: account, asking: node)
        }
    }

    private func refresh(_ chain: Chain, of account: EthereumAddress, asking node: any EthereumNode) async {
        let tokens = knowledge.tokens.all.filter { $0.chainID == chain.id }.map(\.address)
            .sorted { $0.description < $1.description }.prefix(Self.mostTokens)
        guard !tokens.isEmpty, let head = try? await node.ask("eth_blockNumber", []).quantity, head < 1 << 53 else {
            return
        }
        // The last blocks are searched again, because they may have been replaced.
        let known = reached[chain.id].map { $0 > Self.unsettled ? $0 - Self.unsettled : 0 }
        let first = known ?? (head > Self.firstSpan ? head - Self.firstSpan : 0)
        guard first <= head else { return }
        let contracts: JSON = .array(tokens.map { .string($0.description) })
        let transfer: JSON = .string(HexText.of(TokenEvent.Signature.transfer))
        let scanner = LogScanner(node: node)
        let sides: [JSON] = [
            [transfer, LogScanner.topic(account)], [transfer, .null, LogScanner.topic(account)],
        ]
        var logs: [EventLog] = []
        for topics in sides {
            guard
                let part = try? await scanner.scan(
                    ["address": contracts, "topics": topics], in: first...head, most: Self.mostRequests)
            else { return }
            logs += part.logs
        }
        guard owner == account.description else { return }
        let earlier = (found[chain.id] ?? []).filter { ($0.block ?? 0) < first }
        found[chain.id] = Array((earlier + logs).sorted { ($0.block ?? 0) > ($1.block ?? 0) }.prefix(Self.mostLogs))
        reached[chain.id] = head
        await readTimes(on: chain, asking: node)
        guard owner == account.description else { return }
        list(chain, of: account, head: head)
    }

    /// Reads the times of the newest blocks with movements.
    private func readTimes(on chain: Chain, asking node: any EthereumNode) async {
        var known = times[chain.id] ?? [:]
        var blocks: [UInt64] = []
        for block in (found[chain.id] ?? []).compactMap(\.block) where known[block] == nil && !blocks.contains(block) {
            blocks.append(block)
        }
        for block in blocks.prefix(Self.mostTimes) {
            let answer = try? await node.ask("eth_getBlockByNumber", [.string(HexNumber.text(block)), false])
            if let time = answer?["timestamp"]?.quantity.flatMap({ Int64(exactly: $0) }), time < 1 << 40 {
                known[block] = time
            }
        }
        times[chain.id] = known
    }

    private func list(_ chain: Chain, of account: EthereumAddress, head: UInt64) {
        let id = AccountID(chain: ChainID(eip155: chain.id), address: account.description)
        var order: [String] = []
        var groups: [String: [EventLog]] = [:]
        for log in found[chain.id] ?? [] {
            guard let transaction = log.transaction else { continue }
            if groups[transaction] == nil { order.append(transaction) }
            groups[transaction, default: []].append(log)
        }
        let listed = order.compactMap { item($0, groups[$0] ?? [], id, account, chain, head: head) }
        items = (items.filter { $0.account != id } + listed).sorted { ($0.at ?? 0) > ($1.at ?? 0) }
        changes.note()
    }

    private func item(
        _ txid: String, _ logs: [EventLog], _ id: AccountID, _ account: EthereumAddress, _ chain: Chain, head: UInt64
    ) -> HistoryItem? {
        var (totals, order, others) = ([EthereumAddress: BigInt](), [EthereumAddress](), [String]())
        for log in Set(logs).sorted(by: { $0.place < $1.place }) {
            for case .transfer(let asset, let from, let to, let units) in TokenEvent.of(log) where asset.item == nil {
                guard let token = asset.token, from != to, from == account || to == account else { continue }
                if totals[token] == nil { order.append(token) }
                totals[token, default: 0] += from == account ? -BigInt(units) : BigInt(units)
                let other = (from == account ? to : from).description
                if !others.contains(other) { others.append(other) }
            }
        }
        let changes = order.compactMap { token -> AssetChange? in
            guard let known = knowledge.tokens.token(token, on: chain.id), let total = totals[token], total != 0,
                let asset = AssetID("eip155:\(chain.id)/erc20:\(token.description)")
            else { return nil }
            return AssetChange(
                HeldAsset(
                    asset, symbol: known.symbol, decimals: known.decimals, isVouchedFor: known.isVouchedFor), total)
        }
        guard !changes.isEmpty, let block = logs.first?.block, block <= head else { return nil }
        return HistoryItem(
            id, txid: txid, at: times[chain.id]?[block], changes: changes, others: others,
            state: .confirmed(Int(clamping: head - block + 1)))
    }

    private static let mostTokens = 64
    private static let mostRequests = 40
    private static let mostLogs = 5_000
    private static let mostTimes = 40
    private static let firstSpan: UInt64 = 200_000
    private static let unsettled: UInt64 = 64
}
