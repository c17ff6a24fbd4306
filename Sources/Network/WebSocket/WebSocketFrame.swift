/// The frames that a client sends (RFC 6455, section 5.2).
enum WebSocketFrame {
    /// The opcode of a frame.
    enum Kind: UInt8 {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        /// Whether it may come between the fragments of a message.
        var isControl: Bool { rawValue & 0x8 != 0 }
    }

    /// The longest payload of a control frame.
    static let longestControl = 125

    /// A complete frame, masked with `mask`, which must be new and unpredictable for each frame (section 5.3).
    static func bytes(_ kind: Kind, _ payload: [UInt8], mask: UInt32) -> [UInt8] {
        let mask = withUnsafeBytes(of: mask.bigEndian, Array.init)
        var frame: [UInt8] = []
        frame.reserveCapacity(payload.count + 14)
        frame.append(0x80 | kind.rawValue)
        switch payload.count {
        case ...125: frame.append(0x80 | UInt8(truncatingIfNeeded: payload.count))
        case ...0xFFFF:
            frame.append(0x80 | 126)
            withUnsafeBytes(of: UInt16(truncatingIfNeeded: payload.count).bigEndian) { frame.append(contentsOf: $0) }
        default:
            frame.append(0x80 | 127)
            withUnsafeBytes(of: UInt64(truncatingIfNeeded: payload.count).bigEndian) { frame.append(contentsOf: $0) }
        }
        frame.append(contentsOf: mask)
        let start = frame.count
        frame.append(contentsOf: payload)
        frame.withUnsafeMutableBufferPointer { bytes in
            for place in start..<bytes.count { bytes[place] ^= mask[(place - start) & 3] }
        }
        return frame
    }

    /// The payload of a close frame, with as much of `reason` as fits, cut between characters.
    static func closing(_ code: UInt16, _ reason: String) -> [UInt8] {
        var text = reason[...]
        while text.utf8.count > longestControl - 2 { text.removeLast() }
        return withUnsafeBytes(of: code.bigEndian, Array.init) + text.utf8
    }

    /// Whether a server may close with `code` (section 7.4, and the registry that it begins).
    static func isClosing(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
