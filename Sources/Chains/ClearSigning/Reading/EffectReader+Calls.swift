internal import Ethereum
internal import BigInt

/// Reads calls inside the arguments of another call.
extension EffectReader {
    /// The call at a path in the arguments, or one call for each element of a list.
    func carried(
        _ to: String, _ value: String?, _ data: String, _ operation: String?, _ isDelegated: Bool
    ) throws(EthereumError) -> DecodedCall {
        let places = try findings(data)
        if to.contains("[]"), try findings(to).count != places.count { throw .descriptor(.path) }
        // A list of values may be empty if no call sends native coin.
        var hasValues = value != nil
        if let value, value.contains("[]") {
            let count = try findings(value).count
            guard count == places.count || count == 0 else { throw .descriptor(.path) }
            hasValues = count > 0
        }
        var calls: [NestedCall] = []
        for place in places {
            guard case .bytes(let bytes) = place.value else { throw .descriptor(.path) }
            let kind = try operation.map(at: place.indices, number) ?? 0
            let amount = hasValues ? try value.map(at: place.indices, number) ?? 0 : 0
            calls.append(
                NestedCall(
                    to: try address(to, place.indices), value: amount, data: bytes,
                    isDelegated: isDelegated || kind != 0))
        }
        return open(calls)
    }

    /// What `calls` do, decoded one level deeper.
    func open(_ calls: [NestedCall]) -> DecodedCall {
        let inner = calls.enumerated().map { index, call in
            // A call that is not decoded is not fully read.
            let intent =
                index < IntentReader.mostInner
                ? call.intent(reader.deeper, from: contract, chainID: chainID)
                : .blind(BlindCall(contract: call.to, data: call.data, reason: .deep))
            return DecodedCall.Inner(to: call.to, value: call.value, intent: intent, isDelegated: call.isDelegated)
        }
        return DecodedCall(contract: contract, name: "", arguments: [], inner: inner, isRead: !inner.isEmpty)
    }

    /// The calls in a special encoding.
    func steps(_ encoding: StepEncoding) throws(EthereumError) -> Intent {
        guard let contract else { throw .descriptor(.path) }
        switch encoding {
        case .router(let commands, let inputs):
            return .call(open(RouterCommand.calls(try bytes(commands), try parts(inputs), at: contract)))
        case .actions(let path):
            let types: [ABIType] = [.bytes, .array(.bytes, count: nil)]
            let packed = try bytes(path)
            guard let values = try? ABIDecoder.decode(types, from: packed), let actions = values[0].bytes,
                let inputs = values[1].elements
            else { throw .descriptor(.path) }
            return .call(open(PoolAction.calls(actions, inputs.map { $0.bytes ?? [] }, at: contract)))
        case .bulk(let names, let path):
            let (names, inputs) = (try findings(names).map(\.value), try parts(path))
            guard names.count == inputs.count else { throw .descriptor(.path) }
            return .call(open(zip(names, inputs).map { BulkAction.call($0, $1, at: contract) }))
        case .multiSend(let path): return .call(open(try Self.packed(try bytes(path))))
        case .execution(let mode, let data): return .call(open(try execution(try bytes(mode), try bytes(data))))
        case .operations(let path):
            var calls: [NestedCall] = []
            for finding in try findings("\(path).[].callData") {
                guard case .bytes(let bytes) = finding.value else { throw .descriptor(.path) }
                calls.append(NestedCall(to: try address("\(path).[].sender", finding.indices), data: bytes))
            }
            return .call(open(calls))
        case .seaport(let path):
            var orders: [Intent] = []
            for finding in try findings(path) {
                for order in try SeaportOrder.orders(finding.value) { orders.append(.order(order.taken)) }
            }
            guard !orders.isEmpty else { throw .descriptor(.path) }
            return .call(
                DecodedCall(
                    contract: contract, name: "", arguments: [],
                    inner: orders.map { DecodedCall.Inner(to: contract, value: 0, intent: $0, isDelegated: false) },
                    isRead: true))
        }
    }

    func parts(_ path: String) throws(EthereumError) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        for finding in try findings(path) {
            guard case .bytes(let bytes) = finding.value else { throw .descriptor(.path) }
            parts.append(bytes)
        }
        return parts
    }

    /// Safe's MultiSend: 1 byte operation, 20 bytes address, 32 bytes value, 32 bytes length, then the data.
    private static func packed(_ bytes: [UInt8]) throws(EthereumError) -> [NestedCall] {
        var calls: [NestedCall] = []
        var place = 0
        while place < bytes.count {
            guard bytes.count - place >= 85, let to = try? EthereumAddress(bytes: bytes[(place + 1)..<(place + 21)])
            else { throw .descriptor(.path) }
            let value = BigUInt(bytes: Array(bytes[(place + 21)..<(place + 53)]))
            let length = BigUInt(bytes: Array(bytes[(place + 53)..<(place + 85)]))
            guard let count = Int(exactly: length), count <= bytes.count - place - 85 else { throw .descriptor(.path) }
            let start = place + 85
            calls.append(
                NestedCall(
                    to: to, value: value, data: Array(bytes[start..<(start + count)]), isDelegated: bytes[place] != 0))
            place = start + count
            guard calls.count <= IntentReader.mostInner else { throw .descriptor(.path) }
        }
        return calls
    }

    /// ERC-7579: the first byte of the mode selects one call (0x00), a list (0x01) or a delegated call (0xFF).
    private func execution(_ mode: [UInt8], _ data: [UInt8]) throws(EthereumError) -> [NestedCall] {
        guard let kind = mode.first, let contract else { throw .descriptor(.path) }
        switch kind {
        case 0x00, 0xFF:
            let head = kind == 0x00 ? 52 : 20
            guard data.count >= head, let to = try? EthereumAddress(bytes: data.prefix(20)) else {
                throw .descriptor(.path)
            }
            let value = kind == 0x00 ? BigUInt(bytes: Array(data[20..<52])) : 0
            return [NestedCall(to: to, value: value, data: Array(data.dropFirst(head)), isDelegated: kind == 0xFF)]
        case 0x01:
            // ERC-7821 allows data for the account after the list.
            guard let list = try? ABIType("(address to, uint256 value, bytes data)[]"),
                let values = (try? ABIDecoder.decode([list], from: data))
                    ?? (try? ABIDecoder.decode([list, .bytes], from: data))
            else { throw .descriptor(.path) }
            return (values[0].elements ?? []).compactMap { call in
                guard let parts = call.elements, parts.count == 3, let to = parts[0].address else { return nil }
                // There, the zero address means the account itself.
                return NestedCall(
                    to: to.isZero ? contract : to, value: parts[1].uint ?? 0, data: parts[2].bytes ?? [])
            }
        default: throw .descriptor(.path)
        }
    }
}
