import Bridge

/// How subscriptions hear of news: each chain that has some is looked at now and then.
extension ChainWatches {
    /// Begins to look at a chain, unless that is done already.
    func look(at chain: Chain) {
        guard looking[chain.id] == nil else { return }
        looking[chain.id] = Task { [weak self, time] in
            var failures = 0
            while !Task.isCancelled {
                guard let pause = self?.limits.pause else { return }
                // A node that does not answer is asked less and less often, once a minute in the end.
                try? await time.sleep(min(pause * (1 << min(failures, 6)), max(pause, .seconds(60))))
                guard !Task.isCancelled, let self, self.hasSubscriptions(on: chain) else { break }
                failures = await self.lookOnce(at: chain) ? 0 : failures + 1
            }
            self?.looking[chain.id] = nil
        }
    }

    /// Whether anything is still to be told of `chain`; subscriptions whose site is on another one end here.
    private func hasSubscriptions(on chain: Chain) -> Bool {
        watches = watches.filter { !$0.value.isSubscription || isAlive($0.value) }
        return watches.values.contains { $0.isSubscription && $0.chain.id == chain.id }
    }

    /// Asks what is new, and tells it.
    ///
    /// - Returns: Whether the node answered.
    func lookOnce(at chain: Chain) async -> Bool {
        guard let node = try? chains.node(for: chain),
            let newest = try? await node.ask("eth_getBlockByNumber", ["latest", false]),
            let number = Self.number(of: newest)
        else { return false }
        heard(number, on: chain)
        var headers: [UInt64: JSON] = [number: newest]
        var logs: [Batch: JSON] = [:]
        var isAnswered = true
        for key in watches.keys.sorted(by: { ($0.id.utf8.count, $0.id) < ($1.id.utf8.count, $1.id) }) {
            guard let watch = watches[key], watch.isSubscription, watch.chain.id == chain.id, watch.next <= number
            else {
                continue
            }
            switch watch.kind {
            case .blocks: isAnswered = await tellBlocks(watch, upTo: number, &headers, node) && isAnswered
            case .logs(let criteria):
                isAnswered = await tellLogs(watch, criteria, upTo: number, &logs, node) && isAnswered
            }
        }
        return isAnswered
    }

    /// What several subscriptions may want to know alike.
    private struct Batch: Hashable {
        let criteria: LogCriteria
        let blocks: ClosedRange<UInt64>
    }

    private func tellBlocks(
        _ watch: Watch, upTo head: UInt64, _ headers: inout [UInt64: JSON], _ node: any EthereumNode
    ) async -> Bool {
        let first = head - watch.next < limits.blocks ? watch.next : head - limits.blocks + 1
        for number in first...head {
            if headers[number] == nil {
                headers[number] = try? await node.ask(
                    "eth_getBlockByNumber", [.string(HexNumber.text(number)), false])
            }
            guard let block = headers[number], Self.number(of: block) == number, isThere(watch) else { return false }
            var told = watch
            told.next = number + 1
            update(told)
            tell(watch, Self.header(block))
        }
        return true
    }

    private func tellLogs(
        _ watch: Watch, _ criteria: LogCriteria, upTo head: UInt64, _ answers: inout [Batch: JSON],
        _ node: any EthereumNode
    ) async -> Bool {
        var told = watch
        guard let blocks = criteria.part(of: watch.next...head) else { return true }
        let batch = Batch(criteria: criteria, blocks: blocks)
        if answers[batch] == nil {
            answers[batch] = try? await node.ask("eth_getLogs", .array(criteria.parameters(blocks)))
        }
        guard let logs = answers[batch]?.array, isThere(watch) else { return false }
        let part = Self.whole(logs, upTo: limits.logs)
        // However the node numbers them, it goes on.
        told.next = min(max(part.next ?? head + 1, watch.next + 1), head + 1)
        update(told)
        for log in part.logs { tell(watch, log) }
        return true
    }

    /// As many logs as are told at once, whole blocks of them, and the block that comes after; `nil` where that is all.
    ///
    /// One block is told whole, however many it has.
    static func whole(_ logs: [JSON], upTo limit: Int) -> (logs: ArraySlice<JSON>, next: UInt64?) {
        func block(_ log: JSON) -> UInt64 { log["blockNumber"]?.quantity ?? 0 }
        guard logs.count > limit, let first = logs.first.map(block) else { return (logs[...], nil) }
        let last = block(logs[limit])
        guard let next = last > first ? last : logs.lazy.map(block).first(where: { $0 > first }) else {
            return (logs[...], nil)
        }
        return (logs.prefix { block($0) < next }, next)
    }

    /// Whether the subscription was not ended while the node was asked.
    private func isThere(_ watch: Watch) -> Bool {
        self.watch(watch.id, of: watch.peer, isSubscription: true) != nil
    }

    /// Tells the page (EIP-1193, section "Message"; EIP-758).
    private func tell(_ watch: Watch, _ result: JSON) {
        guard let document = watch.peer.document else { return }
        announcer.announce(
            .message(type: "eth_subscription", data: ["subscription": .string(watch.id), "result": result]),
            to: document)
    }

    /// A block's header: the block without what it holds.
    private static func header(_ block: JSON) -> JSON {
        var header = JSONObject()
        for member in block.object?.members ?? []
        where member.value.array == nil && member.value.object == nil
            && !["size", "totalDifficulty"].contains(member.key)
        {
            header[member.key] = member.value
        }
        return .object(header)
    }
}
