internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// The calls of a transaction as nodes describe them: `callTracer` of Geth, and the traces of Erigon.
struct EVMTrace {
    /// The options of `debug_traceCall`.
    struct Options {
        let withLogs: Bool
        let isTopOnly: Bool
        let stateOverrides: JSON?
        let blockOverrides: JSON?

        init(_ json: JSON?) throws(SimulatorError) {
            guard json?["tracer"]?.string == "callTracer" else {
                throw .invalid("the simulated node has only the tracer callTracer")
            }
            withLogs = json?["tracerConfig"]?["withLog"]?.bool ?? false
            isTopOnly = json?["tracerConfig"]?["onlyTopCall"]?.bool ?? false
            (stateOverrides, blockOverrides) = (json?["stateOverrides"], json?["blockOverrides"])
        }
    }

    private let frames: [EVMFrame]

    init(_ frames: [EVMFrame]) { self.frames = frames }

    /// The tree of `callTracer`.
    func tree(_ options: Options) -> JSON {
        guard !frames.isEmpty else { return .null }
        var next = 0
        return tree(from: &next, options)
    }

    private func tree(from next: inout Int, _ options: Options) -> JSON {
        let frame = frames[next]
        next += 1
        var object: JSONObject = [
            "type": .string(kind(frame)), "from": .hex(frame.sender), "gas": .hex(frame.gas),
            "gasUsed": .hex(frame.used), "input": .hex(frame.input), "output": .hex(frame.output),
        ]
        if let to = frame.to { object["to"] = .hex(to) }
        if !frame.isStatic { object["value"] = .hex(frame.value) }
        if let failure = frame.failure { object["error"] = .string(failure) }
        if let reason = RevertReason.read(frame.output), frame.failure != nil {
            object["revertReason"] = .string(reason)
        }
        if options.withLogs, !frame.logs.isEmpty {
            object["logs"] = .array(
                frame.logs.enumerated().map { place, log in
                    [
                        "address": .hex(log.address), "topics": .array(log.topics.map { .hex($0) }),
                        "data": .hex(log.data), "index": .hex(UInt64(place)), "position": "0x0",
                    ]
                })
        }
        var calls: [JSON] = []
        while next < frames.count, frames[next].path.count > frame.path.count {
            calls.append(tree(from: &next, options))
        }
        if !calls.isEmpty, !options.isTopOnly { object["calls"] = .array(calls) }
        return .object(object)
    }

    private func kind(_ frame: EVMFrame) -> String {
        frame.to == nil ? "CREATE" : frame.isStatic ? "STATICCALL" : "CALL"
    }

    /// The list of `trace_transaction`.
    static func list(_ receipt: EVMReceipt, in block: EVMBlock) -> [JSON] {
        receipt.frames.map { frame in
            var object: JSONObject = [
                "action": [
                    "callType": frame.isStatic ? "staticcall" : "call", "from": .hex(frame.sender),
                    "to": frame.to.map { .hex($0) } ?? .null, "gas": .hex(frame.gas), "input": .hex(frame.input),
                    "value": .hex(frame.value),
                ],
                "blockHash": .hex(block.hash), "blockNumber": .number(JSONNumber(Int(clamping: block.number))),
                "subtraces": .number(JSONNumber(frame.children)),
                "traceAddress": .array(frame.path.map { .number(JSONNumber($0)) }),
                "transactionHash": .hex(receipt.transaction.hash),
                "transactionPosition": .number(JSONNumber(receipt.index)), "type": frame.to == nil ? "create" : "call",
            ]
            if let failure = frame.failure {
                object["error"] = failure == "execution reverted" ? "Reverted" : .string(failure)
            } else {
                object["result"] = ["gasUsed": .hex(frame.used), "output": .hex(frame.output)]
            }
            return .object(object)
        }
    }
}

extension EVMMethods {
    /// The methods that tell what transactions called.
    static let traces: Table = [
        "debug_traceTransaction": { ledger, parameters, _ throws(SimulatorError) in
            guard let receipt = ledger.receipts[try parameters.digest(0)] else {
                throw .refused("transaction not found")
            }
            return EVMTrace(receipt.frames).tree(try EVMTrace.Options(parameters.optional(1)))
        },
        "trace_transaction": { ledger, parameters, _ throws(SimulatorError) in
            guard let receipt = ledger.receipts[try parameters.digest(0)],
                let block = ledger.block(at: .number(receipt.block))
            else { return .null }
            return .array(EVMTrace.list(receipt, in: block))
        },
        "trace_filter": { ledger, parameters, _ throws(SimulatorError) in
            try filter(ledger, parameters.required(0))
        },
    ]

    private static let mostTraces = 10_000

    private static func filter(_ ledger: EVMLedger, _ wish: JSON) throws(SimulatorError) -> JSON {
        func number(_ key: String) throws(SimulatorError) -> UInt64 {
            guard let json = wish[key] else { return ledger.head.number }
            switch try EVMParameters.point(json, key) {
            case .number(let number): return number
            default: return ledger.head.number
            }
        }
        func addresses(_ key: String) throws(SimulatorError) -> Set<String>? {
            guard let list = wish[key]?.array, !list.isEmpty else { return nil }
            return Set(list.compactMap { $0.string?.lowercased() })
        }
        let (first, last) = (try number("fromBlock"), min(try number("toBlock"), ledger.head.number))
        let (senders, receivers) = (try addresses("fromAddress"), try addresses("toAddress"))
        guard first <= last else { return [] }
        var found: [JSON] = []
        for block in ledger.blocks[Int(first)...Int(last)] {
            for receipt in ledger.receipts(of: block) {
                found += EVMTrace.list(receipt, in: block).filter { trace in
                    let action = trace["action"]
                    return senders?.contains(action?["from"]?.string ?? "") ?? true
                        && receivers?.contains(action?["to"]?.string ?? "") ?? true
                }
            }
            guard found.count <= mostTraces else { throw .refused("too many results", code: -32_005) }
        }
        let after = min(found.count, max(0, wish["after"]?.number?.integer ?? 0))
        let count = max(0, wish["count"]?.number?.integer ?? found.count)
        return .array(Array(found.dropFirst(after).prefix(count)))
    }
}
