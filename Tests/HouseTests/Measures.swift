/// The sizes of types, functions and initialisers in Swift.
///
/// A type that is cut into several files is as large as it was: its extensions in its module count, the types in it do not.
enum Measures {
    static let longestType = 600
    static let longestFunction = 50
    static let mostParameters = 8

    /// A type, a function or an initialiser that is declared in a file.
    struct Declaration: Equatable {
        enum Kind { case type, protocolType, function, initialiser }

        let kind: Kind

        /// The name, with those of the types around it.
        let name: String

        /// The lines from the first of the declaration to the last, without those of the types in it.
        var lines = 0

        /// The number of parameters of an initialiser.
        var parameters = 0
    }

    /// What is too large without an exception, and the exceptions that are not needed, each as a sentence.
    static func breaches(in files: [TextFile], exceptions: [String: String] = exceptions) -> [String] {
        var types: [String: Int] = [:]
        var found: [String: String] = [:]
        for file in files {
            let module = file.module ?? file.path
            for declaration in declarations(in: file) {
                let name = "\(module).\(declaration.name)"
                switch declaration.kind {
                case .type, .protocolType: types[name, default: 0] += declaration.lines
                case .function, .initialiser:
                    if declaration.lines > longestFunction {
                        found[name] = "\(name) has \(declaration.lines) lines in \(file.path)"
                    }
                    if declaration.parameters > mostParameters {
                        found[name] = "\(name) has \(declaration.parameters) parameters in \(file.path)"
                    }
                }
            }
        }
        for (name, lines) in types where lines > longestType { found[name] = "\(name) has \(lines) lines" }
        return
            (found.filter { exceptions[$0.key] == nil }.values
            + exceptions.keys.filter { found[$0] == nil }.map { "\($0) is an exception, but is not too large" })
            .sorted()
    }

    /// The declarations of a file, whose lines are indented as swift-format does it: a declaration ends with the first
    /// brace at its indentation.
    static func declarations(in file: TextFile) -> [Declaration] {
        var found: [Declaration] = []
        var open: [(indent: Int, first: Int, place: Int)] = []
        for (index, line) in file.lines.enumerated() {
            let code = line.drop { $0 == " " }
            guard !code.isEmpty else { continue }
            let indent = line.utf8.count - code.utf8.count
            if code.utf8.first == UInt8(ascii: "}"), let last = open.last, last.indent == indent {
                open.removeLast()
                let lines = index - last.first + 1
                found[last.place].lines += lines
                if found[last.place].kind == .type, let around = open.last(where: { found[$0.place].kind == .type }) {
                    found[around.place].lines -= lines
                }
                continue
            }
            guard line.hasAny(of: words), let (kind, name) = declared(by: code) else { continue }
            let around = open.last.map { found[$0.place] }
            let isRequirement = around?.kind == .protocolType
            var declaration = Declaration(kind: kind, name: (around.map { "\($0.name)." } ?? "") + name)
            if kind == .initialiser { declaration.parameters = parameters(in: file.lines[index...]) }
            found.append(declaration)
            if !isRequirement, opensBlock(file.lines[index...], indent) {
                open.append((indent, index, found.count - 1))
            } else if !isRequirement {
                found[found.count - 1].lines = 1
            }
        }
        return found
    }

    private static let words = [
        "struct ", "class ", "enum ", "actor ", "extension ", "protocol ", "func ", "init(", "init?(", "init<",
    ]

    private static let modifiers: Set<Substring> = [
        "public", "package", "private", "fileprivate", "open", "final", "static", "class", "mutating", "nonisolated",
        "isolated", "override", "convenience", "required", "indirect", "consuming", "borrowing", "nonisolated(unsafe)",
    ]

    /// What a line declares, if it declares a type, a function or an initialiser.
    private static func declared(by code: Substring) -> (Declaration.Kind, String)? {
        let words = code.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
        for (index, word) in words.enumerated() {
            let next = words.dropFirst(index + 1).first
            switch word {
            case "struct", "enum", "actor", "extension": return next.map { (.type, name($0)) }
            case "protocol": return next.map { (.protocolType, name($0)) }
            case "func": return next.map { (.function, name($0)) }
            case "class" where next != "func" && !modifiers.contains(next ?? ""): return next.map { (.type, name($0)) }
            case _ where word.hasPrefix("init(") || word.hasPrefix("init?(") || word.hasPrefix("init<"):
                return (.initialiser, "init")
            case _ where word.hasPrefix("@") || modifiers.contains(word): continue
            default: return nil
            }
        }
        return nil
    }

    private static func name(_ word: Substring) -> String { String(word.prefix { !"(<:{".contains($0) }) }

    /// Whether the block of the declaration in the first of these lines goes on in further lines.
    private static func opensBlock(_ lines: ArraySlice<Substring>, _ indent: Int) -> Bool {
        for (offset, line) in lines.enumerated() {
            let code = line.code
            guard let last = code.last(where: { $0 != " " }) else { return false }
            if last == "{" { return true }
            let isOutside = code.prefix { $0 == " " }.utf8.count <= indent
            if isOutside, code.contains("{") { return code.count { $0 == "{" } > code.count { $0 == "}" } }
            if isOutside, offset > 0, code.drop(while: { $0 == " " }).first != ")" { return false }
        }
        return false
    }

    /// The number of parameters of the initialiser in the first of these lines.
    private static func parameters(in lines: ArraySlice<Substring>) -> Int {
        var (depth, commas, isEmpty) = (0, 0, true)
        for line in lines {
            var code = line.code
            if depth == 0, let start = code.firstRange(of: "init") { code = code[start.upperBound...] }
            var previous: Character = " "
            for character in code {
                switch character {
                case "(", "[", "{": depth += 1
                case "<" where depth > 0: depth += 1
                case ">" where depth > 1 && previous != "-": depth -= 1
                case ")", "]", "}":
                    depth -= 1
                    if depth == 0 { return isEmpty ? 0 : commas + 1 }
                case "," where depth == 1: commas += 1
                case ":" where depth == 1: isEmpty = false
                default: break
                }
                previous = character
            }
        }
        return 0
    }
}
