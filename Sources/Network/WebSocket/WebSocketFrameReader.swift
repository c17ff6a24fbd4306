/// An event that the frames of a server cause.
enum WebSocketEvent: Equatable {
    case message(String)
    case ping([UInt8])
    case pong
    /// The code is `nil` if the frame has none.
    case close(code: UInt16?, reason: String)
}

/// Reads the frames of a server (RFC 6455, section 5) strictly, and joins the fragments of messages.
///
/// It holds one unfinished message of at most the limit's length, and input that it has not read yet. Nothing is
/// reserved for an announced length.
struct WebSocketFrameReader {
    private enum State {
        case header
        case payload(Header, rest: Int)
    }

    private struct Header {
        let kind: WebSocketFrame.Kind
        let isLast: Bool
    }

    /// Why the server's data must end the connection: the code with which it is closed (section 7.4.1).
    enum Refusal: UInt16 {
        case malformed = 1002
        case unsupported = 1003
        case notText = 1007
        case tooLarge = 1009
    }

    /// Why the last frame was refused.
    private(set) var refusal: Refusal?

    private let limit: Int
    private var input: ArraySlice<UInt8> = []
    private var state = State.header
    private var message: [UInt8] = []
    private var control: [UInt8] = []
    private var isInMessage = false
    /// How many fragments of the message were empty; each counts as one byte.
    private var emptyParts = 0

    /// Creates a reader for messages of at most `limit` bytes.
    init(limit: Int) {
        self.limit = max(0, limit)
    }

    /// Adds received bytes.
    mutating func take(_ bytes: [UInt8]) {
        if input.isEmpty { input = bytes[...] } else { input.append(contentsOf: bytes) }
    }

    /// The event of the next complete frames; `nil` if more bytes are needed.
    ///
    /// - Throws: ``NetworkError/malformed`` or ``NetworkError/tooLarge``, after which ``refusal`` has the reason, and nothing more
    ///   can be read.
    mutating func next() throws(NetworkError) -> WebSocketEvent? {
        while true {
            switch state {
            case .header:
                guard let (header, length) = try header() else { return nil }
                state = .payload(header, rest: length)
            case .payload(let header, let rest):
                let part = input.prefix(rest)
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
        // No extension was negotiated, and a server does not mask.
        guard first & 0x70 == 0, second & 0x80 == 0, let kind = WebSocketFrame.Kind(rawValue: first & 0xF) else {
            throw refused(.malformed)
        }
        let isLast = first & 0x80 != 0
        var length = UInt64(second)
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
        try check(kind, isLast, length)
        input = bytes
        return (Header(kind: kind, isLast: isLast), Int(clamping: length))
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
