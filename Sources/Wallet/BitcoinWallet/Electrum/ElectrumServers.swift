public import Bitcoin
public import Network
internal import Bridge

/// Electrum servers (protocol 1.4 to 1.6) that replace each other: one of them is in use, and the next one is used when it
/// fails. A question that it refuses is asked of the others, each over a connection of its own.
///
/// The client checks the ledger (by a block that only this ledger has), the proof of work and the linking of headers
/// (``/Bitcoin/HeaderChain``), the ID of each transaction and, with ``isMined(_:at:)``, its inclusion in a block. It
/// cannot detect omissions: a server can hide transactions and blocks. A server can also report false values of outputs
/// until the transaction itself is requested.
public actor ElectrumServers: CoinServer {
    /// The ledger of the servers.
    public nonisolated let utxoChain: UTXOChain

    let timing: ElectrumTiming
    let rules: ChainRules
    let addresses: [LineAddress]
    let dialer: any LineDialer
    private(set) var preferred = 0
    private var link: ElectrumLink?
    private var connecting: Task<Result<ElectrumLink, CoinError>, Never>?
    private var isClosed = false

    /// When the current connection was made, and how many were lost soon after they were made.
    private var linkedAt = Duration.zero
    private(set) var losses = 0

    /// The newest headers.
    var chain: HeaderChain

    /// The subscribers, and what they were last sent.
    var audience = ElectrumSubscribers()

    /// The task that reconnects.
    var returning: Task<Void, Never>?

    /// The server that has answered instead of the one in use, which refused to name transactions.
    var standIn: LineAddress?

    /// The other servers, each alone, by their addresses.
    var companions: [LineAddress: ElectrumServers] = [:]

    /// Creates a client; it connects on the first request.
    ///
    /// - Parameters:
    ///   - utxoChain: The ledger that the servers must serve.
    ///   - addresses: The servers, the preferred one first.
    ///   - dialer: The component that connects.
    ///   - rules: The rules that identify the chain; by default the ledger's.
    ///   - timing: The timeouts and intervals.
    public init(
        _ utxoChain: UTXOChain, at addresses: [LineAddress], dialer: any LineDialer, rules: ChainRules? = nil,
        timing: ElectrumTiming = ElectrumTiming()
    ) {
        self.utxoChain = utxoChain
        self.addresses = addresses
        self.dialer = dialer
        self.rules = rules ?? utxoChain.chainRules
        self.timing = timing
        chain = HeaderChain(self.rules)
    }

    /// Ends the connection and all subscriptions; afterwards, every request fails.
    public func close() async {
        isClosed = true
        returning?.cancel()
        audience.dismiss()
        await link?.close()
        for companion in companions.values { await companion.close() }
        companions = [:]
    }

    /// The open connection, or a new one to the first server that passes the checks.
    func connected() async throws(CoinError) -> ElectrumLink {
        if let link, await link.isOpen { return link }
        guard !isClosed else { throw .wire(.closed) }
        let task = connecting ?? Task { await self.connect() }
        connecting = task
        return try await task.value.get()
    }

    /// The open connection, if there is one.
    func standing() async -> ElectrumLink? {
        guard let link, await link.isOpen else { return nil }
        return link
    }

    /// Further losses do not make the pauses longer.
    private static let mostLosses = 20

    /// Stops using the server of `link`, as long as another one responds.
    func drop(_ link: ElectrumLink, _ reason: CoinError = .nonsense) async {
        if link === self.link {
            self.link = nil
            preferred += 1
            losses = timing.time.now() - linkedAt >= timing.longestPause ? 1 : min(losses + 1, Self.mostLosses)
        }
        await link.close(reason)
    }

    /// Asks the server in use, and the next one when it fails, until `read` can parse a response.
    ///
    /// - Throws: ``CoinError/refused(_:)`` or ``CoinError/notFound`` if the server refuses the question: it stays in use.
    func askInUse<Answer: Sendable>(
        _ read: @Sendable (ElectrumLink) async throws(CoinError) -> Answer?
    ) async throws(CoinError) -> Answer {
        var problem = CoinError.notConfigured
        for _ in 0...addresses.count {
            guard ScanBudget.current?.isSpent != true else { throw .nonsense }
            let link = try await connected()
            do throws(CoinError) {
                if let answer = try await read(link) { return answer }
                problem = .nonsense
                await drop(link)
            } catch {
                guard !Task.isCancelled else { throw .cancelled }
                if case .refused(let fault) = error { throw fault.saysNotFound ? .notFound : error }
                problem = error
                await drop(link, error)
            }
        }
        throw problem
    }

    private func connect() async -> Result<ElectrumLink, CoinError> {
        defer { connecting = nil }
        var problem = CoinError.notConfigured
        let first = preferred
        for turn in addresses.indices where !isClosed {
            do throws(CoinError) {
                let opened = try await open(addresses[(first + turn) % addresses.count])
                guard !isClosed else {
                    await opened.close()
                    return .failure(.wire(.closed))
                }
                preferred = first + turn
                (link, linkedAt) = (opened, timing.time.now())
                return .success(opened)
            } catch {
                problem = error
            }
        }
        return .failure(isClosed ? .wire(.closed) : problem)
    }

    private func dial(_ address: LineAddress) async throws(CoinError) -> ElectrumLink {
        let connection: any LineConnection
        do throws(NetworkError) {
            connection = try await dialer.connect(
                to: address, timeLimit: timing.dialling, lineLimit: timing.lineLimit)
        } catch {
            throw .wire(error)
        }
        // Other servers or a proxy may be in use by now, which this connection must not bypass.
        guard !isClosed else {
            await connection.close()
            throw .wire(.closed)
        }
        let link = ElectrumLink(connection, to: address, timing: timing)
        Task { await link.read() }
        return link
    }

    private func open(_ address: LineAddress) async throws(CoinError) -> ElectrumLink {
        let link = try await dial(address)
        do throws(CoinError) {
            try await greet(link)
        } catch {
            await link.close(error)
            throw error
        }
        Task {
            for await notice in link.notices { await self.heed(notice, from: link) }
            await self.miss(link)
        }
        Task { await self.attend(link) }
        return link
    }

    /// The first requests to every server: its version, its ledger, its newest block, and the subscriptions.
    private func greet(_ link: ElectrumLink) async throws(CoinError) {
        try await meet(link)
        guard let tip = ElectrumAnswer.tip(try await link.ask("blockchain.headers.subscribe")) else { throw .nonsense }
        try await join(tip, from: link)
        try await subscribe(audience.scripts, at: link)
    }

    private func meet(_ link: ElectrumLink) async throws(CoinError) {
        let answer = try await link.ask("server.version", ["Drawbridge", ElectrumAnswer.versions])
        guard let version = ElectrumAnswer.minorVersion(answer) else { throw .nonsense }
        if version >= 6 { await link.useNewer() }
        guard let checkpoint = rules.checkpoint else { return }
        let (hasIt, refusal): (Bool, CoinError?)
        do throws(CoinError) {
            (hasIt, refusal) = (try await Self.has(checkpoint, link), nil)
        } catch .refused(let fault) {
            // The chain may be shorter.
            (hasIt, refusal) = (false, .refused(fault))
        }
        guard !hasIt else { return }
        let served = await servedChain(link)
        if served == nil, let refusal { throw refusal }
        throw .otherChain(served, wanted: utxoChain)
    }

    /// Whether a server has the block of a checkpoint.
    private static func has(_ checkpoint: ChainRules.Checkpoint, _ link: ElectrumLink) async throws(CoinError) -> Bool {
        let answer = try await link.ask("blockchain.block.header", [.number(JSONNumber(checkpoint.height))])
        guard let header = ElectrumAnswer.header(answer) else { throw .nonsense }
        return header.hash == checkpoint.hash
    }

    /// The chain that a server serves instead; `nil` for one that the wallet does not know.
    private func servedChain(_ link: ElectrumLink) async -> UTXOChain? {
        // The private networks of both ledgers have the same first block.
        let all =
            UTXOChain.allCases.filter { $0.ledger == utxoChain.ledger }
            + UTXOChain.allCases.filter { $0.ledger != utxoChain.ledger }
        for other in all where other != utxoChain {
            guard let checkpoint = other.chainRules.checkpoint else { continue }
            if (try? await Self.has(checkpoint, link)) == true { return other }
        }
        return nil
    }

    /// Makes sure that an unresponsive server is detected.
    private func attend(_ link: ElectrumLink) async {
        while await link.isOpen {
            let silence = timing.time.now() - (await link.lastWord)
            if silence >= timing.idling { _ = try? await link.ask("server.ping") }
            do {
                try await timing.time.sleep(silence >= timing.idling ? timing.idling : timing.idling - silence)
            } catch {
                return
            }
        }
    }
}

extension ElectrumFault {
    /// Whether the server says that the transaction does not exist.
    fileprivate var saysNotFound: Bool {
        text.contains("no such mempool or blockchain transaction") || text.contains("no such transaction")
            || text.contains("not found") || text.contains("missing transaction")
    }
}
