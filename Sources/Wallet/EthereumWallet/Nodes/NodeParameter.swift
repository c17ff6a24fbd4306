package import Bridge
import Ethereum

/// The form that a parameter of a read-only method must have before it is passed to a node.
///
/// Neither a node nor a page is trusted: a parameter that the method does not define, or that is larger than necessary,
/// is rejected.
package indirect enum NodeParameter: Sendable {
    case address
    case hash
    case quantity
    /// A quantity, which pages also write as a JSON number.
    case count
    /// A block tag such as `latest`, or a quantity.
    case block
    case flag
    /// A storage key: a quantity, or 32 bytes with leading zeros.
    case slot
    /// Several storage keys.
    case slots
    case call
    /// Accounts with another balance, nonce, code or storage during a call (`stateOverride` of viem).
    case overrides
    /// A block with other values during a call.
    case blockOverrides
    case filter
    /// Percentiles in ascending order.
    case percentiles
    /// An optional parameter, with the JSON value that is used if it is missing.
    case optional(NodeParameter, JSON)
    /// A parameter that nodes need not know: it is passed on only if it, or one after it, is given.
    case extra(NodeParameter)

    /// Whether `value` is such a parameter.
    package func accepts(_ value: JSON) -> Bool {
        switch self {
        case .address: value.string.map(Self.isAddress) ?? false
        case .hash: value.string.map { Self.isBytes($0, upTo: 32, from: 32) } ?? false
        case .quantity: value.quantity != nil
        case .count: value.quantity != nil || Self.count(value) != nil
        case .block: Self.isBlock(value)
        case .flag: value.bool != nil
        case .slot: value.bigQuantity != nil || (value.string.map { Self.isBytes($0, upTo: 32, from: 32) } ?? false)
        case .slots: value.array.map { $0.count <= 256 && $0.allSatisfy(NodeParameter.slot.accepts) } ?? false
        case .call: Self.isCall(value)
        case .overrides: Self.areOverrides(value)
        case .blockOverrides: Self.areBlockOverrides(value)
        case .filter: Self.isFilter(value)
        case .percentiles: Self.isPercentiles(value)
        case .optional(let parameter, _), .extra(let parameter): parameter.accepts(value)
        }
    }

    /// Whether it is left out if neither it nor a later one is given.
    package var isExtra: Bool { if case .extra = self { true } else { false } }

    /// The value that is used if the parameter is missing.
    package var standIn: JSON? {
        switch self {
        case .optional(_, let value): value
        case .extra: [:]
        default: nil
        }
    }

    /// An accepted value in the form that nodes accept: pages also send JSON numbers, and the empty texts of form
    /// fields.
    package func plain(_ value: JSON) -> JSON {
        switch self {
        case .count: Self.count(value).map { .string(HexNumber.text($0)) } ?? value
        case .call: value.object.map { .object(Self.plainCall($0)) } ?? value
        default: value
        }
    }

    private static func plainCall(_ given: JSONObject) -> JSONObject {
        var members = JSONObject()
        let hasGas = given["gas"].map { $0 != .null && $0 != "" } ?? false
        for member in given.members where member.key != "gasLimit" || !hasGas {
            switch member.value {
            case "" where dataKeys.contains(member.key): members[member.key] = "0x"
            case "": continue
            case .null where numberKeys.contains(member.key): continue
            case "0x" where member.key == "to": continue
            case let value where numberKeys.contains(member.key):
                let key = member.key == "gasLimit" ? "gas" : member.key
                members[key] = Quantity.read(value).map { .string(Quantity.text($0)) } ?? value
            default: members[member.key] = member.value
            }
        }
        return members
    }

    private static let numberKeys: Set<String> = [
        "gas", "gasLimit", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "value", "nonce", "chainId", "type",
    ]
    private static let dataKeys: Set<String> = ["data", "input"]

    /// The value of a JSON number that is an integer and not negative.
    private static func count(_ value: JSON) -> UInt64? {
        value.number?.integer.flatMap { UInt64(exactly: $0) }
    }

    private static let tags: Set<String> = ["latest", "earliest", "pending", "safe", "finalized"]

    private static func isBlock(_ value: JSON) -> Bool {
        if let tag = value.string, tags.contains(tag) { return true }
        if value.quantity != nil { return true }
        // EIP-1898: a block by its hash.
        guard let object = value.object, !object.members.isEmpty else { return false }
        return object.members.allSatisfy { member in
            switch member.key {
            case "blockHash": hash.accepts(member.value)
            case "blockNumber": quantity.accepts(member.value)
            case "requireCanonical": flag.accepts(member.value)
            default: false
            }
        }
    }

    private static func isCall(_ value: JSON) -> Bool {
        guard let members = value.object?.members else { return false }
        return members.allSatisfy { member in
            let (key, value) = (member.key, member.value)
            let isNumber = numberKeys.contains(key)
            guard isNumber || dataKeys.contains(key) || ["from", "to", "accessList"].contains(key) else {
                return value == .null
            }
            if value == .null || value == "" || value == "0x" && key == "to" { return true }
            if isNumber { return Quantity.read(value) != nil }
            if dataKeys.contains(key) { return value.string.map { isBytes($0, upTo: mostCode) } ?? false }
            return key == "accessList" ? isAccessList(value) : address.accepts(value)
        }
    }

    /// State overrides as Geth and viem write them, for at most 64 accounts.
    private static func areOverrides(_ value: JSON) -> Bool {
        guard let accounts = value.object?.members, accounts.count <= 64 else { return false }
        return accounts.allSatisfy { account in
            guard isAddress(account.key), let members = account.value.object?.members else { return false }
            return members.allSatisfy { member in
                if member.value == .null { return true }
                switch member.key {
                case "balance", "nonce": return member.value.bigQuantity != nil
                case "code": return member.value.string.map { isBytes($0, upTo: mostCode) } ?? false
                case "state", "stateDiff": return isStorage(member.value)
                case "movePrecompileToAddress": return address.accepts(member.value)
                default: return false
                }
            }
        }
    }

    private static func isStorage(_ value: JSON) -> Bool {
        guard let slots = value.object?.members, slots.count <= 1_024 else { return false }
        return slots.allSatisfy { hash.accepts(.string($0.key)) && hash.accepts($0.value) }
    }

    private static func areBlockOverrides(_ value: JSON) -> Bool {
        guard let members = value.object?.members else { return false }
        return members.allSatisfy { member in
            if member.value == .null { return true }
            switch member.key {
            case "number", "difficulty", "time", "gasLimit", "baseFee", "baseFeePerGas", "blobBaseFee":
                return member.value.bigQuantity != nil
            case "coinbase", "feeRecipient": return address.accepts(member.value)
            case "random", "prevRandao": return hash.accepts(member.value)
            default: return false
            }
        }
    }

    /// The most data of a call, and the most code of an account, in bytes.
    private static let mostCode = 128 << 10

    private static func isAccessList(_ value: JSON) -> Bool {
        guard let entries = value.array, entries.count <= 256 else { return false }
        return entries.allSatisfy { entry in
            guard let members = entry.object, members.members.count == 2,
                let slots = members["storageKeys"]?.array, slots.count <= 1_024
            else { return false }
            return address.accepts(members["address"] ?? .null) && slots.allSatisfy(hash.accepts)
        }
    }

    private static func isFilter(_ value: JSON) -> Bool {
        guard let members = value.object?.members else { return false }
        return members.allSatisfy { member in
            if member.value == .null { return true }
            switch member.key {
            case "fromBlock", "toBlock": return block.accepts(member.value) && member.value.object == nil
            case "blockHash": return hash.accepts(member.value)
            case "address": return isOneOrSome(member.value, address, upTo: 64)
            case "topics":
                guard let topics = member.value.array, topics.count <= 4 else { return false }
                return topics.allSatisfy { $0 == .null || isOneOrSome($0, hash, upTo: 64) }
            default: return false
            }
        }
    }

    private static func isOneOrSome(_ value: JSON, _ kind: NodeParameter, upTo limit: Int) -> Bool {
        guard let values = value.array else { return kind.accepts(value) }
        return values.count <= limit && values.allSatisfy { $0 == .null || kind.accepts($0) }
    }

    private static func isPercentiles(_ value: JSON) -> Bool {
        guard let values = value.array, values.count <= 32 else { return false }
        return values.allSatisfy { value in
            value.number.flatMap { Double($0.text) }.map { (0...100).contains($0) } ?? false
        }
    }

    private static func isAddress(_ text: String) -> Bool { (try? EthereumAddress(text)) != nil }

    /// Whether `text` is `0x` and pairs of digits, for at most `limit` bytes.
    private static func isBytes(_ text: String, upTo limit: Int, from least: Int = 0) -> Bool {
        let digits = text.utf8.dropFirst(2)
        return text.utf8.starts(with: "0x".utf8) && digits.count.isMultiple(of: 2)
            && (least * 2...limit * 2).contains(digits.count)
            && digits.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }
    }
}
