import BigInt
import Bridge
import Ethereum
import WalletCore

/// Finds the movements of a chain's coin by the traces of a node that keeps them (`trace_filter`): also what contracts
/// pay, and everything that the account ever sent.
struct NativeTraceReader: Sendable {
    let id: AccountID
    let account: EthereumAddress
    let node: any EthereumNode

    /// What a search has found.
    struct Found {
        var movements: [NativeMovement] = []

        /// The lowest block that was searched.
        var lowest: UInt64

        /// About how many blocks the node searches at once.
        var span: UInt64
    }

    /// Searches `blocks` from the newest to the oldest.
    ///
    /// - Parameters:
    ///   - blocks: The blocks.
    ///   - first: How many blocks the first search has at most, less one.
    ///   - budget: The number of requests that may be sent.
    /// - Returns: What was found before the budget was used up.
    /// - Throws: Why the node gave no answer at all, such as that it keeps no traces.
    func search(
        _ blocks: ClosedRange<UInt64>, first: UInt64, _ budget: inout Int
    ) async throws(NodeError) -> Found {
        var (high, span) = (blocks.upperBound, min(blocks.upperBound - blocks.lowerBound, first))
        var found = Found(lowest: high + 1, span: first)
        while budget > 0 {
            let low = high - blocks.lowerBound > span ? high - span : blocks.lowerBound
            do throws(NodeError) {
                guard let traces = try await traces(in: low...high, &budget) else {
                    guard span > 0, high > low else { throw .refused(.limit) }
                    span = (high - low) / 2
                    continue
                }
                let (movements, reached) = await movements(of: traces, in: low...high, &budget)
                found.movements += movements
                (found.lowest, found.span) = (reached, high - low)
                guard reached == low, low > blocks.lowerBound else { break }
                high = low - 1
                span = span > UInt64.max / 4 ? span : max(span * 2, 1)
            } catch {
                guard error.mayAnswerLess, error != .refused(.unsupported), span > 0 else {
                    guard found.lowest <= blocks.upperBound else { throw error }
                    break
                }
                span = min(span / 2, Self.firstLimit)
            }
        }
        return found
    }

    /// The traces about the account; `nil` if there are more than are read.
    private func traces(
        in blocks: ClosedRange<UInt64>, _ budget: inout Int
    ) async throws(NodeError) -> [Trace]? {
        var traces: [Trace] = []
        for side in ["toAddress", "fromAddress"] {
            budget -= 1
            var filter: JSONObject = [
                "fromBlock": .string(HexNumber.text(blocks.lowerBound)),
                "toBlock": .string(HexNumber.text(blocks.upperBound)),
            ]
            filter[side] = [.string(account.description)]
            guard let answer = try await node.ask("trace_filter", [.object(filter)]).array else { throw .malformed }
            guard answer.count <= Self.mostTraces || blocks.count == 1 else { return nil }
            traces += answer.prefix(Self.mostTraces).compactMap(Trace.init).filter { blocks.contains($0.block) }
        }
        return traces
    }

    /// A call, a creation or a destruction of a contract that moves the coin.
    private struct Trace: Hashable {
        let txid: String
        let block: UInt64

        /// The place in the tree of calls of the transaction; empty for the transaction itself.
        let place: [UInt64]
        let from: EthereumAddress
        let to: EthereumAddress?
        let units: BigUInt
        let hasFailed: Bool

        init?(_ json: JSON) {
            guard let txid = json["transactionHash"]?.string?.lowercased(), NativeMovementSearch.isHash(txid),
                let block = json["blockNumber"]?.number?.integer.flatMap({ UInt64(exactly: $0) }),
                let action = json["action"], let place = json["traceAddress"]?.array, place.count <= 1_100
            else { return nil }
            func address(_ json: JSON?) -> EthereumAddress? { NativeMovementSearch.address(json) }
            let (from, to, units): (EthereumAddress?, EthereumAddress?, BigUInt?)
            switch json["type"]?.string {
            case "call":
                // A call that keeps the balance of its contract moves nothing.
                guard action["callType"] == "call" else { return nil }
                (from, to, units) = (address(action["from"]), address(action["to"]), action["value"]?.bigQuantity)
            case "create":
                (from, to) = (address(action["from"]), address(json["result"]?["address"]))
                units = action["value"]?.bigQuantity
            case "suicide":
                (from, to) = (address(action["address"]), address(action["refundAddress"]))
                units = action["balance"]?.bigQuantity
            default: return nil
            }
            let places = place.compactMap { $0.number?.integer.flatMap { UInt64(exactly: $0) } }
            guard let from, let units, places.count == place.count else { return nil }
            (self.txid, self.block, self.place, self.from, self.to) = (txid, block, places, from, to)
            (self.units, hasFailed) = (units, json["error"] ?? .null != .null)
        }
    }

    /// The movements by `traces`, and the lowest block of `blocks` for which all of them are known.
    private func movements(
        of traces: [Trace], in blocks: ClosedRange<UInt64>, _ budget: inout Int
    ) async -> ([NativeMovement], UInt64) {
        var movements: [NativeMovement] = []
        let transactions = Dictionary(grouping: Set(traces), by: \.txid).values.sorted {
            ($0.first?.block ?? 0) > ($1.first?.block ?? 0)
        }
        for traces in transactions {
            guard let first = traces.first else { continue }
            var failed: Set<[UInt64]> = Set(traces.filter(\.hasFailed).map(\.place))
            if traces.contains(where: { !$0.place.isEmpty }) {
                guard budget > 0 else { return (movements.filter { $0.block > first.block }, first.block + 1) }
                budget -= 1
                // What a failed call did is undone, and the calls around these ones are not among them.
                guard let undone = await failures(in: first.txid) else { continue }
                failed.formUnion(undone)
            }
            movements += movement(of: traces, failed).map { [$0] } ?? []
        }
        return (movements, blocks.lowerBound)
    }

    /// The places of the failed calls of a transaction; `nil` if the node does not tell.
    private func failures(in txid: String) async -> Set<[UInt64]>? {
        guard let all = try? await node.ask("trace_transaction", [.string(txid)]).array, all.count <= Self.mostTraces
        else { return nil }
        return Set(
            all.lazy.filter { $0["error"] ?? .null != .null }.map { trace in
                (trace["traceAddress"]?.array ?? []).map {
                    $0.number?.integer.flatMap { UInt64(exactly: $0) } ?? .max
                }
            })
    }

    private func movement(of traces: [Trace], _ failed: Set<[UInt64]>) -> NativeMovement? {
        func isUndone(_ place: [UInt64]) -> Bool {
            (0...place.count).contains { failed.contains(Array(place.prefix($0))) }
        }
        let root = traces.first { $0.place.isEmpty && $0.from == account }
        var (units, other) = (BigInt(0), root.map { $0.to ?? $0.from })
        for trace in traces where !isUndone(trace.place) && trace.from != trace.to && trace.units.bitWidth <= 256 {
            if trace.from == account { units -= BigInt(trace.units) }
            if trace.to == account { units += BigInt(trace.units) }
            if other == nil, trace.units > 0 { other = trace.from == account ? trace.to : trace.from }
        }
        // What the account did not send is listed only if it moved something.
        guard let other, let first = traces.first, root != nil || units != 0 else { return nil }
        return NativeMovement(
            id, txid: first.txid, block: first.block, at: nil, other: other.description, units: units,
            hasFailed: root?.hasFailed ?? false)
    }

    private static let mostTraces = 20_000
    private static let firstLimit: UInt64 = 100_000
}
