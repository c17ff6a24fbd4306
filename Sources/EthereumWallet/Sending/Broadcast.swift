import Bridge
import Messages
import WalletCore

/// Sends a signed transaction to a node, and determines its outcome or records that the outcome is unknown.
///
/// It is written to the journal before it is sent to a node. If there is no response, the node is asked for the
/// transaction by its hash; nothing is sent a second time.
struct Broadcast: Sendable {
    let journal: any Journal
    let node: any EthereumNode
    let time: TimeSource

    /// The outcome of sending it.
    enum Outcome: Hashable {
        /// The node has it.
        case sent
        /// It is not known whether a node has it.
        case unknown(RPCError)
        /// The node rejected it, and does not show it. It has the bytes, and could still send them.
        case declined(NodeRefusal)
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

        /// The error for the requester, unless it was sent.
        var error: RPCError? {
            switch self {
            case .sent: nil
            case .unknown(let error), .refused(let error): error
            case .declined(let refusal):
                RPCError(
                    .notSent,
                    sentence: localizable(
                        """
                        The node rejected the transaction. \(refusal.text, as: "reason") It has the signed transaction \
                        and could still send it. The next transaction uses its nonce, so that only one of the two can \
                        be confirmed; otherwise the wallet warns before you sign.
                        """), phrase: refusal.phrase)
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

    /// Sends a transaction that is already recorded.
    func send(_ outgoing: TransactionRecord) async -> Outcome {
        do throws(NodeError) {
            _ = try await node.ask("eth_sendRawTransaction", [.string(HexText.of(outgoing.raw))])
            return .sent
        } catch .refused(.alreadyKnown) {
            // A node that claims to have it must show it.
            return await looked(for: outgoing)
        } catch .refused(let refusal) {
            // The node now has the bytes, whatever its response, and may have passed them on.
            switch await isKnown(outgoing) {
            case true?: return .sent
            case false?: return .declined(refusal)
            case nil: return Self.unknown(outgoing)
            }
        } catch  where error.isUnasked {
            // The requester may be a page.
            return Self.notSent(error.concealed.text)
        } catch {
            return await looked(for: outgoing)
        }
    }

    /// Queries the transaction by its hash until the node shows it or the attempts are used up; then the outcome is
    /// unknown.
    private func looked(for outgoing: TransactionRecord) async -> Outcome {
        for wait in [Duration.zero, .seconds(1), .seconds(3)] {
            try? await time.sleep(wait)
            if await isKnown(outgoing) == true { return .sent }
        }
        return Self.unknown(outgoing)
    }

    /// Whether the node knows the transaction; `nil` if it does not say.
    private func isKnown(_ outgoing: TransactionRecord) async -> Bool? {
        do throws(NodeError) {
            let answer = try await node.ask("eth_getTransactionByHash", [.string(outgoing.txid)])
            return answer["hash"]?.string?.lowercased() == outgoing.txid.lowercased()
        } catch {
            return nil
        }
    }

    private static func notSent(_ reason: Message) -> Outcome {
        .refused(
            RPCError(
                .notSent, sentence: localizable("The transaction was not sent. \(reason, as: "reason")")))
    }

    private static func unknown(_ outgoing: TransactionRecord) -> Outcome {
        .unknown(
            RPCError(
                .timedOut,
                sentence: localizable(
                    """
                    The node did not say whether it accepted the transaction \(outgoing.txid, as: "hash"). It may have \
                    been sent: look for it before you send anything again.
                    """)))
    }
}
