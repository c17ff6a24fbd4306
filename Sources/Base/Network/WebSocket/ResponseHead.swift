/// The head of a server's response (RFC 9112, sections 2 to 5).
///
/// The parser is strict: a head that two parsers could read differently is refused.
struct ResponseHead {
    /// The maximum length of a head in bytes, including the informational responses before it.
    static let limit = 16 << 10

    let status: Int
    let headers: [(name: String, value: String)]

    /// Reads a head without the empty line at its end; `nil` if it is not a valid one of HTTP/1.1.
    init?(_ bytes: some Sequence<UInt8>) {
        guard let lines = Self.lines(bytes), let first = lines.first, let status = Self.status(first) else {
            return nil
        }
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let field = Self.field(line) else { return nil }
            headers.append(field)
        }
        self.status = status
        self.headers = headers
    }

    /// All values of the field called `name`, in lower case.
    func values(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

    /// The members of the list in the fields called `name`, in their order.
    func members(_ name: String) -> [String] {
        values(name).flatMap { $0.split { $0 == "," || $0 == " " || $0 == "\t" } }.map(String.init)
    }

    /// The lines, separated by CR LF; `nil` if a CR or LF stands alone.
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

    private static func status(_ line: [UInt8]) -> Int? {
        let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[0].elementsEqual("HTTP/1.1".utf8), words[1].count == 3,
            words[1].allSatisfy({ 0x30...0x39 ~= $0 }), let status = Int(String(decoding: words[1], as: UTF8.self)),
            100...599 ~= status
        else { return nil }
        return status
    }

    private static func field(_ line: [UInt8]) -> (name: String, value: String)? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        var text = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        let value = String(decoding: text, as: UTF8.self)
        guard HTTPRequest.isField(name, value) else { return nil }
        return (name.lowercased(), value)
    }

    /// The data of the chunks at the beginning of `bytes` (RFC 9112, section 7.1); the last one may be incomplete.
    static func chunks(_ bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        var rest = bytes[...]
        while let end = rest.firstRange(of: Array("\r\n".utf8)) {
            let size = String(decoding: rest[..<end.lowerBound].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard size.utf8.count <= 8, let count = Int(size, radix: 16), count > 0 else { break }
            rest = rest[end.upperBound...]
            data += rest.prefix(count)
            rest = rest.dropFirst(count).dropFirst(2)
        }
        return data
    }
}
