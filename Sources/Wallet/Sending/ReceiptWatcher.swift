public import Bridge

/// Follows the transactions that are on their way until they are in a block.
@MainActor public final class ReceiptWatcher {
    /// Called when a transaction's state has changed.
    public var onChange: (@MainActor (Outgoing) -> Void)?

    private let journal: any Journal
    private let chains: ChainBook
    private let time: Timekeeper
    private let pause: Duration

    /// Creates a watcher that looks every `pause`.
    public init(
        journal: any Journal, chains: ChainBook, time: Timekeeper = .system, pause: Duration = .seconds(12)
    ) {
        self.journal = journal
        self.chains = chains
        self.time = time
        self.pause = pause
    }

    /// Looks again and again, until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            await look()
            do { try await time.sleep(pause) } catch { return }
        }
    }

    /// Looks once for every open transaction of chains of Ethereum's kind that have a node.
    public func look() async {
        guard let open = try? await journal.open() else { return }
        for outgoing in open {
            guard let chain = chain(of: outgoing), let node = try? chains.node(for: chain),
                let state = await fate(of: outgoing, on: node), state != outgoing.state
            else { continue }
            var changed = outgoing
            changed.state = state
            guard (try? await journal.setState(state, of: outgoing.txid, on: outgoing.chain)) != nil else { continue }
            onChange?(changed)
        }
    }

    private func chain(of outgoing: Outgoing) -> Chain? {
        guard outgoing.chain.hasPrefix("eip155:"), let id = UInt64(outgoing.chain.dropFirst(7)) else { return nil }
        return chains.chain(id: id).flatMap { chains.hasNode($0) ? $0 : nil }
    }

    /// What is known of a transaction now; `nil` where nothing more is known than before.
    private func fate(
        of outgoing: Outgoing, on node: any EthereumNode
    ) async -> Outgoing.State? {
        guard let receipt = try? await node.ask("eth_getTransactionReceipt", [.string(outgoing.txid)]) else {
            return nil
        }
        if receipt["transactionHash"]?.string?.lowercased() == outgoing.txid.lowercased(),
            receipt["blockNumber"]?.quantity != nil, let status = receipt["status"]?.quantity
        {
            return .mined(succeeded: status == 1)
        }
        guard receipt == .null, let nonce = outgoing.nonce,
            let count = try? await node.ask(
                "eth_getTransactionCount", [.string(outgoing.from), "latest"]
            ).quantity
        else { return nil }
        if count > nonce {
            // The number is used up, and not by this one. A node that is behind itself may say so for a moment, so the
            // receipt is asked for once more.
            guard (try? await node.ask("eth_getTransactionReceipt", [.string(outgoing.txid)])) == .null else {
                return nil
            }
            return .replaced(by: await successor(of: outgoing, on: node) ?? "")
        }
        guard outgoing.state != .sent,
            let known = try? await node.ask("eth_getTransactionByHash", [.string(outgoing.txid)]),
            known["hash"]?.string?.lowercased() == outgoing.txid.lowercased()
        else { return nil }
        return .sent
    }

    /// The one of this wallet's transactions with the number of `outgoing` that is in a block.
    private func successor(of outgoing: Outgoing, on node: any EthereumNode) async -> String? {
        let rivals = ((try? await journal.recent(limit: 1_000)) ?? []).filter {
            $0.txid != outgoing.txid && $0.chain == outgoing.chain && $0.from == outgoing.from
                && $0.nonce == outgoing.nonce
        }
        for rival in rivals {
            let receipt = try? await node.ask("eth_getTransactionReceipt", [.string(rival.txid)])
            if receipt?["blockNumber"]?.quantity != nil { return rival.txid }
        }
        return nil
    }
}
