import BigInt
import Bridge
import ClearSigning
import Ethereum
import Primitives

/// Simulates a transaction at a node, in as much detail as the node offers: `eth_simulateV1`, otherwise
/// `debug_traceCall`, otherwise `eth_call`.
struct TransactionSimulator {
    let account: EthereumAddress
    let chain: Chain
    let node: any EthereumNode

    /// The state on which it is simulated: `pending` if earlier transactions are not confirmed yet.
    let block: JSON

    /// The result, and what is known of the changes.
    struct Result: Hashable, Sendable {
        let verdict: Simulation
        let changes: ChangeReport

        /// The gas that it uses, if the node says so.
        var gas: UInt64?
    }

    /// Simulates `call`, an object for `eth_call`, after the calls `earlier` of the same account; in a block with these
    /// other properties, if there are any.
    func simulate(_ call: JSON, after earlier: [JSON] = [], in other: SimulatedEvidence.OtherBlock? = nil) async
        -> Result
    {
        var hasAnswered = false
        var state: JSONObject = ["calls": .array(earlier + [call])]
        state["blockOverrides"] = other?.members
        let simulation: JSON = [
            ["blockStateCalls": [.object(state)], "traceTransfers": true, "validation": false],
            block,
        ]
        let found = await detailed("eth_simulateV1", simulation, &hasAnswered) {
            readSimulation($0, call: earlier.count, paying: payment(of: call))
        }
        if let found { return found }
        // The other methods simulate a single call, without what those before it change.
        guard earlier.isEmpty else { return Result(verdict: .unknown, changes: .unsupported) }
        var options: JSONObject = [
            "tracer": "callTracer", "tracerConfig": ["withLog": true, "onlyTopCall": false],
        ]
        options["blockOverrides"] = other?.members
        let trace: JSON = [call, block, .object(options)]
        if let found = await detailed("debug_traceCall", trace, &hasAnswered, read: readTrace) {
            return found
        }
        return Result(
            verdict: await Simulation.of(call, on: node, at: block), changes: hasAnswered ? .failed : .unsupported)
    }

    /// Asks for a detailed simulation; `nil` if the node does not offer it, or its answer is not valid.
    private func detailed(
        _ method: String, _ params: JSON, _ hasAnswered: inout Bool, read: (JSON) -> Result?
    ) async -> Result? {
        do throws(NodeError) {
            let answer = try await node.ask(method, params)
            hasAnswered = true
            guard var result = read(answer) else { return nil }
            if case .known(var changes) = result.changes {
                changes.note(before: await amounts(of: changes.given))
                result = Result(verdict: result.verdict, changes: .known(changes), gas: result.gas)
            }
            return result
        } catch .refused(.reverted(let data)) {
            return Result(verdict: .fails(reason: RevertReason.read(data)), changes: .none)
        } catch .refused(.insufficientFunds) {
            // Another warning says how much is missing.
            return Result(verdict: .succeeds, changes: .failed)
        } catch .refused(.unsupported) {
            return nil
        } catch {
            // The method may be there, but not for this request.
            hasAnswered = hasAnswered || error != .refused(.other) && error != .refused(.invalidParameters)
            return nil
        }
    }

    /// Reads the answer to `eth_simulateV1`: one block with calls, of which the one at `place` counts.
    private func readSimulation(
        _ answer: JSON, call place: Int, paying payment: SimulatedChanges.NativeTransfer?
    ) -> Result? {
        guard let call = answer[0]?["calls"]?[place], let status = call["status"]?.quantity else { return nil }
        guard status == 1 else {
            let data = call["returnData"]?.string?.hexBytes ?? []
            let other = call["error"]?["data"]?.string?.hexBytes ?? []
            return Result(
                verdict: .fails(reason: RevertReason.read(data) ?? RevertReason.read(other)), changes: .none)
        }
        guard let entries = call["logs"]?.array else { return nil }
        var (logs, coins): ([EventLog], [SimulatedChanges.NativeTransfer]) = ([], [])
        for log in entries.prefix(Self.mostLogs).compactMap(EventLog.init) {
            guard log.contract == Self.coin, log.topics.first == TokenEvent.Signature.transfer else {
                logs.append(log)
                continue
            }
            guard let from = log.address(1), let to = log.address(2), let units = log.number(0) else { return nil }
            coins.append(SimulatedChanges.NativeTransfer(from: from, to: to, units: units))
        }
        // A node that does not report transfers of the coin must not make a payment look like none.
        if let payment, !coins.contains(where: { $0.from == payment.from }) {
            coins.insert(payment, at: 0)
        }
        var result = known(logs, coins, isCut: entries.count > Self.mostLogs)
        result.gas = gas(call)
        return result
    }

