public import Bitcoin
internal import Bridge
internal import Primitives
internal import Network

extension ElectrumServers {
    /// The transactions that concern each of `scripts`, asked for in one go.
    public func history(of scripts: [ScriptHash]) async throws(CoinServerError) -> [[HistoryEntry]] {
        try await each("blockchain.scripthash.get_history", scripts, ElectrumAnswer.history)
    }

    /// The outputs of each of `scripts` that nothing spends, asked for in one go.
    public func unspent(of scripts: [ScriptHash]) async throws(CoinServerError) -> [[UnspentOutput]] {
        try await each("blockchain.scripthash.listunspent", scripts, ElectrumAnswer.unspent)
    }

    /// The bytes of a transaction; a server that sends others for its ID is not used any more.
    public func transaction(_ id: TransactionID) async throws(CoinServerError) -> [UInt8] {
        let form = form
        return try await ask { link throws(ElectrumError) in
            let answer = try await link.ask("blockchain.transaction.get", [.string(id.description)])
            guard let bytes = answer.string.flatMap(ElectrumAnswer.bytes),
                (try? BitcoinTransaction(bytes, form: form))?.id == id
            else { return nil }
            return bytes
        }
    }

    /// Hands a transaction to one server, once.
    ///
    /// A second connection is used only where the first one had ended before anything was handed over. What the server
    /// answers about a transaction that it did not name is invalid.
    public func broadcast(_ transaction: [UInt8]) async -> BroadcastOutcome {
        guard let id = (try? BitcoinTransaction(transaction, form: form))?.id else { return .refused(.other) }
        for _ in 0..<2 {
            let link: ElectrumLink
            do throws(CoinServerError) {
                link = try await connected()
            } catch {
                return .notSent(error)
            }
            do throws(ElectrumError) {
                let answer = try await link.ask("blockchain.transaction.broadcast", [.string(Hex.encode(transaction))])
                if answer.string == id.description { return .accepted(id) }
                await drop(link)
                return .unknown
            } catch {
                switch error {
                case .fault(let fault): return BroadcastOutcome(fault)
                case .notAsked: await drop(link, error)
                default:
                    await drop(link, error)
                    return .unknown
                }
            }
        }
        return .notSent(.wire(.closed))
    }

    /// The fee, in satoshis per 1000 bytes, to be mined within `blocks` blocks.
    public func feeRate(within blocks: Int) async throws(CoinServerError) -> UInt64? {
        let answer: UInt64? = try await ask { link throws(ElectrumError) in
            let answer = try await link.ask("blockchain.estimatefee", [.number(JSONNumber(blocks))])
            guard let number = answer.number else { return nil }
            if number.text.hasPrefix("-") { return .some(nil) }
            return FeeText.satoshis(of: number).map { .some($0) }
        }
        // Zero is not a valid fee.
        return answer == 0 ? nil : answer
    }

    /// The least fee, in satoshis per 1000 bytes.
    public func relayFeeRate() async throws(CoinServerError) -> UInt64 {
        try await ask { link throws(ElectrumError) in
            try await link.ask("blockchain.relayfee").number.flatMap(FeeText.satoshis)
        }
    }

    /// Whether `transaction` is in the block at `height`, by a proof and the header of that block.
    ///
    /// The header has done enough work for a block that is younger than the checkpoint; that it is part of the chain is
    /// known only of the newest ``HeaderChain/depth`` ones.
    public func isMined(_ transaction: [UInt8], at height: Int) async throws(CoinServerError) -> Bool {
        guard let transaction = try? BitcoinTransaction(transaction, form: form) else { return false }
        // An inner node of the tree has 64 bytes and could be taken for a transaction.
        guard transaction.bytes(.plain).count != 64 else { return false }
        let (known, rules) = (chain.header(at: height), rules)
        return try await ask { link throws(ElectrumError) in
            let place = JSON.number(JSONNumber(height))
            let header =
                if let known { known } else {
                    ElectrumAnswer.header(try await link.ask("blockchain.block.header", [place]))
                }
            let isYoung = height > rules.checkpoint?.height ?? -1
            guard let header, (isYoung ? rules : .anyTime).allow(header) else { return nil }
            let answer = try await link.ask(
                "blockchain.transaction.get_merkle", [.string(transaction.id.description), place])
            guard let proof = ElectrumAnswer.proof(answer, height: height) else { return nil }
            return proof.holds(for: transaction.id.bytes, in: header)
        }
    }

    var form: BitcoinTransaction.Form { utxoChain == .bitcoin ? .witness : .plain }

    /// Asks the same of each of `scripts`; one answer that cannot be read spoils all.
    private func each<Answer: Sendable>(
        _ method: String, _ scripts: [ScriptHash], _ read: @Sendable (JSON) -> Answer?
    ) async throws(CoinServerError) -> [Answer] {
        try await ask { link throws(ElectrumError) in
            let answers = try await link.ask(method, each: scripts.map { [.string($0.description)] })
            var results: [Answer] = []
            for answer in answers {
                guard let result = read(try answer.get()) else { return nil }
                results.append(result)
            }
            return results
        }
    }
}
