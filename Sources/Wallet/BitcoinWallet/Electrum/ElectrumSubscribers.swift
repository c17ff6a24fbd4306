/// The subscribers to changes of a ledger, and what they were sent last.
struct ElectrumSubscribers {
    private var tips: [Int: AsyncStream<ChainTip>.Continuation] = [:]
    private var changes: [Int: (scripts: Set<ScriptHash>, continuation: AsyncStream<ScriptHash>.Continuation)] = [:]
    private var statusChanges: [Int: (scripts: Set<ScriptHash>, continuation: AsyncStream<ScriptStatus>.Continuation)] =
        [:]
    private var statuses: [ScriptHash: String?] = [:]
    private var interruptions: [Int: AsyncStream<Void>.Continuation] = [:]
    private var last = 0

    /// The maximum number of scripts whose status is kept before someone subscribes to them.
    private static let most = 100_000

    /// Whether there are no subscribers.
    var isEmpty: Bool { tips.isEmpty && changes.isEmpty && statusChanges.isEmpty }

    /// Every subscribed script.
    var scripts: [ScriptHash] {
        var all = changes.values.reduce(into: Set()) { $0.formUnion($1.scripts) }
        for (scripts, _) in statusChanges.values { all.formUnion(scripts) }
        return Array(all)
    }

    mutating func add(_ continuation: AsyncStream<Void>.Continuation) -> Int {
        last += 1
        interruptions[last] = continuation
        return last
    }

    mutating func add(_ continuation: AsyncStream<ChainTip>.Continuation) -> Int {
        last += 1
        tips[last] = continuation
        return last
    }

    mutating func add(_ scripts: [ScriptHash], _ continuation: AsyncStream<ScriptHash>.Continuation) -> Int {
        last += 1
        changes[last] = (Set(scripts), continuation)
        // A new subscriber gets every script whose status is known already.
        for script in scripts where statuses[script] != nil { continuation.yield(script) }
        return last
    }

    mutating func add(_ scripts: [ScriptHash], _ continuation: AsyncStream<ScriptStatus>.Continuation) -> Int {
        last += 1
        statusChanges[last] = (Set(scripts), continuation)
        for script in scripts {
            if let status = statuses[script] { continuation.yield(ScriptStatus(script, status)) }
        }
        return last
    }

    /// Keeps a status that was requested, for those who subscribe next.
    mutating func note(_ script: ScriptHash, _ status: String?) {
        tell(script, status)
        guard statuses.count < Self.most || statuses[script] != nil else { return }
        statuses[script] = .some(status)
    }

    /// Those of `scripts` that have no status yet.
    func unknown(of scripts: [ScriptHash]) -> [ScriptHash] { scripts.filter { statuses[$0] == nil } }

    /// The newest status of each of `scripts`, as far as it is known.
    func reported(of scripts: [ScriptHash]) -> [ScriptHash: String?] {
        scripts.reduce(into: [:]) { known, script in
            if let status = statuses[script] { known.updateValue(status, forKey: script) }
        }
    }

    mutating func remove(_ number: Int) {
        (tips[number], interruptions[number]) = (nil, nil)
        changes[number] = nil
        statusChanges[number] = nil
        let wanted = Set(scripts)
        statuses = statuses.filter { wanted.contains($0.key) }
    }

    func tellInterruption() {
        for continuation in interruptions.values { continuation.yield() }
    }

    func tell(_ tip: ChainTip) {
        for continuation in tips.values { continuation.yield(tip) }
    }

    /// Sends the new `status` of `script` to its subscribers, unless they already have it.
    mutating func tell(_ script: ScriptHash, _ status: String?) {
        guard statuses[script] != .some(status) else { return }
        let audience = changes.values.filter { $0.scripts.contains(script) }
        let others = statusChanges.values.filter { $0.scripts.contains(script) }
        guard !audience.isEmpty || !others.isEmpty || statuses[script] != nil else { return }
        statuses[script] = .some(status)
        for (_, continuation) in audience { continuation.yield(script) }
        for (_, continuation) in others { continuation.yield(ScriptStatus(script, status)) }
    }

    mutating func dismiss() {
        for continuation in tips.values { continuation.finish() }
        for (_, continuation) in changes.values { continuation.finish() }
        for (_, continuation) in statusChanges.values { continuation.finish() }
        for continuation in interruptions.values { continuation.finish() }
        (tips, changes, statusChanges, statuses, interruptions) = ([:], [:], [:], [:], [:])
    }
}
