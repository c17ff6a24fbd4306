import NIOCore

/// A value of the Redis serialization protocol, version 2.
enum RESPValue: Equatable {
    case text(String)
    case error(String)
    case number(Int)
    case bytes([UInt8])
    case null
    case array([RESPValue])
}

extension RESPValue {
    /// The bytes of a string.
    var bytes: [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes
        case .text(let text): Array(text.utf8)
        default: nil
        }
    }

    /// The number, also one that is written as a string.
    var number: Int? {
        if case .number(let number) = self { return number }
        return bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// The elements of an array.
    var array: [RESPValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// A command: an array of strings.
    static func command(_ parts: [[UInt8]], to buffer: inout ByteBuffer) {
        buffer.writeString("*\(parts.count)\r\n")
        for part in parts {
            buffer.writeString("$\(part.count)\r\n")
            buffer.writeBytes(part)
            buffer.writeStaticString("\r\n")
        }
    }
}

/// Splits what a Redis server sends into values.
///
/// The server is trusted more than a client, but a wrong one must not end the relay or fill its memory.
struct RESPDecoder: ByteToMessageDecoder {
    typealias InboundOut = RESPValue

    private static let longestLine = 64 << 10
    private static let longestString = 32 << 20
    private static let mostElements = 1 << 16
    private static let mostLevels = 4

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        // First only the lengths are looked at: a large value that comes in pieces is not copied each time.
        var look = buffer
        guard try Self.skip(&look, level: 0) else { return .needMoreData }
        guard let value = try Self.read(&buffer) else { throw RelayError.redis("The value changed.") }
        context.fireChannelRead(Self.wrapInboundOut(value))
        return .continue
    }

    mutating func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState {
        try decode(context: context, buffer: &buffer)
    }

    /// The next line without its end; `nil` where it is not complete.
    private static func line(_ buffer: inout ByteBuffer) throws -> (kind: UInt8, text: String)? {
        let view = buffer.readableBytesView.prefix(longestLine + 2)
        guard let end = view.firstIndex(of: UInt8(ascii: "\n")) else {
            guard view.count <= longestLine else { throw RelayError.redis("A line is too long.") }
            return nil
        }
        let line = view[..<end]
        guard let kind = line.first, line.last == UInt8(ascii: "\r"), line.count >= 2 else {
            throw RelayError.redis("A line is not a value.")
        }
        let text = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
        buffer.moveReaderIndex(forwardBy: line.count + 1)
        return (kind, text)
    }

    private static func length(_ text: String, limit: Int) throws -> Int? {
        guard let length = Int(text), -1...limit ~= length else { throw RelayError.redis("A length is not allowed.") }
        return length < 0 ? nil : length
    }

    /// Skips a value; `false` where it is not complete.
    private static func skip(_ buffer: inout ByteBuffer, level: Int) throws -> Bool {
        guard let (kind, text) = try line(&buffer) else { return false }
        switch kind {
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ":"): return true
        case UInt8(ascii: "$"):
            guard let length = try length(text, limit: longestString) else { return true }
            guard buffer.readableBytes >= length + 2 else { return false }
            buffer.moveReaderIndex(forwardBy: length + 2)
            return true
        case UInt8(ascii: "*"):
            guard level < mostLevels else { throw RelayError.redis("A value is nested too deeply.") }
            for _ in 0..<(try length(text, limit: mostElements) ?? 0) {
                guard try skip(&buffer, level: level + 1) else { return false }
            }
            return true
        default: throw RelayError.redis("A value has an unknown kind.")
        }
    }

    /// Reads a value that is complete.
    private static func read(_ buffer: inout ByteBuffer) throws -> RESPValue? {
        guard let (kind, text) = try line(&buffer) else { return nil }
        switch kind {
        case UInt8(ascii: "+"): return .text(text)
        case UInt8(ascii: "-"): return .error(text)
        case UInt8(ascii: ":"):
            guard let number = Int(text) else { throw RelayError.redis("A number is not valid.") }
            return .number(number)
        case UInt8(ascii: "$"):
            guard let length = try length(text, limit: longestString) else { return .null }
            let bytes = buffer.readBytes(length: length)
            buffer.moveReaderIndex(forwardBy: 2)
            return bytes.map { .bytes($0) }
        default:
            guard let count = try length(text, limit: mostElements) else { return .null }
            var elements: [RESPValue] = []
            for _ in 0..<count {
                guard let element = try read(&buffer) else { return nil }
                elements.append(element)
            }
            return .array(elements)
        }
    }
}
