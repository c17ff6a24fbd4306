internal import BigInt

/// Reads what ``ABIEncoder`` writes, and refuses what a contract may read as something else.
public struct ABIDecoder {
    /// Where the parts of what is read may lie.
    public enum Layout: Hashable, Sendable {
        /// Only in the places of the standard's encoder, with no data in between and none after them.
        case canonical

        /// Where the standard's encoder puts them, with a few bytes behind, which contracts pass over: some apps mark
        /// their calls in this way.
        case marked

        /// Anywhere behind the head, as contracts accept it, and with anything behind; still bounded, and padding
        /// still zero.
        case loose
    }

    private static let mostBytes = 1 << 20
    private static let mostValues = 20_000

    /// The maximum number of bytes after a call that an app marked.
    private static let mostMarks = 128

    private let bytes: [UInt8]
    private let layout: Layout

    /// How many values were read; offsets that point to the same place again and again have an end here.
    private var count = 0

    private init(_ bytes: [UInt8], layout: Layout) {
        self.bytes = bytes
        self.layout = layout
    }

    /// Reads values of `types` from `bytes`.
    ///
    /// - Throws: ``EthereumError/abi(_:)``.
    public static func decode(
        _ types: [ABIType], from bytes: [UInt8], layout: Layout = .canonical
    ) throws(EthereumError) -> [ABIValue] {
        guard bytes.count <= mostBytes else { throw .abi(.tooLarge) }
        var decoder = ABIDecoder(bytes, layout: layout)
        let (values, end) = try decoder.values(types, at: 0)
        switch layout {
        case .canonical: guard end == bytes.count else { throw .abi(.trailing) }
        case .marked: guard bytes.count - end <= mostMarks else { throw .abi(.trailing) }
        case .loose: break
        }
        return values
    }

    /// Reads a head at `base` with its tail.
    ///
    /// - Returns: The values, and the end of the tail.
    private mutating func values(
        _ types: some Collection<ABIType>, at base: Int
    ) throws(EthereumError) -> ([ABIValue], end: Int) {
        var place = base
        var end = base + types.reduce(0) { $0 + $1.headSize }
        guard end <= bytes.count else { throw .abi(.short) }
        var values: [ABIValue] = []
        for type in types {
            guard type.isDynamic else {
                values.append(try value(type, at: place).0)
                place += type.headSize
                continue
            }
            let offset = try length(at: place)
            place += ABIWord.size
            let target = base + offset
            guard layout == .loose ? target <= bytes.count : target == end else { throw .abi(.offset) }
            let (value, after) = try value(type, at: target)
            values.append(value)
            end = max(end, after)
        }
        return (values, end)
    }

    private mutating func value(_ type: ABIType, at place: Int) throws(EthereumError) -> (ABIValue, end: Int) {
        count += 1
        guard count <= Self.mostValues else { throw .abi(.tooLarge) }
        switch type {
        case .string:
            let (part, end) = try sized(at: place)
            guard let text = String(validating: part, as: UTF8.self) else { throw .abi(.text) }
            return (.string(text), end)
        case .bytes:
            let (part, end) = try sized(at: place)
            return (.bytes(Array(part)), end)
        case .tuple(let components):
            let (values, end) = try values(components.map(\.type), at: place)
            return (.tuple(values), end)
        case .array(let element, let fixed):
            let count = if let fixed { fixed } else { try length(at: place) }
            let start = fixed == nil ? place + ABIWord.size : place
            // Each element takes 32 bytes at least, so more cannot be there.
            guard count <= bytes.count / ABIWord.size else { throw .abi(.short) }
            let (values, end) = try values(repeatElement(element, count: count), at: start)
            return (.array(values), end)
        default:
            return (try atom(type, try word(at: place)), place + ABIWord.size)
        }
    }

    private func atom(_ type: ABIType, _ word: ArraySlice<UInt8>) throws(EthereumError) -> ABIValue {
        switch type {
        case .bool:
            guard let last = word.last, last <= 1, isZero(word.dropLast()) else { throw .abi(.padding) }
            return .bool(last == 1)
        case .address:
            guard isZero(word.prefix(12)) else { throw .abi(.padding) }
            return .address(try EthereumAddress(bytes: word.dropFirst(12)))
        case .fixedBytes(let size):
            guard isZero(word.dropFirst(size)) else { throw .abi(.padding) }
            return .bytes(Array(word.prefix(size)))
        case .uint(let bits):
            let number = ABIWord.number(word, isSigned: false)
            guard ABIWord.fits(number, bits: bits, isSigned: false) else { throw .abi(.padding) }
            return .number(number)
        case .int(let bits):
            let number = ABIWord.number(word, isSigned: true)
            guard ABIWord.fits(number, bits: bits, isSigned: true) else { throw .abi(.padding) }
            return .number(number)
        // No trap: the kinds are told apart by the only caller.
        case .string, .bytes, .array, .tuple: preconditionFailure("these are no atoms")
        }
    }

    private mutating func sized(at place: Int) throws(EthereumError) -> (ArraySlice<UInt8>, end: Int) {
        let size = try length(at: place)
        let start = place + ABIWord.size
        let end = start + (size + ABIWord.size - 1) / ABIWord.size * ABIWord.size
        // Loosely read, the last part may lack its padding, as contracts pack it.
        let isComplete = end <= bytes.count || layout == .loose && start + size <= bytes.count
        guard isComplete else { throw .abi(.short) }
        // Bytes that are read twice count twice.
        count += size / 1_024
        guard count <= Self.mostValues else { throw .abi(.tooLarge) }
        guard isZero(bytes[start + size..<min(end, bytes.count)]) else { throw .abi(.padding) }
        return (bytes[start..<start + size], min(end, bytes.count))
    }

    private func word(at place: Int) throws(EthereumError) -> ArraySlice<UInt8> {
        guard place + ABIWord.size <= bytes.count else { throw .abi(.short) }
        return bytes[place..<place + ABIWord.size]
    }

    /// A length or an offset, which cannot be larger than all there is.
    private func length(at place: Int) throws(EthereumError) -> Int {
        let word = try word(at: place)
        guard isZero(word.prefix(28)) else { throw .abi(.short) }
        let length = word.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count else { throw .abi(.short) }
        return length
    }

    private func isZero(_ part: ArraySlice<UInt8>) -> Bool { part.allSatisfy { $0 == 0 } }
}
