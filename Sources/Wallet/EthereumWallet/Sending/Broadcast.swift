import Bridge
import Messages
import Network
import WalletCore

/// Offers a signed transaction to the nodes of a chain, and determines its outcome or records that the outcome is unknown.
///
/// It is written to the journal before it is sent to a node. If none accepts it, the nodes are asked for the transaction
/// by its hash; nothing is sent to a node a second time.
struct Broadcast: Sendable {
    let journal: any Journal
    let node: any EthereumNode
    let time: TimeSource

    /// The names of the nodes, in the order of ``EthereumNode/members``.
    var names: [String] = []

    /// The outcome of sending it.
    enum Outcome: Hashable {
        /// The node has it.
        case sent
        /// It is not known whether a node has it.
        case unknown(RPCError)
        /// The node rejected it, and does not show it. It has the bytes, and could still send them.
        case declined(NodeRefusal, [BroadcastReply])
        /// It never left the wallet.
        case refused(RPCError)

        var state: TransactionRecord.State {
            switch self {
            case .sent: .sent
            case .unknown: .unknown
            case .declined: .declined
            case .refused: .refused
            }
        }

        var fate: SendOutcome.Fate {
            switch self {
            case .sent: .sent
            case .unknown: .unknown
            case .declined: .declined
            case .refused: .notSent
            }
        }

        private static func declined(_ refusal: NodeRefusal, _ replies: [BroadcastReply]) -> RPCError {
            let sentence = localizable(
                """
                The node rejected the transaction. \(refusal.text, as: "reason") It has the signed transaction \
                and could still send it. The next transaction uses its nonce, so that only one of the two can \
                be confirmed; otherwise the wallet warns before you sign.
                """)
            let error = RPCError(.notSent, sentence: sentence, phrase: refusal.phrase)
            return replies.count > 1 ? error.telling(BroadcastReply.sentence(sentence, replies)) : error
        }

        /// The error for the requester, unless it was sent.
        var error: RPCError? {
            switch self {
            case .sent: nil
            case .unknown(let error), .refused(let error): error
            case .declined(let refusal, let replies): Self.declined(refusal, replies)
            }
        }
    }

    /// Records `outgoing`, then sends it.
    package func run(_ outgoing: TransactionRecord) async -> Outcome {
        do throws(JournalError) {
            try await journal.record(outgoing)
        } catch {
            return .refused(
                RPCError(
                    .notSent, sentence: localizable("The wallet could not write its journal; nothing was sent.")))
        }
        let outcome = await send(outgoing)
        // This state is only more precise than the recorded one: if it cannot be written, the wallet looks for the
        // transaction again at the next start.
        try? await journal.setState(outcome.state, of: outgoing.txid, on: outgoing.chain)
        return outcome
    }

    /// Offers a transaction that is already recorded to each of the nodes.
    ///
    /// It is sent if one of them has accepted it, and declined if all that got it have rejected it.
    func send(_ outgoing: TransactionRecord) async -> Outcome {
        let (members, hash) = (node.members, outgoing.txid.lowercased())
        let raw = JSON.string(HexText.of(outgoing.raw))
        let answers: [Result<JSON, NodeError>?] = await ServerRound(time: time, patience: Self.patience)
            .answers(of: members.count, until: { Self.isAccepted($0, hash) }) { index in
                do throws(NodeError) {
                    return .success(try await members[index].ask("eth_sendRawTransaction", [raw]))
                } catch {
                    return .failure(error)
                }
            }
        let replies = answers.enumerated().map { index, answer in
            BroadcastReply(names.indices.contains(index) ? names[index] : "", Self.reply(answer, hash))
        }
        try? await journal.setReplies(replies, of: outgoing.txid, on: outgoing.chain)
        let outcomes = replies.map(\.outcome)
        if outcomes.contains(.accepted) { return .sent }
        // A node that claims to have it must show it; one that gave no answer may have passed it on.
        if outcomes.contains(.known) || outcomes.contains(.silent) { return await looked(for: outgoing, replies) }
        let errors = answers.compactMap { answer in
            if case .failure(let error)? = answer { error } else { nil }
        }
        for error in errors {
            guard case .refused(let refusal) = error else { continue }
            // The nodes now have the bytes, whatever they say, and may have passed them on.
            switch await isKnown(outgoing) {
            case true?: return .sent
            case false?: return .declined(refusal, replies)
            case nil: return Self.unknown(outgoing, replies)
            }
        }
        // The requester may be a page.
        return Self.notSent((errors.first ?? .wire(.unreachable)).concealed.text)
    }

    /// How long the other nodes are waited for after one has accepted a transaction.
    private static let patience = Duration.seconds(5)

    /// Whether a node says that it has accepted the transaction with this hash.
    private static func isAccepted(_ answer: Result<JSON, NodeError>, _ hash: String) -> Bool {
        if case .success(let result) = answer { result.string?.lowercased() == hash } else { false }
    }

    /// What an answer says about the transaction with this hash.
    ///
    /// One without the hash says nothing, nor does an error that is not about the transaction.
    private static func reply(_ answer: Result<JSON, NodeError>?, _ hash: String) -> BroadcastReply.Outcome {
        switch answer {
        case .success(let result)?: result.string?.lowercased() == hash ? .accepted : .silent
        case .failure(.refused(.alreadyKnown))?: .known
        case .failure(.refused(let refusal))? where refusal.isRejection:
            .refused(TransactionRecord.Summary(refusal.text))
        case .failure(let error)? where error.isUnasked: .unreached(TransactionRecord.Summary(error.text))
        case .failure?, nil: .silent
        }
    }

    /// Queries the transaction by its hash until a node shows it or the attempts are used up; then the outcome is
    /// unknown.
    private func looked(for outgoing: TransactionRecord, _ replies: [BroadcastReply]) async -> Outcome {
        for wait in [Duration.zero, .seconds(1), .seconds(3)] {
            try? await time.sleep(wait)
            if await isKnown(outgoing) == true { return .sent }
        }
        return Self.unknown(outgoing, replies)
    }

    /// Whether a node knows the transaction; `nil` if none says.
    private func isKnown(_ outgoing: TransactionRecord) async -> Bool? {
        await node.shows(outgoing.txid, time: time)
    }

    private static func notSent(_ reason: Message) -> Outcome {
        .refused(
            RPCError(
                .notSent, sentence: localizable("The transaction was not sent. \(reason, as: "reason")")))
    }

    private static func unknown(_ outgoing: TransactionRecord, _ replies: [BroadcastReply]) -> Outcome {
        let sentence = localizable(
            """
            The node did not say whether it accepted the transaction \(outgoing.txid, as: "hash"). It may have \
            been sent: look for it before you send anything again.
            """)
        return .unknown(
            RPCError(.timedOut, sentence: sentence).telling(BroadcastReply.sentence(sentence, replies)))
    }
}

extension EthereumNode {
    /// Whether one of the nodes shows the transaction with this hash; `nil` if none of them says.
    func shows(_ txid: String, time: TimeSource) async -> Bool? {
        let members = members
        let answers: [Bool??] = await ServerRound(time: time, patience: .zero)
            .answers(of: members.count, until: { $0 == true }) { index in
                guard let found = try? await members[index].ask("eth_getTransactionByHash", [.string(txid)]) else {
                    return nil
                }
                return found["hash"]?.string?.lowercased() == txid.lowercased()
            }
        let said = answers.compactMap { $0 ?? nil }
        return said.isEmpty ? nil : said.contains(true)
    }
}
