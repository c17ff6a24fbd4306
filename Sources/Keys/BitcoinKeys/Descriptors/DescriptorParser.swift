internal import Bitcoin
internal import Primitives

/// Reads the functions of an output descriptor.
enum DescriptorParser {
    /// Where an expression is, which decides what is allowed.
    enum Place: Sendable {
        case top, scriptHash, witnessScript, taproot
    }

    /// The maximum depth of a tree of scripts (BIP-341).
    static let deepest = 128

    /// The maximum size of a script inside `sh`, in bytes (BIP-16).
    private static let largestRedeemScript = 520

    /// Reads one expression, which must fill `text`.
    static func script(_ text: ArraySlice<UInt8>, in place: Place) throws(BitcoinKeysError) -> ScriptExpression {
        guard let open = text.firstIndex(of: UInt8(ascii: "(")), text.last == UInt8(ascii: ")") else {
            throw .descriptor(.form)
        }
        let body = text[(open + 1)..<(text.endIndex - 1)]
        switch (String(decoding: text[..<open], as: UTF8.self), place) {
        case ("pk", _): return .pk(try key(body, in: place))
        case ("pkh", .top), ("pkh", .scriptHash), ("pkh", .witnessScript): return .pkh(try key(body, in: place))
        case ("wpkh", .top), ("wpkh", .scriptHash): return .wpkh(try key(body, in: .witnessScript))
        case ("sh", .top): return .sh(try script(body, in: .scriptHash))
        case ("wsh", .top), ("wsh", .scriptHash): return .wsh(try script(body, in: .witnessScript))
        case ("combo", .top): return .combo(try key(body, in: place))
        case ("multi", .top), ("multi", .scriptHash), ("multi", .witnessScript):
            return try multi(body, in: place, isSorted: false)
        case ("sortedmulti", .top), ("sortedmulti", .scriptHash), ("sortedmulti", .witnessScript):
            return try multi(body, in: place, isSorted: true)
        case ("raw", .top):
            let digits = String(decoding: body, as: UTF8.self)
            guard !digits.hasPrefix("0x"), let bytes = Hex.decode(digits) else { throw .descriptor(.form) }
            return .raw(Script(bytes))
        case ("addr", .top): return try address(String(decoding: body, as: UTF8.self))
        case ("tr", .top): return try taproot(body)
        default: throw .descriptor(.function)
        }
    }

    private static func key(_ text: ArraySlice<UInt8>, in place: Place) throws(BitcoinKeysError) -> KeyExpression {
        let key = try KeyExpression(text, isTaproot: place == .taproot)
        guard !key.isUncompressed || place == .top || place == .scriptHash else { throw .descriptor(.keyForm) }
        return key
    }

    private static func multi(
        _ text: ArraySlice<UInt8>, in place: Place, isSorted: Bool
    ) throws(BitcoinKeysError) -> ScriptExpression {
        let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let digits = parts.first, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            digits.first != UInt8(ascii: "0"), let threshold = Int(String(decoding: digits, as: UTF8.self)),
            threshold <= parts.count - 1, parts.count - 1 <= (place == .top ? 3 : 20)
        else { throw .descriptor(.threshold) }
        var keys: [KeyExpression] = []
        for part in parts.dropFirst() { keys.append(try key(part, in: place)) }
        if place == .scriptHash {
            let size = keys.reduce(3) { $0 + ($1.isUncompressed ? 66 : 34) }
            guard size <= largestRedeemScript else { throw .descriptor(.threshold) }
        }
        return .multi(threshold: threshold, keys: keys, isSorted: isSorted)
    }

    private static func address(_ text: String) throws(BitcoinKeysError) -> ScriptExpression {
        var first: BitcoinError?
        // Addresses of test networks in Base58Check are also those of regtest.
        for network in AddressNetwork.allCases {
            do throws(BitcoinError) {
                return .addr(try Destination(text, of: .bitcoin, on: network), network)
            } catch {
                first = first ?? error
            }
        }
        throw .bitcoin(first ?? .address(.form))
    }

    private static func taproot(_ text: ArraySlice<UInt8>) throws(BitcoinKeysError) -> ScriptExpression {
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return .tr(try key(text, in: .taproot), nil) }
        return .tr(try key(text[..<comma], in: .taproot), try tree(text[(comma + 1)...], depth: 0))
    }

    private static func tree(
        _ text: ArraySlice<UInt8>, depth: Int
    ) throws(BitcoinKeysError) -> ScriptExpression.TapTree {
        guard depth <= deepest else { throw .descriptor(.depth) }
        guard text.first == UInt8(ascii: "{") else { return .leaf(try script(text, in: .taproot)) }
        guard text.last == UInt8(ascii: "}") else { throw .descriptor(.form) }
        let body = text.dropFirst().dropLast()
        var open = 0
        for place in body.indices {
            switch body[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "("): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"): open -= 1
            case UInt8(ascii: ",") where open == 0:
                return .branch(
                    try tree(body[..<place], depth: depth + 1), try tree(body[(place + 1)...], depth: depth + 1))
            default: break
            }
        }
        throw .descriptor(.form)
    }
}
