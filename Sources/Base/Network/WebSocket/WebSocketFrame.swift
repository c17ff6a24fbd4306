/// The frames that are sent (RFC 6455, section 5.2).
package enum WebSocketFrame {
    /// The opcode of a frame.
    package enum Kind: UInt8 {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        /// Whether it may come between the fragments of a message.
        package var isControl: Bool { rawValue & 0x8 != 0 }
    }

    /// The longest payload of a control frame.
    static let longestControl = 125

    /// A complete frame: of a client masked with `mask`, which must be new and unpredictable for each frame (section 5.3);
    /// of a server without one.
    package static func bytes(_ kind: Kind, _ payload: [UInt8], mask: UInt32?) -> [UInt8] {
        let masked: UInt8 = mask == nil ? 0 : 0x80
        var frame: [UInt8] = []
        frame.reserveCapacity(payload.count + 14)
        frame.append(0x80 | kind.rawValue)
        switch payload.count {
        case ...125: frame.append(masked | UInt8(truncatingIfNeeded: payload.count))
        case ...0xFFFF:
            frame.append(masked | 126)
            withUnsafeBytes(of: UInt16(truncatingIfNeeded: payload.count).bigEndian) { frame.append(contentsOf: $0) }
        default:
            frame.append(masked | 127)
            withUnsafeBytes(of: UInt64(truncatingIfNeeded: payload.count).bigEndian) { frame.append(contentsOf: $0) }
        }
        guard let mask else { return frame + payload }
        let key = withUnsafeBytes(of: mask.bigEndian, Array.init)
        frame.append(contentsOf: key)
        let start = frame.count
        frame.append(contentsOf: payload)
        frame.withUnsafeMutableBufferPointer { bytes in
            for place in start..<bytes.count { bytes[place] ^= key[(place - start) & 3] }
        }
        return frame
    }

    /// The payload of a close frame, with as much of `reason` as fits, cut between characters.
    package static func closing(_ code: UInt16, _ reason: String) -> [UInt8] {
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
