import BigInt
import Bridge
import Ethereum
import Primitives

/// Encodes the arguments of a case with the wallet's own encoder.
///
/// An argument of type `bytes` can be a call (`function` and `arguments`), values without a selector (`types` and
/// `values`), packed values (`pack` and `values`), or an array of such parts, which are concatenated.
struct SigningABI {
    let words: SigningWords

    /// The data of a call of `function`, a signature such as `approve(address spender, uint256 amount)`.
    func call(_ function: String, _ arguments: JSON) throws(SigningFault) -> [UInt8] {
        do {
            let function = try ABIFunction(function)
            return try function.call(values(arguments, function.parameters.map(\.type)))
        } catch {
            throw SigningFault("\(function): \(error)")
        }
    }

    private func values(_ json: JSON, _ types: [ABIType]) throws(SigningFault) -> [ABIValue] {
        guard let elements = json.array, elements.count == types.count else {
            throw SigningFault("\(types.count) values are needed, not \(json.text)")
        }
        var values: [ABIValue] = []
        for (element, type) in zip(elements, types) { values.append(try value(element, type)) }
        return values
    }

    private func value(_ json: JSON, _ type: ABIType) throws(SigningFault) -> ABIValue {
        let text = try json.string.map { text throws(SigningFault) in try words.filled(text) }
        switch type {
        case .bool: if let value = json.bool { return .bool(value) }
        case .string: if let text { return .string(text) }
        case .address: if let address = text.flatMap({ try? EthereumAddress($0) }) { return .address(address) }
        case .uint, .int: if let number = Self.number(text ?? json.number?.text ?? "") { return .number(number) }
        case .bytes: return .bytes(try bytes(json))
        case .fixedBytes(let size):
            if let bytes = text.flatMap({ Hex.decode($0) }), bytes.count <= size {
                return .bytes(bytes + [UInt8](repeating: 0, count: size - bytes.count))
            }
        case .tuple(let parts): return .tuple(try values(json, parts.map(\.type)))
        case .array(let element, _):
            let types = [ABIType](repeating: element, count: json.array?.count ?? 0)
            return .array(try values(json, types))
        }
        throw SigningFault("\(json.text) is not a value of \(type.name)")
    }

    private func bytes(_ json: JSON) throws(SigningFault) -> [UInt8] {
        if let text = json.string {
            guard let bytes = Hex.decode(try words.filled(text)) else { throw SigningFault("“\(text)” is not bytes") }
            return bytes
        }
        if let parts = json.array {
            var all: [UInt8] = []
            for part in parts { all += try bytes(part) }
            return all
        }
        if let function = json["function"]?.string { return try call(function, json["arguments"] ?? []) }
        guard let names = (json["types"] ?? json["pack"])?.array?.compactMap(\.string), let list = json["values"]
        else { throw SigningFault("\(json.text) is not bytes") }
        do {
            let types = try names.map { try ABIType($0) }
            let values = try values(list, types)
            guard json["pack"] != nil else { return try ABIEncoder.encode(values, as: types) }
            return try zip(values, types).flatMap { try Self.packed($0, $1) }
        } catch {
            throw SigningFault("\(names): \(error)")
        }
    }

    /// A value without padding ("Non-standard Packed Mode").
    private static func packed(_ value: ABIValue, _ type: ABIType) throws -> [UInt8] {
        switch (type, value) {
        case (.bytes, .bytes(let bytes)), (.fixedBytes, .bytes(let bytes)): return bytes
        case (.string, .string(let text)): return Array(text.utf8)
        case (.address, .address(let address)): return address.bytes
        case (.bool, .bool(let value)): return [value ? 1 : 0]
        case (.uint(let bits), _), (.int(let bits), _):
            return try ABIEncoder.encode([value], as: [type]).suffix(bits / 8)
        default: throw SigningFault("\(type.name) cannot be packed here")
        }
    }

    private static func number(_ text: String) -> BigInt? {
        text.hasPrefix("0x") ? BigInt(text.dropFirst(2), radix: 16) : BigInt(text, radix: 10)
    }
}
