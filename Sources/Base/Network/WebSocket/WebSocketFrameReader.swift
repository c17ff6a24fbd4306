/// An event that the frames of the other side cause.
package enum WebSocketEvent: Equatable {
    case message(String)
    case ping([UInt8])
    case pong
    /// The code is `nil` if the frame has none.
    case close(code: UInt16?, reason: String)
}

/// Reads the frames of a server, or of a client (RFC 6455, section 5), strictly, and joins the fragments of messages.
///
/// It holds one unfinished message of at most the limit's length, and input that it has not read yet. Nothing is
/// reserved for an announced length.
package struct WebSocketFrameReader {
    private enum State {
        case header
        case payload(Header, rest: Int)
    }

    private struct Header {
        let kind: WebSocketFrame.Kind
        let isLast: Bool

        /// The mask of a client's frame; empty for a server's.
        let mask: [UInt8]
    }

    /// Why the other side's data must end the connection: the code with which it is closed (section 7.4.1).
    package enum Refusal: UInt16 {
        case malformed = 1002
        case unsupported = 1003
        case notText = 1007
        case tooLarge = 1009
    }

    /// Why the last frame was refused.
    package private(set) var refusal: Refusal?

    private let limit: Int
    private let isOfClient: Bool
    private var input: ArraySlice<UInt8> = []
    private var state = State.header
    private var message: [UInt8] = []
    private var control: [UInt8] = []
    private var isInMessage = false
    /// How many bytes of the frame's payload were read.
    private var taken = 0
    /// How many fragments of the message were empty; each counts as one byte.
    private var emptyParts = 0

    /// Creates a reader for messages of at most `limit` bytes, of a server or of a client, which masks them.
    package init(limit: Int, isOfClient: Bool = false) {
        self.limit = max(0, limit)
        self.isOfClient = isOfClient
    }

    /// Adds received bytes.
    package mutating func take(_ bytes: [UInt8]) {
        if input.isEmpty { input = bytes[...] } else { input.append(contentsOf: bytes) }
    }

    /// The event of the next complete frames; `nil` if more bytes are needed.
    ///
    /// - Throws: ``NetworkError/malformed`` or ``NetworkError/tooLarge``, after which ``refusal`` has the reason, and nothing more
    ///   can be read.
    package mutating func next() throws(NetworkError) -> WebSocketEvent? {
        while true {
            switch state {
            case .header:
                guard let (header, length) = try header() else { return nil }
                state = .payload(header, rest: length)
                taken = 0
            case .payload(let header, let rest):
                let part = unmasked(input.prefix(rest), header.mask)
                input = input.dropFirst(part.count)
                if header.kind.isControl { control.append(contentsOf: part) } else { message.append(contentsOf: part) }
                guard part.count == rest else {
                    state = .payload(header, rest: rest - part.count)
                    return nil
                }
                state = .header
                if let event = try event(header) { return event }
            }
        }
    }

    /// The next header and the length of its payload, checked before any of the payload is taken.
    private mutating func header() throws(NetworkError) -> (Header, Int)? {
        var bytes = input
        guard let first = bytes.popFirst(), let second = bytes.popFirst() else { return nil }
        // No extension was negotiated; a client masks, a server does not.
        guard first & 0x70 == 0, (second & 0x80 != 0) == isOfClient,
            let kind = WebSocketFrame.Kind(rawValue: first & 0xF)
        else {
            throw refused(.malformed)
        }
        let isLast = first & 0x80 != 0
        var length = UInt64(second & 0x7F)
        if length >= 126 {
            guard !kind.isControl else { throw refused(.malformed) }
            let count = length == 126 ? 2 : 8
            let field = bytes.prefix(count)
            guard field.count == count else { return nil }
            bytes = bytes.dropFirst(count)
            length = field.reduce(0) { $0 << 8 | UInt64($1) }
            // The shortest form, and no more than 63 bits.
            guard length > (count == 2 ? 125 : 0xFFFF), length >> 63 == 0 else {
                throw refused(.malformed)
            }
        }
        let mask = bytes.prefix(isOfClient ? 4 : 0)
        guard mask.count == (isOfClient ? 4 : 0) else { return nil }
        try check(kind, isLast, length)
        input = bytes.dropFirst(mask.count)
        return (Header(kind: kind, isLast: isLast, mask: Array(mask)), Int(clamping: length))
    }

    /// The next bytes of a payload without their mask.
    private mutating func unmasked(_ part: ArraySlice<UInt8>, _ mask: [UInt8]) -> ArraySlice<UInt8> {
        guard mask.count == 4 else { return part }
        defer { taken = (taken + part.count) & 3 }
        return zip(part.indices, part).map { $1 ^ mask[($0 - part.startIndex + taken) & 3] }[...]
    }

    private mutating func check(
        _ kind: WebSocketFrame.Kind, _ isLast: Bool, _ length: UInt64
    ) throws(NetworkError) {
        switch kind {
        case .close, .ping, .pong:
            guard isLast else { throw refused(.malformed) }
            control = []
            return
        case .binary: throw refused(.unsupported)
        case .text:
            guard !isInMessage else { throw refused(.malformed) }
            (message, emptyParts, isInMessage) = ([], 0, true)
        case .continuation:
            guard isInMessage else { throw refused(.malformed) }
        }
        if length == 0, !isLast { emptyParts += 1 }
        guard length <= UInt64(clamping: limit - message.count - emptyParts), message.count + emptyParts <= limit else {
            throw refused(.tooLarge)
        }
    }

    /// The event of a complete frame; `nil` for a fragment of a message.
    private mutating func event(_ header: Header) throws(NetworkError) -> WebSocketEvent? {
        switch header.kind {
        case .ping: return .ping(control)
        case .pong: return .pong
        case .close: return try closing()
        case .continuation, .text, .binary:
            guard header.isLast else { return nil }
            isInMessage = false
            defer { message = [] }
            guard let text = String(validating: message, as: UTF8.self) else {
                throw refused(.notText)
            }
            return .message(text)
        }
    }

    private mutating func closing() throws(NetworkError) -> WebSocketEvent {
        guard !control.isEmpty else { return .close(code: nil, reason: "") }
        guard control.count >= 2 else { throw refused(.malformed) }
        let code = UInt16(control[0]) << 8 | UInt16(control[1])
        guard WebSocketFrame.isClosing(code) else { throw refused(.malformed) }
        guard let reason = String(validating: control[2...], as: UTF8.self) else {
            throw refused(.notText)
        }
        return .close(code: code, reason: reason)
    }

    private mutating func refused(_ reason: Refusal) -> NetworkError {
        refusal = reason
        return reason == .tooLarge ? .tooLarge : .malformed
    }
}
