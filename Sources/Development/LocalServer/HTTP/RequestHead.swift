/// The head of a request (RFC 9112, sections 2 to 6).
///
/// It is parsed strictly: what two parsers could read differently is refused.
struct RequestHead: Equatable {
    /// How long the body is.
    enum Length: Equatable {
        case bytes(Int)
        case chunked
    }

    let method: String
    let target: String
    let headers: [ServedRequest.Field]
    let length: Length

    /// Whether the client understands chunked coding: HTTP/1.1, not 1.0.
    let readsChunks: Bool

    /// Whether the connection ends after the response.
    let isLast: Bool

    /// Whether the client waits for permission to send the body (RFC 9110, section 10.1.1).
    let expectsContinue: Bool

    /// Parses a head without the empty line at its end; `nil` if it is invalid.
    init?(_ bytes: some Sequence<UInt8>) {
        guard let lines = Self.lines(bytes), let first = lines.first else { return nil }
        let words = first.split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(Self.isToken),
            !words[1].isEmpty, words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            let target = String(validating: words[1], as: UTF8.self)
        else { return nil }
        switch String(decoding: words[2], as: UTF8.self) {
        case "HTTP/1.1": readsChunks = true
        case "HTTP/1.0": readsChunks = false
        default: return nil
        }
        var headers: [ServedRequest.Field] = []
        for line in lines.dropFirst() {
            guard let field = Self.field(line) else { return nil }
            headers.append(field)
        }
        func values(_ name: String) -> [String] { headers.filter { $0.name.lowercased() == name }.map(\.value) }
        guard values("host").count <= 1,
            let length = Self.length(values("content-length"), values("transfer-encoding"), readsChunks)
        else { return nil }
        method = String(decoding: words[0], as: UTF8.self)
        (self.target, self.headers, self.length) = (target, headers, length)
        let options = values("connection").flatMap { $0.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" } }
        isLast = !readsChunks || options.contains("close")
        expectsContinue = readsChunks && values("expect").contains { $0.lowercased() == "100-continue" }
    }

    /// The lines, separated by CR and LF; `nil` if there is a CR or LF alone.
    private static func lines(_ bytes: some Sequence<UInt8>) -> [[UInt8]]? {
        var (lines, isAfterReturn): ([[UInt8]], Bool) = ([[]], false)
        for byte in bytes {
            switch byte {
            case 0x0A:
                guard isAfterReturn else { return nil }
                lines.append([])
            case _ where isAfterReturn: return nil
            case 0x0D: break
            default: lines[lines.count - 1].append(byte)
            }
            isAfterReturn = byte == 0x0D
        }
        return isAfterReturn ? nil : lines
    }

    private static func field(_ line: [UInt8]) -> ServedRequest.Field? {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, line[..<colon].allSatisfy(isToken) else {
            return nil
        }
        var text = line[(colon + 1)...].drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        guard text.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return ServedRequest.Field(
            String(decoding: line[..<colon], as: UTF8.self), String(decoding: text, as: UTF8.self))
    }

    /// The length of the body (RFC 9112, section 6.3); `nil` if it is ambiguous.
    private static func length(_ lengths: [String], _ encodings: [String], _ isVersion11: Bool) -> Length? {
        switch (lengths.count, encodings.count) {
        case (0, 0): return .bytes(0)
        case (0, 1): return isVersion11 && encodings[0].lowercased() == "chunked" ? .chunked : nil
        case (1, 0):
            guard !lengths[0].isEmpty, lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return .bytes(Int(lengths[0]) ?? .max)
        default: return nil
        }
    }

    /// Whether `byte` may be part of a method or a field name (RFC 9110, section 5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
