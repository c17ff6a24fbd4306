import Bridge
import Ethereum
import Primitives

/// `eth_sendRawTransaction`: passes a transaction on that is signed already, after a look at what it is.
///
/// Nobody is asked: its signer has agreed to it, and a site could hand it to any server. It must be one that the wallet
/// can read, for the site's chain, and validly signed; the site must be connected. What the wallet's own account signed
/// is written to the journal before a node hears of it, so that its nonce is in use and its fate is followed.
struct SendRawTransaction: Method {
    let names = ["eth_sendRawTransaction"]
    let access = MethodAccess.unlocked
    let desk: Desk

    func parse(_ request: Request) throws(RPCError) -> [UInt8] {
        guard let text = request.params[0]?.string, text.utf8.starts(with: "0x".utf8), let raw = Hex.decode(text),
            request.params.array?.count == 1
        else {
            throw RPCError(
                .invalidParameters, "The parameters must be [signed transaction], as hexadecimal text with 0x.")
        }
        return raw
    }

    func run(_ raw: [UInt8], for request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        guard desk.grants.allows(.ethereum, to: origin) else { throw .unauthorized }
        let chain = desk.chains.chain(of: origin)
        let signed = try Self.read(raw)
        guard signed.transaction.chainID == chain.id else {
            throw RPCError(
                .invalidParameters,
                signed.transaction.chainID == 0
                    ? "The transaction is not bound to a chain, so it would be valid on all of them."
                    : "The transaction is for the chain \(signed.transaction.chainID), and the site is on \(chain.name) "
                        + "(\(chain.id)).", phrase: "invalid chain id for signer")
        }
        let node = try desk.chains.node(for: chain)
        let outcome = try await desk.pace.run(
            for: origin, isConnected: true, chain: chain.id
        ) { () async throws(RPCError) in try await send(signed, on: chain, to: node, for: request) }
        if let error = outcome.error { throw error }
        return .string(HexText.of(signed.hash.bytes))
    }

    private func send(
        _ signed: SignedTransaction, on chain: Chain, to node: any EthereumNode, for request: Request
    ) async throws(RPCError) -> Broadcast.Outcome {
        let broadcast = Broadcast(journal: desk.journal, node: node, time: desk.time)
        let isOwn = signed.sender.description == desk.activeAccount.address(.ethereum)
        let outgoing = TransactionRecord(
            chain: chain.caip, txid: HexText.of(signed.hash.bytes), raw: signed.raw, from: signed.sender.description,
            nonce: signed.transaction.nonce, what: isOwn ? await what(signed, on: chain) : "",
            origin: request.peer.asker, at: desk.now())
        guard isOwn else {
            try desk.gate.commit(request)
            return await broadcast.send(outgoing)
        }
        let known = try await known(outgoing)
        try desk.gate.commit(request)
        desk.underway.insert(outgoing.txid)
        // What is recorded is sent, also where the page has closed meanwhile.
        let sending = Task { [desk] in
            let outcome = await Self.send(known ?? outgoing, isNew: known == nil, by: broadcast)
            desk.underway.remove(outgoing.txid)
            return outcome
        }
        return await sending.value
    }

    /// Sends what the wallet's account signed; what the journal knows better by now, it keeps.
    private static func send(_ outgoing: TransactionRecord, isNew: Bool, by broadcast: Broadcast) async
        -> Broadcast.Outcome
    {
        if isNew { return await broadcast.run(outgoing) }
        let outcome = await broadcast.send(outgoing)
        if outcome.state == .sent, [.signed, .unknown].contains(outgoing.state) {
            try? await broadcast.journal.setState(.sent, of: outgoing.txid, on: outgoing.chain)
        }
        return outcome
    }

    /// The journal's entry, where it has one that was not refused, declined or given up.
    private func known(_ outgoing: TransactionRecord) async throws(RPCError) -> TransactionRecord? {
        do throws(JournalError) {
            let entries = try await desk.journal.open() + desk.journal.recent(limit: 1_000)
            return entries.first {
                $0.txid == outgoing.txid && $0.chain == outgoing.chain
                    && ![.refused, .declined, .abandoned].contains($0.state)
            }
        } catch {
            throw RPCError(.failed, "The wallet could not read its journal; nothing was sent.")
        }
    }

    /// What a transaction of the wallet's own account does, as the journal keeps it.
    private func what(_ signed: SignedTransaction, on chain: Chain) async -> String {
        let transaction = signed.transaction
        let call = ContractCall(
            chainID: chain.id, from: signed.sender, to: transaction.to, value: transaction.value,
            data: transaction.data, nonce: transaction.nonce)
        return await desk.clearSigning.explain(call, on: chain).sentence
    }

    private static func read(_ raw: [UInt8]) throws(RPCError) -> SignedTransaction {
        do throws(EthereumError) {
            return try SignedTransaction(raw: raw)
        } catch .transaction(.blobs, _), .transaction(.authorizations, _), .transaction(.type, _) {
            throw RPCError(
                .unsupported,
                "The wallet does not send blob transactions, authorizations (EIP-7702) or transaction types that it "
                    + "cannot read.")
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }
}
