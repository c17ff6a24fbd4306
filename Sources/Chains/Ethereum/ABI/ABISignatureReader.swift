/// Reads the text of types and of function signatures, within bounds.
struct ABISignatureReader {
    private static let longest = 16_384
    private static let deepest = 16
    private static let mostTypes = 512
    private static let largestHead = 1 << 20

    private let bytes: [UInt8]
    private var index = 0
    private var count = 0

    init(_ text: String) throws(EthereumError) {
        bytes = Array(text.utf8)
        guard bytes.count <= Self.longest else { throw .abi(.tooLarge) }
    }

    /// Checks that nothing is left.
    mutating func end() throws(EthereumError) {
        skipSpace()
        guard index == bytes.count else { throw .abi(.signature) }
    }

    /// A name of letters, digits, `_` and `$`; empty if the next character is another one.
    mutating func word() -> String {
        skipSpace()
        let start = index
        while index < bytes.count, Self.isWordByte(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// A list of parameters in parentheses.
    mutating func parameters(depth: Int = 0) throws(EthereumError) -> [ABIParameter] {
        guard take("("), depth < Self.deepest else { throw .abi(depth < Self.deepest ? .signature : .tooLarge) }
        if take(")") { return [] }
        var parameters: [ABIParameter] = []
        repeat {
            let type = try type(depth: depth + 1)
            var name = word()
            // Where Solidity keeps an argument is not part of its name.
            while Self.locations.contains(name) { name = word() }
            parameters.append(ABIParameter(type, name: name))
        } while take(",")
        guard take(")") else { throw .abi(.signature) }
        return parameters
    }

    mutating func type(depth: Int = 0) throws(EthereumError) -> ABIType {
        count += 1
        guard count <= Self.mostTypes else { throw .abi(.tooLarge) }
        skipSpace()
        var type: ABIType
        let start = index
        let word = word()
        if word.isEmpty || word == "tuple" {
            let components = try parameters(depth: depth)
            // A tuple of nothing takes no space: any number of them would fit into no bytes at all.
            guard !components.isEmpty else { throw .abi(.type) }
            type = .tuple(components)
        } else {
            guard let base = Self.base(word) else { throw .abi(.type) }
            type = base
        }
        var arrays = depth
        while index > start, take("[") {
            let digits = self.word()
            guard take("]") else { throw .abi(.signature) }
            let length = Self.number(digits)
            guard digits.isEmpty || length != nil else { throw .abi(.type) }
            arrays += 1
            guard arrays < Self.deepest else { throw .abi(.tooLarge) }
            if let length, !type.isDynamic {
                guard type.headSize <= Self.largestHead / length else { throw .abi(.tooLarge) }
            }
            type = .array(type, count: length)
        }
        guard type.headSize <= Self.largestHead else { throw .abi(.tooLarge) }
        return type
    }

    private static let locations: Set<String> = ["calldata", "memory", "storage", "payable", "indexed"]

    private static func base(_ word: String) -> ABIType? {
        switch word {
        case "bool": return .bool
        case "address": return .address
        case "string": return .string
        case "bytes": return .bytes
        case "uint": return .uint(256)
        case "int": return .int(256)
        default: break
        }
        if let bits = suffix(of: word, after: "uint") { return isWidth(bits) ? .uint(bits) : nil }
        if let bits = suffix(of: word, after: "int") { return isWidth(bits) ? .int(bits) : nil }
        if let size = suffix(of: word, after: "bytes") { return size <= 32 ? .fixedBytes(size) : nil }
        return nil
    }

    private static func isWidth(_ bits: Int) -> Bool { bits <= 256 && bits.isMultiple(of: 8) }

    private static func suffix(of word: String, after stem: String) -> Int? {
        word.hasPrefix(stem) ? number(String(word.dropFirst(stem.count))) : nil
    }

    /// A number above zero, at most six digits, none of them a zero in front.
    private static func number(_ digits: String) -> Int? {
        let bytes = digits.utf8
        guard (1...6).contains(bytes.count), bytes.first != 0x30, bytes.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || byte | 0x20 &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    /// Skips white space, then `character` if it is there.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) { index += 1 }
    }
}
