public import Bitcoin
public import Network
internal import Bridge

/// Servers of the Electrum protocol (1.4) that stand in for each other: one connection at a time, the next server when
/// one fails.
///
/// Checked are: the ledger (by a block that only it has), the work of headers and that they hang together
/// (``HeaderChain``), the name of each transaction, and with ``isMined(_:at:)`` its place in a block. Not checked is
/// what a server leaves out: it can hide transactions and blocks, and tell values of outputs wrongly until the
/// transaction itself is asked for.
public actor ElectrumServers: CoinServer {
    /// The ledger they know.
    public nonisolated let utxoChain: UTXOChain

    let timing: ElectrumTiming
    let rules: ChainRules
    let addresses: [LineAddress]
    private let dialer: any LineDialer
    private(set) var preferred = 0
    private var link: ElectrumLink?
    private var connecting: Task<Result<ElectrumLink, CoinServerError>, Never>?
    private var isClosed = false

    /// The newest headers.
    var chain: HeaderChain

    /// Who waits for news, and what they know.
    var audience = ElectrumSubscribers()

    /// Goes on until there is a connection again.
    var returning: Task<Void, Never>?

    /// Creates a client; it connects when it is asked something.
    ///
    /// - Parameters:
    ///   - utxoChain: The ledger they must know.
    ///   - addresses: The servers, the preferred one first.
    ///   - dialer: Who connects.
    ///   - rules: By what the chain is known; by default the ledger's.
    ///   - timing: How long is waited.
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

    /// Ends the connection and everybody's news; afterwards nothing is answered.
    public func close() async {
        isClosed = true
        returning?.cancel()
        audience.dismiss()
        await link?.close()
    }

    /// The connection that stands, or a new one to the first server that keeps the rules.
    func connected() async throws(CoinServerError) -> ElectrumLink {
        if let link, await link.isOpen { return link }
        guard !isClosed else { throw .wire(.closed) }
        let task = connecting ?? Task { await self.connect() }
        connecting = task
        return try await task.value.get()
    }

    /// The connection that stands, if there is one.
    func standing() async -> ElectrumLink? {
        guard let link, await link.isOpen else { return nil }
        return link
    }

    /// Does without the server of `link` from now on, as long as another one answers.
    func drop(_ link: ElectrumLink, _ reason: ElectrumError = .nonsense) async {
        if link === self.link {
            self.link = nil
            preferred += 1
        }
        await link.close(reason)
    }

    /// Asks one server after the other until one gives what `read` can read; a server's refusal is an answer.
    func ask<Answer>(
        _ read: (ElectrumLink) async throws(ElectrumError) -> Answer?
    ) async throws(CoinServerError) -> Answer {
        var trouble = CoinServerError.notConfigured
        for _ in 0...addresses.count {
            guard ScanBudget.current?.isSpent != true else { throw .nonsense }
            let link = try await connected()
            do throws(ElectrumError) {
                if let answer = try await read(link) { return answer }
                trouble = .nonsense
                await drop(link)
            } catch {
                guard !Task.isCancelled else { throw .cancelled }
                if case .fault(let fault) = error { throw fault.saysNotFound ? .notFound : .refused }
                trouble = error.outside
                await drop(link, error)
            }
        }
        throw trouble
    }

    private func connect() async -> Result<ElectrumLink, CoinServerError> {
        defer { connecting = nil }
        var trouble = CoinServerError.notConfigured
        let first = preferred
        for turn in addresses.indices {
            do throws(CoinServerError) {
                let opened = try await open(addresses[(first + turn) % addresses.count])
                preferred = first + turn
                link = opened
                return .success(opened)
            } catch {
                trouble = error
            }
        }
        return .failure(trouble)
    }

    private func dial(_ address: LineAddress) async throws(CoinServerError) -> ElectrumLink {
        let connection: any LineConnection
        do throws(NetworkError) {
            connection = try await dialer.connect(
                to: address, timeLimit: timing.dialling, lineLimit: timing.lineLimit)
        } catch {
            throw .wire(error)
        }
        let link = ElectrumLink(connection, to: address, timing: timing)
        Task { await link.read() }
        return link
    }

    private func open(_ address: LineAddress) async throws(CoinServerError) -> ElectrumLink {
        let link = try await dial(address)
        do throws(ElectrumError) {
            try await greet(link)
        } catch {
            await link.close(error)
            throw error.outside
        }
        Task {
            for await notice in link.notices { await self.heed(notice, from: link) }
            await self.miss(link)
        }
        Task { await self.attend(link) }
        return link
    }

    /// A connection to the server at `address` for a question or two, beside the one that stands.
    func visit(_ address: LineAddress) async throws(CoinServerError) -> ElectrumLink {
        let link = try await dial(address)
        do throws(ElectrumError) {
            try await meet(link)
        } catch {
            await link.close(error)
            throw error.outside
        }
        return link
    }

    /// What is asked of every server first: its version, its ledger, its newest block, and what is subscribed to.
    private func greet(_ link: ElectrumLink) async throws(ElectrumError) {
        try await meet(link)
        guard let tip = ElectrumAnswer.tip(try await link.ask("blockchain.headers.subscribe")) else { throw .nonsense }
        try await join(tip, from: link)
        try await subscribe(audience.scripts, at: link)
    }

    private func meet(_ link: ElectrumLink) async throws(ElectrumError) {
        let version = try await link.ask("server.version", ["Drawbridge", "1.4"])
        guard ElectrumAnswer.speaksOurs(version) else { throw .nonsense }
        if let checkpoint = rules.checkpoint {
            let height = JSON.number(JSONNumber(checkpoint.height))
            let answer = try await link.ask("blockchain.block.header", [height])
            guard ElectrumAnswer.header(answer)?.hash == checkpoint.hash else { throw .nonsense }
        }
    }

    /// Makes sure that a silent server is noticed.
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