    /// What the call itself sends of the coin; `nil` if it sends none, or to the account itself.
    private func payment(of call: JSON) -> SimulatedChanges.NativeTransfer? {
        guard let units = call["value"]?.bigQuantity, units > 0 else { return nil }
        // A contract that is created has no address yet.
        guard let to = call["to"]?.string.flatMap({ try? EthereumAddress($0) }) ?? Self.coin, to != account else {
            return nil
        }
        return SimulatedChanges.NativeTransfer(from: account, to: to, units: units)
    }

    /// The gas that a call needs until its end.
    ///
    /// What it uses has the refunds subtracted, which are at most a fifth (EIP-3529) and come only afterwards; some nodes
    /// also report the amount before that. A plain payment has no refunds.
    private func gas(_ call: JSON) -> UInt64? {
        guard let used = call["gasUsed"]?.quantity, used <= 100_000_000 else { return nil }
        if let most = call["maxUsedGas"]?.quantity, (used...used * 2).contains(most) { return most }
        return used == 21_000 ? used : used + used / 4 + 1
    }

    /// Reads the answer to `debug_traceCall` with the tracer `callTracer`: a tree of calls with their logs.
    private func readTrace(_ answer: JSON) -> Result? {
        guard answer["type"]?.string != nil, answer["from"]?.string != nil else { return nil }
        if answer["error"] ?? .null != .null {
            let data = answer["output"]?.string?.hexBytes ?? []
            return Result(verdict: .fails(reason: RevertReason.read(data)), changes: .none)
        }
        var (logs, coins): ([EventLog], [SimulatedChanges.NativeTransfer]) = ([], [])
        var (waiting, frames, isCut) = ([answer], 0, false)
        while let frame = waiting.popLast() {
            frames += 1
            guard frames <= Self.mostFrames, logs.count < Self.mostLogs else {
                isCut = true
                break
            }
            // What a failed call did is undone.
            guard frame["error"] ?? .null == .null else { continue }
            if let transfer = Self.transfer(in: frame) { coins.append(transfer) }
            logs += (frame["logs"]?.array ?? []).prefix(Self.mostLogs).compactMap(EventLog.init)
            waiting += (frame["calls"]?.array ?? []).reversed()
        }
        return known(logs, coins, isCut: isCut)
    }

    /// The coins that a call moves; a call that runs the code of another contract for its caller moves none.
    private static func transfer(in frame: JSON) -> SimulatedChanges.NativeTransfer? {
        guard let type = frame["type"]?.string, type != "DELEGATECALL", type != "STATICCALL", type != "CALLCODE",
            let units = frame["value"]?.bigQuantity, units > 0,
            let from = frame["from"]?.string.flatMap({ try? EthereumAddress($0) }),
            let to = frame["to"]?.string.flatMap({ try? EthereumAddress($0) })
        else { return nil }
        return SimulatedChanges.NativeTransfer(from: from, to: to, units: units)
    }

    private func known(_ logs: [EventLog], _ coins: [SimulatedChanges.NativeTransfer], isCut: Bool) -> Result {
        let changes = SimulatedChanges(
            of: account, logs: logs, coins: coins, wrapper: WrappedCoin.home(on: chain.id), isCut: isCut)
        return Result(verdict: .succeeds, changes: .known(changes))
    }

    /// The amounts that others may take now, for the first permissions.
    private func amounts(of given: [SimulatedChanges.Given]) async -> [TokenEvent.Permission: BigUInt] {
        var amounts: [TokenEvent.Permission: BigUInt] = [:]
        for permission in given.map(\.permission).prefix(Self.mostQuestions) {
            amounts[permission] = await PermissionReader(node: node).current(permission)?.units
        }
        return amounts
    }

    /// The address that stands for the coin in the logs of `eth_simulateV1` with `traceTransfers`.
    private static let coin = try? EthereumAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")

    private static let mostLogs = 2_000
    private static let mostFrames = 10_000
    private static let mostQuestions = 4
}

/// What is known of the changes of a transaction.
enum ChangeReport: Hashable, Sendable {
    /// The node reported them.
    case known(SimulatedChanges)
    /// There are none, because the transaction would fail.
    case none
    /// The node does not offer a detailed simulation.
    case unsupported
    /// The node's answer could not be used.
    case failed
    /// No node was asked, because the network has none.
    case unasked
    /// No node was asked, because this site named it.
    case fromSite(String)
    /// The user changed the transaction after it was simulated.
    case outdated
}
