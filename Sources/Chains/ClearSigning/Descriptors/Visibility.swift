internal import Ethereum
internal import BigInt
internal import Bridge
internal import Primitives

/// When a field of a descriptor is shown (ERC-7730, `visible`).
enum Visibility: Equatable {
    /// Always; a wallet may leave out what is `optional`, and this one does not.
    case always
    /// Never.
    case never
    /// Unless it has one of these values.
    case except([JSON])
    /// Never, since it must have one of these values.
    case fixed([JSON])

    /// - Throws: ``EthereumError/descriptor(_:)`` for an unknown rule, because it is not known what it would hide.
    init(_ json: JSON?) throws(EthereumError) {
        switch json {
        case nil, "always", "optional": self = .always
        case "never": self = .never
        case .object(let rule):
            guard rule.members.count == 1, let list = rule.members.first?.value.array, !list.isEmpty else {
                throw .descriptor(.format)
            }
            switch rule.members.first?.key {
            case "ifNotIn": self = .except(list)
            case "mustBe", "mustMatch": self = .fixed(list)
            default: throw .descriptor(.format)
            }
        default: throw .descriptor(.format)
        }
    }
}

extension DescribedValue {
    /// Whether this is the value of a constant of a descriptor.
    func equals(_ constant: DescribedValue?) -> Bool {
        guard let constant else { return false }
        switch (self, constant) {
        case (.bool(let value), .bool(let other)): return value == other
        case (.address, _): return address == constant.address
        case (.number(let value), _): return value == constant.number
        case (.string(let value), .string(let other)): return value == other
        case (.bytes(let value), .string(let other)): return other.hasPrefix("0x") && Hex.decode(other) == value
        default: return false
        }
    }

    /// The value as the key of a map; `nil` for what has parts.
    var key: String? {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .address(let address): address.description.lowercased()
        case .string(let text): text
        case .number(let number): number.description
        case .bytes, .list, .record: nil
        }
    }
}
