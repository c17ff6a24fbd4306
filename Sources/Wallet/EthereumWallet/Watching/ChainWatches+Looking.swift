import Bridge

/// Polls each chain with subscriptions regularly, and sends new blocks and logs to the subscribers.
extension ChainWatches {
    /// Starts to poll a chain, unless it is already being polled.
    func look(at chain: Chain) {
        guard looking[chain.id] == nil else { return }
        looking[chain.id] = Task { [weak self, time] in
            var failures = 0
            while !Task.isCancelled {
                guard let pause = self?.limits.pause else { return }
                // A node that does not respond is polled at growing intervals, up to one minute.
                try? await time.sleep(min(pause * (1 << min(failures, 6)), max(pause, .seconds(60))))
                guard !Task.isCancelled, let self, self.hasSubscriptions(on: chain) else { break }
                failures = await self.lookOnce(at: chain) ? 0 : failures + 1
            }
            self?.looking[chain.id] = nil
        }
    }

    /// Whether there is a subscription to `chain`; subscriptions whose site is on another chain end here.
    private func hasSubscriptions(on chain: Chain) -> Bool {
        watches = watches.filter { !$0.value.isSubscription || isAlive($0.value) }
        return watches.values.contains { $0.isSubscription && $0.chain.id == chain.id }
    }

    /// Requests new blocks and logs, and sends them.
    ///
    /// - Returns: Whether the node returned the blocks; logs that it refuses are requested again for fewer blocks.
    func lookOnce(at chain: Chain) async -> Bool {
        guard let node = try? chains.node(for: chain),
            let newest = try? await node.askForSite("eth_getBlockByNumber", ["latest", false]).result,
            let number = Self.number(of: newest)
        else { return false }
        heard(number, on: chain)
        var headers = [number: header(newest)].compactMapValues(\.self)
        var isAnswered = true
        var batches: [(batch: Batch, keys: [Key])] = []
        for key in watches.keys.sorted(by: { ($0.id.utf8.count, $0.id) < ($1.id.utf8.count, $1.id) }) {
            guard let watch = watches[key], watch.isSubscription, watch.chain.id == chain.id, watch.next <= number
            else {
                continue
            }
            switch watch.kind {
            case .blocks: isAnswered = await sendBlocks(watch, upTo: number, &headers, node) && isAnswered
            case .logs(let criteria):
                guard let blocks = logBlocks(watch, criteria, upTo: number) else { continue }
                let batch = Batch(criteria: criteria, blocks: blocks)
                if let place = batches.firstIndex(where: { $0.batch == batch }) {
                    batches[place].keys.append(key)
                } else {
                    batches.append((batch, [key]))
                }
            }
        }
        // One response at a time, because they may be large.
        for (batch, keys) in batches { await sendLogs(batch, to: keys, node) }
        return isAnswered
    }

    /// A query that several subscriptions may share.
    private struct Batch: Hashable {
        let criteria: LogCriteria
        let blocks: ClosedRange<UInt64>
    }

    private func sendBlocks(
        _ watch: Watch, upTo head: UInt64, _ headers: inout [UInt64: JSON], _ node: any EthereumNode
    ) async -> Bool {
        let first = head - watch.next < limits.blocks ? watch.next : head - limits.blocks + 1
        for number in first...head {
            if headers[number] == nil,
                let block = try? await node.askForSite(
                    "eth_getBlockByNumber", [.string(HexNumber.text(number)), false]
                ).result
            {
                headers[number] = header(block)
            }
            guard let header = headers[number], Self.number(of: header) == number, isThere(watch) else { return false }
            var told = watch
            told.next = number + 1
            update(told)
            tell(watch, header)
        }
        return true
    }

    private func sendLogs(_ batch: Batch, to keys: [Key], _ node: any EthereumNode) async {
        var part: (logs: ArraySlice<JSON>, next: UInt64?)?
        var failure: NodeError?
        do throws(NodeError) {
            let answer = try await node.askForSite("eth_getLogs", .array(batch.criteria.parameters(batch.blocks)))
                .result
            part = answer.array.map { Self.whole($0, upTo: limits.logs) }
        } catch {
            failure = error
        }
        for key in keys {
            guard var told = watches[key], isThere(told) else { continue }
            if let part {
                // The next poll starts at a later block even if the node numbers the logs incorrectly.
                let end = batch.blocks.upperBound + 1
                told.next = min(max(part.next ?? end, told.next + 1), end)
                told.widen(after: batch.blocks)
            } else if let failure {
                told.narrow(from: batch.blocks, because: failure)
            }
            update(told)
            for log in part?.logs ?? [] { tell(told, log) }
        }
    }

    /// The logs that are delivered at once, in whole blocks, and the next block; `nil` if there are no more logs.
    ///
    /// A block is always delivered completely, regardless of the number of its logs.
    static func whole(_ logs: [JSON], upTo limit: Int) -> (logs: ArraySlice<JSON>, next: UInt64?) {
        func block(_ log: JSON) -> UInt64 { log["blockNumber"]?.quantity ?? 0 }
        guard logs.count > limit, let first = logs.first.map(block) else { return (logs[...], nil) }
        let last = block(logs[limit])
        guard let next = last > first ? last : logs.lazy.map(block).first(where: { $0 > first }) else {
            return (logs[...], nil)
        }
        return (logs.prefix { block($0) < next }, next)
    }

    /// Whether the subscription still exists after the node was asked.
    private func isThere(_ watch: Watch) -> Bool {
        self.watch(watch.id, of: watch.peer, isSubscription: true) != nil
    }

    /// Sends `result` to the page (EIP-1193, section "Message"; EIP-758).
    private func tell(_ watch: Watch, _ result: JSON) {
        guard let document = watch.peer.document else { return }
        eventBus.announce(
            .message(type: "eth_subscription", data: ["subscription": .string(watch.id), "result": result]),
            to: document)
    }

    /// A block's header: the block without its contents; `nil` if it is too long for a header.
    private func header(_ block: JSON) -> JSON? {
        var header = JSONObject()
        for member in block.object?.members ?? []
        where member.value.array == nil && member.value.object == nil
            && !["size", "totalDifficulty"].contains(member.key)
        {
            header[member.key] = member.value
        }
        let json = JSON.object(header)
        return json.text.utf8.count <= limits.headerBytes ? json : nil
    }
}
