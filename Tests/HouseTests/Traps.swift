/// Arithmetic that crashes the program if a number from outside is too large: it must not be used with such numbers.
///
/// The search knows no types. It looks for the forms that have caused crashes, and for names of numbers from outside; a
/// comment at the line or above it says what bounds the rest: `// No trap: a dictionary.`
enum Traps {
    /// The modules that are not searched; every other module is, including new ones.
    static let tools: [(module: String, reason: String)] = [
        ("Simulators", "servers for developers and tests, with the other side's numbers"),
        ("Harness", "starts tests, and reads what they made"),
    ]

    /// Whether `file` is part of the wallet, and not of a development tool.
    static func covers(_ file: TextFile) -> Bool {
        file.isIn("Sources") && file.isNamed(".swift") && !tools.contains { $0.module == file.module }
    }

    /// The names of numbers that pages, servers, gateways, links and files determine.
    private static let names = [
        "value", "satoshis", "height", "expiresAt", "expires", "pollMilliseconds", "etaSeconds", "quantity", "gasLimit",
        "nonce", "lockTime", "sequence", "index", "position", "deadline", "secondsSince1970", "satoshisPerKilobyte",
        "integer", "retryAfter", "chainID", "recoveryID", "generation",
    ]

    /// The lines of `file` with arithmetic that could trap, each as a sentence.
    static func breaches(in file: TextFile) -> [String] {
        guard covers(file) else { return [] }
        let lines = file.lines
        return zip(1..., lines).compactMap { number, line in
            let form = form(in: line)
            if let form, reason(in: line) == nil, number < 2 || lead(lines[number - 2]) == nil {
                return "\(file.path):\(number) \(form)"
            }
            // A reason that is needed no more would allow the next trap.
            let isUnneeded =
                lead(line) != nil
                ? number == lines.count || Self.form(in: lines[number]) == nil : form == nil && reason(in: line) != nil
            return isUnneeded ? "\(file.path):\(number) gives a reason for no trap" : nil
        }
    }

    /// The kind of trap in a line of code.
    static func form(in line: Substring) -> String? {
        let isNumber = line.hasAny(of: members)
        guard isNumber || line.hasAny(of: signs) else { return nil }
        let code = line.code.replacing(literal, with: "\"\"")[...]
        if code.has("abs("), code.contains(absolute) {
            return "takes abs(), which traps for the least number: use .magnitude"
        }
        if code.hasAny(of: endings), code.contains(ending) { return "ends the program" }
        if code.has("!") || code.has("unsafelyUnwrapped"), code.contains(forced) { return "unwraps by force" }
        if isNumber, !code.has("ReportingOverflow"), code.hasAny(of: members) {
            for pattern in arithmetic where code.contains(pattern) {
                return "computes, counts or indexes with a number from outside"
            }
        }
        guard code.has("Int") else { return nil }
        if code.contains(narrowing), !bounded.contains(where: { code.contains($0) }) {
            return "narrows a number: use init(exactly:), or a mask"
        }
        if !code.has("exactly:"), code.contains(fromLarge) || code.contains(fromDouble) {
            return "converts a number that may be larger: use init(exactly:)"
        }
        return nil
    }

    /// What bounds the numbers of a line, as its comment says.
    private static func reason(in line: Substring) -> Substring? {
        guard line.has(mark), let start = line.firstRange(of: mark) else { return nil }
        let reason = line[start.upperBound...]
        return reason.count > 3 ? reason : nil
    }

    /// The reason in a line that is only a comment.
    private static func lead(_ line: Substring) -> Substring? {
        line.drop(while: \.isWhitespace).hasPrefix(mark) ? reason(in: line) : nil
    }

    private static let mark = "// No trap: "

    /// ``names`` as members.
    private static let members = names.map { ".\($0)" }

    /// A line without these texts, and without one of ``members``, has no trap.
    private static let signs = endings + ["abs(", "!", "unsafelyUnwrapped", "Int"]

