/// Normalizes the labels of names (ENSIP-15).
struct NameNormalizer: Sendable {
    private enum Token {
        case text([UInt32])
        case emoji([UInt32])

        var codes: [UInt32] {
            switch self {
            case .text(let codes), .emoji(let codes): codes
            }
        }

        var text: [UInt32] {
            if case .text(let codes) = self { codes } else { [] }
        }

        var isEmoji: Bool {
            if case .emoji = self { true } else { false }
        }
    }

    private let table: NameTable

    init(_ table: NameTable = .shared) { self.table = table }

    /// The normalized form of a name; an empty name is its own.
    func normalized(_ name: String) throws(EthereumError) -> String {
        guard !name.isEmpty else { return "" }
        var labels: [String] = []
        for label in name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false) {
            labels.append(try self.label(label.map(\.value)))
        }
        return labels.joined(separator: ".")
    }

    private func label(_ codes: [UInt32]) throws(EthereumError) -> String {
        let tokens = try tokens(codes)
        guard !tokens.isEmpty else { throw .name(.empty) }
        try check(tokens)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: tokens.flatMap(\.codes).compactMap(Unicode.Scalar.init))
        return String(text)
    }

    private func tokens(_ codes: [UInt32]) throws(EthereumError) -> [Token] {
        var (tokens, text) = ([Token](), [UInt32]())
        var rest = codes[...]
        while let code = rest.first {
            if let (emoji, count) = table.emoji.first(in: rest) {
                if !text.isEmpty { tokens.append(.text(table.form.composed(text))) }
                text = []
                tokens.append(.emoji(emoji))
                rest = rest.dropFirst(count)
                continue
            }
            rest = rest.dropFirst()
            if table.valid.contains(code) {
                text.append(code)
            } else if let mapped = table.mapped[code] {
                text += mapped
            } else if !table.ignored.contains(code) {
                throw .name(.character)
            }
        }
        if !text.isEmpty { tokens.append(.text(table.form.composed(text))) }
        return tokens
    }

    private func check(_ tokens: [Token]) throws(EthereumError) {
        let all = tokens.flatMap(\.codes)
        let underscore = ("_" as Unicode.Scalar).value
        guard !all.drop(while: { $0 == underscore }).contains(underscore) else { throw .name(.underscore) }
        if tokens.count == 1, !tokens[0].isEmoji, all.allSatisfy({ $0 < 0x80 }) {
            let hyphen = ("-" as Unicode.Scalar).value
            guard all.count < 4 || all[2] != hyphen || all[3] != hyphen else { throw .name(.hyphens) }
            return
        }
        let text = tokens.flatMap(\.text)
        guard !text.isEmpty else { return }
        for token in tokens where token.text.first.map(table.marks.contains) ?? false { throw .name(.mark) }
        try checkFenced(all)
        var unique: [UInt32] = []
        for code in text where !unique.contains(code) { unique.append(code) }
        guard let group = table.groups.first(where: { unique.allSatisfy($0.members.contains) }) else {
            throw .name(.mixture)
        }
        if !group.hasListedMarks { try checkMarks(text) }
        try checkConfusable(unique)
    }

    private func checkFenced(_ codes: [UInt32]) throws(EthereumError) {
        guard let first = codes.first, let last = codes.last, !table.fenced.contains(first),
            !table.fenced.contains(last),
            !zip(codes, codes.dropFirst()).contains(where: { table.fenced.contains($0) && table.fenced.contains($1) })
        else { throw .name(.punctuation) }
    }

    /// Each run of non-spacing marks has each of them once, and not too many.
    private func checkMarks(_ text: [UInt32]) throws(EthereumError) {
        var run: [UInt32] = []
        for code in table.form.decomposed(text) {
            guard table.nonspacing.contains(code) else {
                run = []
                continue
            }
            guard !run.contains(code), run.count < table.mostNonspacing else { throw .name(.mark) }
            run.append(code)
        }
    }

    /// A label is refused if all of it could be in another script and look the same.
    private func checkConfusable(_ unique: [UInt32]) throws(EthereumError) {
        var makers: Set<Int>?
        var shared: [UInt32] = []
        for code in unique {
            if let groups = table.confusable[code] {
                makers = makers?.intersection(groups) ?? groups
                if makers?.isEmpty == true { return }
            } else if table.groups.lazy.filter({ $0.members.contains(code) }).prefix(2).count == 1 {
                return
            } else {
                shared.append(code)
            }
        }
        for maker in makers ?? [] where shared.allSatisfy(table.groups[maker].members.contains) {
            throw .name(.confusable)
        }
    }
}
