internal import Bitcoin
internal import Bridge
internal import Network

extension ElectrumServers {
    /// The newest block: the current one, then each new one whose header has been checked.
    public func tips() async -> AsyncStream<ChainTip> {
        let (stream, continuation) = AsyncStream<ChainTip>.makeStream(bufferingPolicy: .bufferingNewest(1))
        if let tip = chain.tip { continuation.yield(ChainTip(height: chain.height, header: tip)) }
        let number = audience.add(continuation)
        continuation.onTermination = { _ in Task { await self.leave(number) } }
        comeBack()
        return stream
    }

    /// An element when no server can be reached any more, and when one can be reached again.
    public func interruptions() async -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = audience.add(continuation)
        continuation.onTermination = { _ in Task { await self.leave(number) } }
        return stream
    }

    /// Each of `scripts` whose history has changed since it was last sent; at first, all of them are sent once.
    public func changes(of scripts: [ScriptHash]) async -> AsyncStream<ScriptHash> {
        let (stream, continuation) = AsyncStream<ScriptHash>.makeStream(
            bufferingPolicy: .bufferingNewest(max(Self.fewChanges, scripts.count)))
        let new = audience.unknown(of: scripts)
        let number = audience.add(scripts, continuation)
        continuation.onTermination = { _ in Task { await self.leave(number) } }
        await follow(new)
        return stream
    }

    /// The status of each of `scripts` that is known, and each later change.
    public func statusChanges(of scripts: [ScriptHash]) async -> AsyncStream<ScriptStatus> {
        let (stream, continuation) = AsyncStream<ScriptStatus>.makeStream(
            bufferingPolicy: .bufferingNewest(max(Self.fewChanges, scripts.count * 2)))
        let new = audience.unknown(of: scripts)
        let number = audience.add(scripts, continuation)
        continuation.onTermination = { _ in Task { await self.leave(number) } }
        await follow(new)
        return stream
    }

    /// The newest status of each of `scripts` that a server has reported.
    public func reportedStatuses(of scripts: [ScriptHash]) async -> [ScriptHash: String?] {
        audience.reported(of: scripts)
    }

    /// Subscribes to `scripts` at the connected server, or connects first.
    private func follow(_ scripts: [ScriptHash]) async {
        guard let link = await standing() else { return comeBack() }
        do throws(CoinError) {
            try await subscribe(scripts, at: link)
        } catch {
            await drop(link, error)
        }
    }

    /// The status of each of `scripts`, requested together.
    public func statuses(of scripts: [ScriptHash]) async throws(CoinError) -> [ScriptStatus] {
        let answers: [String?] = try await askInUse { link throws(CoinError) -> [String?]? in
            do throws(CoinError) {
                let answers = try await Self.answers(
                    link, "blockchain.scripthash.subscribe", scripts, ElectrumAnswer.status)
                return try answers.map { answers throws(CoinError) in try Self.complete(answers) }
            } catch .refused {
                // Changes would not be reported, and an account would be called current without an answer.
                return nil
            }
        }
        for (script, status) in zip(scripts, answers) { audience.note(script, status) }
        return zip(scripts, answers).map { ScriptStatus($0, $1) }
    }

    /// The number of scripts that are subscribed to in one round, so that the server can answer in time.
    private static let atOnce = 500

    /// The minimum size of the queue of changes; if a server sends more than the queue holds, the oldest are dropped.
    private static let fewChanges = 64

    private func leave(_ number: Int) { audience.remove(number) }

    /// Subscribes to each of `scripts`, and requests its current status.
    func subscribe(_ scripts: [ScriptHash], at link: ElectrumLink) async throws(CoinError) {
        for first in stride(from: 0, to: scripts.count, by: Self.atOnce) {
            let part = scripts[first..<min(first + Self.atOnce, scripts.count)]
            let answers = try await link.ask(
                "blockchain.scripthash.subscribe", each: part.map { [.string($0.description)] })
            for (script, answer) in zip(part, answers) {
                guard let status = ElectrumAnswer.status(try answer.get()) else { throw .nonsense }
                audience.tell(script, status)
            }
        }
    }

    /// Handles a notification; a server whose block does not connect to the chain is disconnected.
    func heed(_ notice: ElectrumLink.Notice, from link: ElectrumLink) async {
        switch notice {
        case .tip(let tip):
            do throws(CoinError) {
                try await join(tip, from: link)
            } catch {
                await drop(link, error)
            }
        case .status(let script, let status): audience.tell(script, status)
        }
    }

    /// Connects a new block to the chain, with the headers in between.
    func join(_ tip: ChainTip, from link: ElectrumLink) async throws(CoinError) {
        guard rules.allow(tip.header) else { throw .nonsense }
        guard let start = chain.start(for: tip.height) else { return }
        if start == tip.height, chain.take([tip.header], from: start) {
            return audience.tell(tip)
        }
        // No trap: a height is at most 50,000,000 when it is read.
        let from = min(start, max(0, tip.height - HeaderChain.depth / 2))
        let count = tip.height - from + 1  // No trap: a height is at most 50,000,000 when it is read.
        let answer = try await link.ask(
            "blockchain.block.headers", [.number(JSONNumber(from)), .number(JSONNumber(count))])
        guard let headers = ElectrumAnswer.headers(answer, count: count), headers.last == tip.header else {
            throw .nonsense
        }
        // Another notification may have added the same headers meanwhile.
        guard chain.start(for: tip.height) != nil else { return }
        guard chain.take(headers, from: from) else { throw .nonsense }
        audience.tell(tip)
    }

    /// The connection was lost: subscribers must be served by another one.
    func miss(_ link: ElectrumLink) async {
        await drop(link, .wire(.interrupted))
        comeBack(afterLoss: true)
    }

    /// Reconnects until a server answers or no subscribers are left.
    ///
    /// Those who follow the servers are told when none can be reached, and when one can be reached again. If connections
    /// are lost again and again, the latter takes longer and longer: what is asked then may be what ends them.
    func comeBack(afterLoss: Bool = false) {
        guard returning == nil, !audience.isEmpty else { return }
        returning = Task {
            var (failures, isTold) = (0, false)
            while !Task.isCancelled, !audience.isEmpty {
                if (try? await connected()) != nil { break }
                if !isTold { audience.tellInterruption() }
                isTold = true
                failures += 1
                do {
                    try await timing.time.sleep(timing.pause(after: failures))
                } catch {
                    break
                }
            }
            returning = nil
            guard isTold || afterLoss, !audience.isEmpty else { return }
            if losses > 1 { try? await timing.time.sleep(timing.pause(after: losses)) }
            audience.tellInterruption()
        }
    }
}
