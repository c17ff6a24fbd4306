/// A Swift file in which string literals and comments are distinguished from code.
struct SwiftSource {
    /// A string literal.
    struct Literal {
        /// The position of its first quotation mark, in bytes.
        let start: Int

        /// The text; each interpolation is a `0`.
        let text: String

        /// Whether it has the words of a sentence or a label, and is not an identifier.
        var isProse: Bool {
            let words = text.split(whereSeparator: \.isWhitespace)
            let isSentence = words.count > 1 && words.contains { $0.count(where: \.isLetter) > 2 }
            let isLabel = text.first?.isUppercase == true && text.dropFirst().contains(where: \.isLowercase)
            return isSentence || isLabel
        }
    }

    /// The literals, including those inside interpolations.
    private(set) var literals: [Literal] = []

    private let bytes: [UInt8]

    /// The code, with spaces instead of comments and of the texts of literals.
    private var code: [UInt8]

    /// The ends of each name in the code; `Draw.label` is also a `label`.
    private var names: [String: [Int]] = [:]

    init(_ text: String) {
        bytes = Array(text.utf8)
        code = bytes
        var position = 0
        read(&position, untilParenthesis: false)
        collectNames()
    }

    /// The number of the line at `position`.
    func line(of position: Int) -> Int {
        1 + bytes[..<position].count { $0 == UInt8(ascii: "\n") }
    }

    /// The arguments of the calls of `functions`, in bytes.
    func arguments(of functions: [String]) -> [Range<Int>] {
        functions.flatMap { names[$0, default: []] }.filter { holds("(", at: $0) }.map { $0..<end(after: $0) }
    }

    /// The arguments that have one of `labels`, in bytes.
    func arguments(labeled labels: [String]) -> [Range<Int>] {
        labels.flatMap { names[$0, default: []] }.filter { holds(":", at: $0) && holds(" ", at: $0 + 1) }
            .map { $0..<end(after: $0, atComma: true) }
    }

    /// The bodies or values of the declarations of `declared`, in bytes.
    func bodies(of declared: [String]) -> [Range<Int>] {
        declared.flatMap { name in
            names[name, default: []].filter { isDeclared(from: $0 - name.utf8.count) }.compactMap { after in
                let open = code[after...].firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "=") }
                return open.map { $0..<end(after: $0) }
            }
        }
    }

    /// Whether the name at `start` follows `var`, `let` or `func`.
    private func isDeclared(from start: Int) -> Bool {
        ["var ", "let ", "func "].contains { code[..<start].suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    private mutating func collectNames() {
        var position = 0
        while position < code.count {
            guard Self.isWord(code[position]) else {
                position += 1
                continue
            }
            let start = position
            while position < code.count, Self.isWord(code[position]) || code[position] == UInt8(ascii: ".") {
                position += 1
            }
            var name = Substring(String(decoding: code[start..<position], as: UTF8.self))
            names[String(name), default: []].append(position)
            while let dot = name.firstIndex(of: ".") {
                name = name[name.index(after: dot)...]
                names[String(name), default: []].append(position)
            }
        }
    }

    /// The position after the expression or the block that begins at `start`.
    private func end(after start: Int, atComma: Bool = false) -> Int {
        var depth = 0
        for position in start..<code.count {
            switch code[position] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth < 0 || depth == 0 && !atComma { return position }
            case UInt8(ascii: ","):
                if atComma, depth == 0 { return position }
            default: break
            }
        }
        return code.count
    }

    private func holds(_ character: Unicode.Scalar, at position: Int) -> Bool {
        position < code.count && code[position] == UInt8(ascii: character)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
    }

    /// Reads code until its end, or until after the parenthesis that closes an interpolation.
    private mutating func read(_ position: inout Int, untilParenthesis: Bool) {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "/") where holds("/", at: position + 1):
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { blank(&position) }
            case UInt8(ascii: "\""): readLiteral(&position)
            case UInt8(ascii: "("):
                depth += 1
                position += 1
            case UInt8(ascii: ")"):
                depth -= 1
                position += 1
                if untilParenthesis, depth < 0 { return }
            default: position += 1
            }
        }
    }

    private mutating func readLiteral(_ position: inout Int) {
        let start = position
        let isBlock = holds("\"", at: position + 1) && holds("\"", at: position + 2)
        position += isBlock ? 3 : 1
        var text: [UInt8] = []
        while position < bytes.count {
            let isEnd = !isBlock || holds("\"", at: position + 1) && holds("\"", at: position + 2)
            if bytes[position] == UInt8(ascii: "\""), isEnd { break }
            if bytes[position] == UInt8(ascii: "\\") {
                blank(&position)
                if holds("(", at: position) {
                    text.append(UInt8(ascii: "0"))
                    position += 1
                    read(&position, untilParenthesis: true)
                    continue
                }
            }
            if position < bytes.count { text.append(bytes[position]) }
            blank(&position)
        }
        position += isBlock ? 3 : 1
        literals.append(Literal(start: start, text: String(decoding: text, as: UTF8.self)))
    }

    private mutating func blank(_ position: inout Int) {
        if position < code.count, code[position] != UInt8(ascii: "\n") { code[position] = UInt8(ascii: " ") }
        position += 1
    }
}
