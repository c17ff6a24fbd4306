public import Bitcoin
internal import Bridge
internal import Primitives
internal import Network

extension ElectrumServers {
    /// The transactions of each of `scripts`, requested together.
    public func history(of scripts: [ScriptHash]) async throws(CoinError) -> [[HistoryEntry]] {
        let (answers, standIn) = try await answers(about: scripts) { link, scripts throws(CoinError) in
            try await Self.answers(link, "blockchain.scripthash.get_history", scripts, ElectrumAnswer.history)
        }
        if let standIn { self.standIn = standIn }
        return try Self.complete(answers)
    }

    /// The unspent outputs of each of `scripts`, requested together.
    public func unspent(of scripts: [ScriptHash]) async throws(CoinError) -> [[UnspentOutput]] {
        let (answers, _) = try await answers(about: scripts) { link, scripts throws(CoinError) in
            try await Self.answers(link, "blockchain.scripthash.listunspent", scripts, ElectrumAnswer.unspent)
        }
        return try Self.complete(answers)
    }

    /// The bytes of a transaction; a server that sends other bytes for its ID is no longer used.
    public func transaction(_ id: TransactionID) async throws(CoinError) -> [UInt8] {
        try await ask(Self.bytes(of: id, form))
    }

    /// The bytes of a transaction, of the server in use alone.
    func transactionInUse(_ id: TransactionID) async throws(CoinError) -> [UInt8] {
        try await askInUse(Self.bytes(of: id, form))
    }

    private static func bytes(
        of id: TransactionID, _ form: BitcoinTransaction.Form
    ) -> @Sendable (ElectrumLink) async throws(CoinError) -> [UInt8]? {
        { link throws(CoinError) in
            transaction(try await link.ask("blockchain.transaction.get", [.string(id.description)]), id, form)
        }
    }

    /// The bytes of the transaction `id` in an answer; `nil` if others are there.
    static func transaction(_ answer: JSON, _ id: TransactionID, _ form: BitcoinTransaction.Form) -> [UInt8]? {
        guard let bytes = answer.string.flatMap(ElectrumAnswer.bytes),
            (try? BitcoinTransaction(bytes, form: form))?.id == id
        else { return nil }
        return bytes
    }

    /// Sends a transaction to the server in use, once.
    ///
    /// A second connection is used only if the first one had ended before anything was sent. A response with another
    /// transaction ID is invalid.
    public func broadcast(_ transaction: [UInt8]) async -> BroadcastOutcome {
        for _ in 0..<2 {
            do throws(CoinError) {
                if let outcome = await broadcast(transaction, over: try await connected()) { return outcome }
            } catch {
                return .notSent(error)
            }
        }
        return .notSent(.wire(.closed))
    }

    /// Sends a transaction over a connection; `nil` if the connection had ended before anything was sent.
    func broadcast(_ transaction: [UInt8], over link: ElectrumLink) async -> BroadcastOutcome? {
        guard let id = (try? BitcoinTransaction(transaction, form: form))?.id else { return .refused(.other) }
        do throws(CoinError) {
            let answer = try await link.ask("blockchain.transaction.broadcast", [.string(Hex.encode(transaction))])
            if answer.string == id.description { return .accepted(id) }
            await drop(link)
            return .unknown
        } catch {
            if case .refused(let fault) = error { return BroadcastOutcome(fault) }
            await drop(link, error)
            return error == .notAsked ? nil : .unknown
        }
    }

    /// The fee, in satoshis per 1000 bytes, for confirmation within `blocks` blocks.
    public func feeRate(within blocks: Int) async throws(CoinError) -> UInt64? {
        let answer: UInt64? = try await ask { link throws(CoinError) in
            let answer = try await link.ask("blockchain.estimatefee", [.number(JSONNumber(blocks))])
            guard let number = answer.number else { return nil }
            if number.text.hasPrefix("-") { return .some(nil) }
            return FeeText.satoshis(of: number).map { .some($0) }
        }
        // Zero is not a valid fee.
        return answer == 0 ? nil : answer
    }

    /// The lowest fee that is relayed, in satoshis per 1000 bytes.
    ///
    /// Version 1.6 has no `blockchain.relayfee`, and names the lowest fee that its node accepts now.
    public func relayFeeRate() async throws(CoinError) -> UInt64 {
        try await ask { link throws(CoinError) in
            let answer =
                await link.isNewer
                ? try await link.ask("mempool.get_info")["mempoolminfee"] : try await link.ask("blockchain.relayfee")
            return answer?.number.flatMap(FeeText.satoshis)
        }
    }

    /// Whether `transaction` is in the block at `height`, according to a proof and the header of that block.
    ///
    /// The header has enough proof of work for a block that is newer than the checkpoint; it is known to be part of the
    /// chain only if it is among the newest ``/Bitcoin/HeaderChain/depth`` headers.
    public func isMined(_ transaction: [UInt8], at height: Int) async throws(CoinError) -> Bool {
        guard let transaction = try? BitcoinTransaction(transaction, form: form) else { return false }
        // An inner node of the Merkle tree has 64 bytes and could be mistaken for a transaction.
        guard transaction.bytes(.plain).count != 64 else { return false }
        let (known, rules) = (chain.header(at: height), rules)
        return try await ask { link throws(CoinError) in
            let place = JSON.number(JSONNumber(height))
            var header = known
            if header == nil { header = ElectrumAnswer.header(try await link.ask("blockchain.block.header", [place])) }
            let isYoung = height > rules.checkpoint?.height ?? -1
            guard let header, (isYoung ? rules : .anyTime).allow(header) else { return nil }
            let answer = try await link.ask(
                "blockchain.transaction.get_merkle", [.string(transaction.id.description), place])
            guard let proof = ElectrumAnswer.proof(answer, height: height) else { return nil }
            return proof.holds(for: transaction.id.bytes, in: header)
        }
    }

    var form: BitcoinTransaction.Form { utxoChain.ledger.form }
}
