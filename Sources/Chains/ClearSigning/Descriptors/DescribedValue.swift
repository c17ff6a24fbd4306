internal import Ethereum
internal import BigInt
internal import Bridge

/// A value that a descriptor refers to, from a call, a message, or the descriptor itself.
indirect enum DescribedValue {
    case bool(Bool)
    case address(EthereumAddress)
    case string(String)
    case bytes([UInt8])
    case number(BigInt)
    case list([DescribedValue])
    case record([DescribedMember])

    init(_ value: ABIValue, _ type: ABIType) {
        switch (type, value) {
        case (.array(let element, _), .array(let values)): self = .list(values.map { DescribedValue($0, element) })
        case (.tuple(let components), .tuple(let values)): self = Self.record(components, values)
        case (_, .bool(let value)): self = .bool(value)
        case (_, .address(let address)): self = .address(address)
        case (_, .string(let text)): self = .string(text)
        case (_, .bytes(let bytes)): self = .bytes(bytes)
        case (_, .number(let number)): self = .number(number)
        case (_, .array(let values)), (_, .tuple(let values)): self = .list(values.map { DescribedValue($0, .bool) })
        }
    }

    static func record(_ parameters: [ABIParameter], _ values: [ABIValue]) -> DescribedValue {
        .record(zip(parameters, values).map { DescribedMember(name: $0.name, value: DescribedValue($1, $0.type)) })
    }

    init?(_ value: TypedDataValue) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .address(let address): self = .address(address)
        case .string(let text): self = .string(text)
        case .bytes(let bytes): self = .bytes(bytes)
        case .number(let number): self = .number(number)
        case .array(let values): self = .list(values.compactMap { DescribedValue($0) })
        case .structure(let structure): self.init(structure)
        case .absent: return nil
        }
    }

    init(_ structure: TypedDataStructure) {
        self = .record(
            structure.members.compactMap { member in
                DescribedValue(member.value).map { DescribedMember(name: member.field.name, value: $0) }
            })
    }

    /// A constant of a descriptor; `nil` for what is neither text, number nor Boolean.
    init?(_ json: JSON) {
        switch json {
        case .bool(let value): self = .bool(value)
        case .number(let number):
            guard number.text.utf8.count <= 80, let value = BigInt(number.text, radix: 10) else { return nil }
            self = .number(value)
        case .string(let text): self = .string(text)
        default: return nil
        }
    }

    /// The value as an address: of one, of the last 20 bytes of a number, of 20 bytes, or of a text.
    var address: EthereumAddress? {
        switch self {
        case .address(let address): address
        case .bytes(let bytes): try? EthereumAddress(bytes: bytes)
        case .string(let text): try? EthereumAddress(text.lowercased())
        case .number(let number):
            number.sign == .plus && number.magnitude.bitWidth <= 160
                ? try? EthereumAddress(bytes: ABIWord.bytes(number).suffix(20)) : nil
        default: nil
        }
    }

    /// The value as a number: of one, of bytes, or of a text in decimal digits or `0x` and hexadecimal ones.
    var number: BigInt? {
        switch self {
        case .number(let number): return number
        case .bytes(let bytes): return bytes.count <= 32 ? BigInt(BigUInt(bytes: bytes)) : nil
        case .string(let text):
            guard text.utf8.count <= 80 else { return nil }
            return text.hasPrefix("0x") ? BigInt(text.dropFirst(2), radix: 16) : BigInt(text, radix: 10)
        default: return nil
        }
    }
}

extension BigUInt {
    /// The number that big-endian bytes represent.
    init(bytes: [UInt8]) {
        self = bytes.reduce(0) { $0 << 8 | BigUInt($1) }
    }
}

/// A value with its name.
struct DescribedMember {
    /// The name.
    let name: String

    /// The value.
    let value: DescribedValue
}
