internal import BigInt
public import Bridge
internal import Network
public import WalletCore

/// Tracks pending transactions until they are in a block.
@MainActor public final class ReceiptWatcher {
    /// A transaction's state has changed.
    public let changes = Listeners<TransactionRecord>()

    private let journal: any Journal
    private let chains: ChainBook
    private let time: TimeSource
    private let pause: Duration
    private let now: @Sendable () -> Int64

    /// The confirmed transactions whose blocks can no longer be replaced.
    private var settled: Set<TransactionRecord> = []

    /// Creates a watcher that checks at intervals of `pause`; `now` is the time in seconds since 1970.
    public init(
        journal: any Journal, chains: ChainBook, time: TimeSource = .system, pause: Duration = .seconds(12),
        now: @escaping @Sendable () -> Int64 = WalletClock.systemTime
    ) {
        self.journal = journal
        self.chains = chains
        self.time = time
        self.pause = pause
        self.now = now
    }

    /// Checks repeatedly until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            await look()
            do { try await time.sleep(pause) } catch { return }
        }
    }

    /// Checks once for every open transaction on the EVM chains that have a node.
    ///
    /// - Parameter alsoPossible: Whether to check also for transactions that were given up or declined.
    public func look(alsoPossible: Bool = false) async {
        var wanted = (try? await journal.open()) ?? []
        if alsoPossible { wanted += (try? await journal.possible()) ?? [] }
        for outgoing in wanted { _ = await settle(outgoing) }
        await lookAtReplacedBlocks()
    }

    /// Checks the confirmed transactions whose blocks may still be replaced: one that no block contains any more is
    /// pending again.
    private func lookAtReplacedBlocks() async {
        let recent = (try? await journal.recent(limit: Self.mostRecent)) ?? []
        var heads: [String: UInt64] = [:]
        for outgoing in recent where outgoing.isConfirmedOnEthereum && !settled.contains(outgoing) {
            guard let block = outgoing.inclusion?.block, let chain = chain(of: outgoing),
                let node = try? chains.node(for: chain)
            else { continue }
            if heads[outgoing.chain] == nil {
                heads[outgoing.chain] = (try? await node.ask("eth_blockNumber", []).quantity) ?? 0
            }
            guard let head = heads[outgoing.chain], head >= block else { continue }
            // A block is old enough if it is still there when it is.
            let isOld = head - block >= Self.unsettled
            guard let isThere = await contains(outgoing.txid, block, node) else { continue }
            guard !isThere else {
                if isOld { settled.insert(outgoing) }
                continue
            }
            // It may be in another block, or wait for one.
            guard await settle(outgoing) == .missing else { continue }
            await record(.unknown, of: outgoing)
        }
    }

    /// Whether the block with this number contains a transaction; `nil` if the node does not tell.
    private func contains(_ txid: String, _ block: UInt64, _ node: any EthereumNode) async -> Bool? {
        guard let answer = try? await node.ask("eth_getBlockByNumber", [.string(HexNumber.text(block)), false]),
            answer["number"]?.quantity == block, let transactions = answer["transactions"]?.array
        else { return nil }
        return transactions.contains { $0.string?.lowercased() == txid.lowercased() }
    }

    /// Records the state of a transaction; whether it was possible.
    @discardableResult private func record(
        _ state: TransactionRecord.State, of outgoing: TransactionRecord
    ) async -> Bool {
        var changed = outgoing
        changed.state = state
        guard (try? await journal.setState(state, of: outgoing.txid, on: outgoing.chain)) != nil else { return false }
        changes.tell(changed)
        return true
    }

    /// The time after which a node shows what it has accepted, in seconds.
    private static let patience: Int64 = 60

    /// The blocks that may still be replaced.
    private static let unsettled: UInt64 = 64
    private static let mostRecent = 200

    /// Records the current state of a transaction, and returns its status in the network.
    func settle(_ outgoing: TransactionRecord) async -> NetworkStatus {
        guard let chain = chain(of: outgoing), let node = try? chains.node(for: chain) else { return .unasked }
        do throws(NodeError) {
            guard let (state, inclusion) = try await outcome(of: outgoing, on: chain, node) else {
                // A node has accepted it, and none has it now. Some nodes show a transaction only after a while.
                if outgoing.state == .sent, now() - outgoing.at >= Self.patience {
                    await record(.unknown, of: outgoing)
                }
                return .missing
            }
            if let inclusion, inclusion != outgoing.inclusion {
                // Without it, the history has no fee; the state counts.
                try? await journal.setInclusion(inclusion, of: outgoing.txid, on: outgoing.chain)
            }
            if state != outgoing.state { await record(state, of: outgoing) }
            return .known
        } catch {
            return .unasked
        }
    }

    private func chain(of outgoing: TransactionRecord) -> Chain? {
        ChainID(outgoing.chain).flatMap(chains.chain).flatMap { chains.hasNode($0) ? $0 : nil }
    }

    /// The state of a transaction according to the node; `nil` if the node does not know it.
    ///
    /// - Throws: An error of the node, or an error if its nonce is used and it is not final by which transaction.
    private func outcome(
        of outgoing: TransactionRecord, on chain: Chain, _ node: any EthereumNode
    ) async throws(NodeError) -> Outcome? {
        guard let nonce = outgoing.nonce else { throw .malformed }
        let finality = Finality(node: node, chainID: chain.id, now: now())
        if let receipt = try await receipt(of: outgoing.txid, on: node) { return receipt }
        let counted = try await finality.count(of: outgoing.from, at: "latest")
        if counted > nonce {
            // The nonce is used, and not by this transaction. A node can report this briefly while its parts are not in
            // sync, so the receipt is requested once more.
            if let receipt = try await receipt(of: outgoing.txid, on: node) { return receipt }
            if let successor = await successor(of: outgoing, on: node) { return (.replaced(by: successor), nil) }
            // The count may come from a node that is ahead of the one that was asked for the receipt. A transaction
            // that the wallet does not know counts as the replacement only once this is final.
            guard try await finality.hasUsed(nonce, of: outgoing, latest: counted) else { throw .malformed }
            if let receipt = try await receipt(of: outgoing.txid, on: node) { return receipt }
            return (.replaced(by: ""), nil)
        }
        switch await node.shows(outgoing.txid, time: time) {
        case true?: return (.sent, nil)
        case false?: return nil
        case nil: throw .wire(.unreachable)
        }
    }

    /// How a transaction ended in a block; `nil` if it is in none.
    private func receipt(of txid: String, on node: any EthereumNode) async throws(NodeError) -> Outcome? {
        let receipt = try await node.ask("eth_getTransactionReceipt", [.string(txid)])
        if receipt == .null { return nil }
        guard receipt["transactionHash"]?.string?.lowercased() == txid.lowercased(),
            let block = receipt["blockNumber"]?.quantity, let status = receipt["status"]?.quantity
        else { throw .malformed }
        return (
            .mined(succeeded: status == 1), TransactionRecord.Inclusion(block: block, fee: Self.fee(in: receipt))
        )
    }

    /// What a transaction cost: the gas at its price, and on an OP-Stack chain the fee for its data on Ethereum.
    private static func fee(in receipt: JSON) -> BigUInt? {
        guard let gas = receipt["gasUsed"]?.bigQuantity, let price = receipt["effectiveGasPrice"]?.bigQuantity,
            gas.bitWidth <= 64, price.bitWidth <= 128
        else { return nil }
        guard let data = receipt["l1Fee"], data != .null else { return gas * price }
        // A fee of which one part cannot be read is not known.
        guard let part = data.bigQuantity, part.bitWidth <= 128 else { return nil }
        return gas * price + part
    }

    /// What became of a transaction, and if it is in a block, what it cost there.
    private typealias Outcome = (state: TransactionRecord.State, inclusion: TransactionRecord.Inclusion?)

    /// This wallet's transaction with the nonce of `outgoing` that is in a block, or `nil`.
    private func successor(of outgoing: TransactionRecord, on node: any EthereumNode) async -> String? {
        // If the closure captures the record itself, Swift 6.3.1 does not compile this with optimization.
        let (txid, chain, from, nonce) = (outgoing.txid, outgoing.chain, outgoing.from, outgoing.nonce)
        let rivals = ((try? await journal.recent(limit: 1_000)) ?? []).filter {
            $0.txid != txid && $0.chain == chain && $0.from == from && $0.nonce == nonce
        }
        for rival in rivals {
            if (try? await receipt(of: rival.txid, on: node)) != nil { return rival.txid }
        }
        return nil
    }
}

extension TransactionRecord {
    /// Whether it is in a block of an EVM chain.
    fileprivate var isConfirmedOnEthereum: Bool {
        guard case .mined = state, case .ethereum = kind else { return false }
        return true
    }
}
