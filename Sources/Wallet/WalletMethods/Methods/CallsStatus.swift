import Bridge
import Ethereum
import EthereumWallet
import WalletCore

/// `wallet_getCallsStatus` and `wallet_showCallsStatus` (EIP-5792): what happened to a batch of calls.
struct CallsStatus: Method {
    /// What is done with the status.
    enum Action: String, CaseIterable {
        case get = "wallet_getCallsStatus"
        case show = "wallet_showCallsStatus"
    }

    let action: Action
    let access = MethodAccess.open
    let sites: SiteAccounts
    let chains: ChainBook
    let bundles: CallBundles
    let journal: any Journal
    let pace: SiteRateLimit

    var names: [String] { [action.rawValue] }

    func parse(_ request: Request) throws(RPCError) -> String {
        guard let id = request.params[0]?.string, id.utf8.count <= SendCalls.longestID else {
            throw RPCError(.invalidParameters, "The parameters must be [id].")
        }
        return id
    }

    func run(_ id: String, for request: Request) async throws(RPCError) -> JSON {
        guard let bundle = bundles.bundle(id, of: request.peer.origin) else {
            throw RPCError(.unknownBundle, "This site has sent no batch with this ID in the last 7 days.")
        }
        guard action == .get else {
            // The window lists every transaction in the history, which it offers to show.
            bundles.shows.tell(request.peer)
            return .null
        }
        guard let chain = chains.chain(id: bundle.chain) else {
            throw RPCError(.unsupportedChain, "The wallet does not know the chain \(bundle.chain) any more.")
        }
        let node = try chains.node(for: chain)
        var outcomes: [Outcome] = []
        for first in bundle.hashes {
            guard let hash = await latest(first, on: chain) else {
                outcomes.append(.dropped)
                continue
            }
            let answer = try await node.ask(
                "eth_getTransactionReceipt", [.string(hash)], for: request.peer.origin,
                isConnected: sites.isConnected(request), on: chain, at: pace)
            outcomes.append(Self.receipt(answer.result, of: hash).map { .included($0) } ?? .pending)
        }
        let receipts = outcomes.compactMap(\.receipt)
        let status = Self.status(of: outcomes, calls: bundle.count)
        return [
            "version": "2.0.0", "id": .string(bundle.id), "chainId": .string(chain.hexID),
            "status": .number(JSONNumber(status)), "atomic": false, "receipts": .array(receipts),
        ]
    }

    /// What became of the transaction of a call.
    private enum Outcome {
        /// No block has it yet.
        case pending

        /// A block has it; its receipt.
        case included(JSON)

        /// It is not in a block, and never will be: it was cancelled, or never left the wallet.
        case dropped

        var receipt: JSON? { if case .included(let receipt) = self { receipt } else { nil } }

        var isPending: Bool { if case .pending = self { true } else { false } }
    }

    /// The hash of the transaction that now stands for the one with `hash`, which the user may have sped up; `nil` if
    /// another one took its place, or it was never sent.
    private func latest(_ hash: String, on chain: Chain) async -> String? {
        var hash = hash
        let first = try? await journal.transaction(hash, on: chain.caip)
        var record = first
        for _ in 0..<Self.mostReplacements {
            guard let current = record else { return hash }
            switch current.state {
            case .refused: return nil
            case .replaced(let other):
                hash = other
                record = try? await journal.transaction(other, on: chain.caip)
                // A replacement does the same only if it was made to be faster.
                guard let record, let first, Self.doSame(first, record) else { return nil }
            case .signed, .sent, .unknown, .mined, .declined, .abandoned: return hash
            }
        }
        return hash
    }

    /// Whether two transactions of an account call the same contract with the same data and amount.
    private static func doSame(_ one: TransactionRecord, _ other: TransactionRecord) -> Bool {
        guard let one = try? SignedTransaction(raw: one.raw).transaction,
            let other = try? SignedTransaction(raw: other.raw).transaction
        else { return false }
        return one.to == other.to && one.value == other.value && one.data == other.data
    }

    /// The status code: 100 pending, 200 confirmed, 400 none was included and none will be, 500 all failed, 600 some
    /// failed or were not sent.
    private static func status(of outcomes: [Outcome], calls: Int) -> Int {
        guard !outcomes.contains(where: \.isPending) else { return 100 }
        let receipts = outcomes.compactMap(\.receipt)
        guard !receipts.isEmpty else { return 400 }
        let succeeded = receipts.count { $0["status"] == "0x1" }
        if succeeded == calls { return 200 }
        return succeeded == 0 && receipts.count == calls ? 500 : 600
    }

    private static let mostReplacements = 32

    /// The members of a receipt that the specification names; `nil` if it is not one of `hash` in a block.
    private static func receipt(_ receipt: JSON, of hash: String) -> JSON? {
        guard receipt["transactionHash"]?.string?.lowercased() == hash.lowercased(), let logs = receipt["logs"]?.array,
            let blockHash = receipt["blockHash"]?.string, let block = receipt["blockNumber"]?.string,
            let gas = receipt["gasUsed"]?.string, let status = receipt["status"]?.string.flatMap(HexNumber.read)
        else { return nil }
        let plain = logs.prefix(mostLogs).map { log -> JSON in
            ["address": log["address"] ?? .null, "data": log["data"] ?? "0x", "topics": log["topics"] ?? []]
        }
        return [
            "logs": .array(plain), "status": status == 1 ? "0x1" : "0x0", "blockHash": .string(blockHash),
            "blockNumber": .string(block), "gasUsed": .string(gas), "transactionHash": .string(hash),
        ]
    }

    private static let mostLogs = 2_000
}
