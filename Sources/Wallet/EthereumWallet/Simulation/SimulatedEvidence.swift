import BigInt
import Bridge
import ClearSigning
import Ethereum
import Primitives

/// What two simulations of a call in different blocks show together.
///
/// It is no guarantee: a contract can notice a simulation. So it only stands in for an explanation while little can be
/// lost.
struct SimulatedEvidence: Hashable, Sendable {
    /// What the first simulation changes.
    let changes: SimulatedChanges

    /// Whether the second one changes the same.
    let isSteady: Bool

    /// The account's balance of each token that it sends.
    var balances: [EthereumAddress: BigUInt] = [:]

    /// What the data of the call contains.
    let data: UnreadData

    /// The contracts that the data names and that take part.
    var parts: Set<EthereumAddress> = []

    /// Whether the called contract says that the account holds something of it.
    var isHolding = false

    /// Whether the account sends something straight to an address that is no contract, as far as the node can tell.
    var paysPerson = false

    /// Whether others get something in a call from which nothing arrives at the account.
    var paysOthers = false

    /// What a block has in which a call is simulated again: a first simulation has no producer, no fee, and nothing
    /// random.
    struct OtherBlock {
        let producer: EthereumAddress
        let baseFee: BigUInt
        let random: [UInt8]

        /// The members of the override, by their names in all versions of the nodes.
        var members: JSON {
            let (producer, fee) = (JSON.string(producer.description), JSON.string(HexNumber.text(baseFee)))
            let random = JSON.string(HexText.of(random))
            return [
                "feeRecipient": producer, "coinbase": producer, "baseFeePerGas": fee, "baseFee": fee,
                "prevRandao": random, "random": random,
            ]
        }
    }

    /// Collects what a second simulation and `node` say about a call that changes what `report` says; `nil` if the
    /// node cannot tell, or what the call does is the standard of a token.
    static func of(
        _ call: ContractCall, _ report: ChangeReport, asking node: any EthereumNode, fee: BigUInt?,
        again: (OtherBlock) async -> TransactionSimulator.Result
    ) async -> SimulatedEvidence? {
        guard case .known(let first) = report, !first.isCut, let account = call.from, let to = call.to,
            call.data.count >= 4, let producer
        else { return nil }
        let intent = Intent(call)
        let claimed = ClaimedChanges(intent, value: call.value, of: account)
        guard intent.runsCode || !first.sent.allSatisfy(claimed.covers) else { return nil }
        let block = OtherBlock(
            producer: producer, baseFee: fee ?? 1_000_000_000, random: Keccak256.hash(call.data).bytes)
        guard case .known(let second) = await again(block).changes else { return nil }
        var evidence = SimulatedEvidence(
            changes: first, isSteady: first.isLike(second), data: UnreadData(call.data))
        for token in first.sent.compactMap(\.asset.token).prefix(mostQuestions) {
            evidence.balances.merge(await TokenContract(token, node: node).holdings(of: account).balances) { $1 }
        }
        for recipient in Set(first.sent.flatMap(\.recipients)).subtracting([to]) where !evidence.paysPerson {
            evidence.paysPerson = await Holdings.code(of: recipient, asking: node) != .contract
        }
        if first.received.isEmpty {
            let others = first.paid.subtracting([to])
            evidence.paysOthers = others.count > mostQuestions || !first.mintedTo.subtracting([to]).isEmpty
            for other in others where !evidence.paysOthers {
                evidence.paysOthers = await Holdings.code(of: other, asking: node) != .contract
            }
        }
        for part in first.involved.intersection(evidence.data.addresses).sorted().prefix(mostQuestions)
        where await Holdings.code(of: part, asking: node) == .contract {
            evidence.parts.insert(part)
        }
        let held = await TokenContract(to, node: node).holdings(of: account).balances[to]
        evidence.isHolding = held.map { $0 > 0 } ?? false
        return evidence
    }

    /// A producer of blocks that is not the zero address: Beaverbuild's.
    private static let producer = try? EthereumAddress("0x95222290DD7278Aa3Ddd389Cc1E1d165CC4BAfe5")

    private static let mostQuestions = 8
}

extension SimulatedChanges {
    /// Whether `other` changes the same, but for a hundredth of an amount.
    func isLike(_ other: SimulatedChanges) -> Bool {
        guard !other.isCut, given == other.given else { return false }
        func isNear(_ ours: [Change], _ theirs: [Change]) -> Bool {
            ours.count == theirs.count
                && ours.allSatisfy { change in
                    theirs.contains { other in
                        let (low, high) = (min(change.units, other.units), max(change.units, other.units))
                        return other.asset == change.asset && other.recipients == change.recipients
                            && (high - low) * 100 <= high
                    }
                }
        }
        return isNear(sent, other.sent) && isNear(received, other.received)
    }
}

extension Intent {
    /// Whether the code of a contract decides what happens, and not the standard of a token.
    fileprivate var runsCode: Bool {
        switch self {
        case .payment, .transfer, .allowance, .control, .wrap, .creation: false
        case .order, .action, .grant, .call, .message, .blind: true
        }
    }
}