    /// The beginnings of ``ending``.
    private static let endings = ["fatalError(", "precondition", "try!", "as!"]

    // Never changed; unsafe because expressions are not Sendable, as below.
    nonisolated(unsafe) private static let literal = /"(?:[^"\\]|\\.)*"/
    nonisolated(unsafe) private static let absolute = /(?:^|[^\w.])abs\(/
    nonisolated(unsafe) private static let ending = /\bfatalError\(|\bprecondition(?:Failure)?\(|\btry!|\bas!/
    nonisolated(unsafe) private static let forced = /[\w\])"]!(?![=\w])|unsafelyUnwrapped/

    // Never changed; unsafe because expressions are not Sendable.
    nonisolated(unsafe) private static let arithmetic: [Regex<AnyRegexOutput>] = {
        let member = #"[\w$.?!]*\.(?:\#(names.joined(separator: "|")))\b(?![\w.(])"#
        let patterns = [
            #"(?:^|[^&\w"])[-+*]=? (?:[\w$]+\()?\#(member)"#, #"\#(member)\)? [-+*]=? (?!\()"#,
            #"(?:\.\.\.|\.\.<) ?\(?\#(member)"#,
            #"\#(member)\)?(?:\.\.\.|\.\.<)"#, #"[\w$.?!)]\[(?:U?Int\()?\#(member)"#,
            // Division by zero, negation of the minimum, counts below zero, a stride of zero, a wait that is too long.
            #"[/%]=? \(?\#(member)"#, #"(?:^|[\s(,\[=])-\(?\#(member)"#,
            #"\b(?:prefix|suffix|drop(?:First|Last)|remove(?:First|Last)|reserveCapacity)\((?:U?Int\()?\#(member)"#,
            #"(?:^|[ (])(?:count|by): ?(?:U?Int\()?\#(member)"#,
            #"\.(?:seconds|milliseconds|microseconds|nanoseconds)\((?:U?Int\()?\#(member)"#,
        ]
        // By Unicode's rules, there is no word boundary at a period between letters: `list.prefix` would be one word.
        return patterns.compactMap { try? Regex($0).wordBoundaryKind(.simple) }
    }()

    /// Indications that a number fits: it is converted to a wider type, is the width of a shift, is parsed from text or
    /// by `exactly`, or is masked.
    // Never changed; unsafe because expressions are not Sendable.
    nonisolated(unsafe) private static let bounded: [Regex<AnyRegexOutput>] = [
        #"[|^] U?Int(?:16|32)\("#, #"UInt32\(bytes\["#, #"(?:<<|>>) U?Int\d+\("#, #"exactly:"#, #"\? U?Int"#,
        #"(?:guard|if|,) let \w+ = U?Int\d+\("#, #"\{ U?Int\d+\(\$0\) ?[}=]"#, #"\) != nil"#, #"& (?:0x)?[\dA-F]+\)"#,
    ].compactMap { try? Regex($0) }

    nonisolated(unsafe) private static let narrowing =
        // Never changed; unsafe because expressions are not Sendable.
        /\bU?Int(?:8|16|32)\((?!exactly|truncatingIfNeeded|clamping|bitPattern|ascii|\d+\))/

    nonisolated(unsafe) private static let fromLarge =
        // Never changed; unsafe because expressions are not Sendable.
        /\b(?:Int|UInt|Int64|UInt64)\((?!exactly|truncatingIfNeeded|clamping|bitPattern)[^()]*(?:timeInterval|Double|\bunits\b|BigU?Int|magnitude)/

    nonisolated(unsafe) private static let fromDouble =
        // Never changed; unsafe because expressions are not Sendable.
        /\bU?Int(?:8|16|32|64)?\((?!exactly|truncatingIfNeeded|clamping|bitPattern).*(?:\.rounded\(|squareRoot\(|Double\()/
}
