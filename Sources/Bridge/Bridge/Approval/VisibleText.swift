/// Untrusted text with all invisible characters made visible.
public enum VisibleText {
    /// Replaces characters that are invisible, change the direction or break lines by escapes such as `⟨U+202E⟩`.
    ///
    /// The result is one line without hidden characters and without directional controls that affect neighbouring text
    /// (Unicode Technical Report 36, section 2). Right-to-left letters still have their direction, so it is drawn where
    /// no text of the wallet is next to it. White space other than a space, all but the first two spaces in a row, and
    /// all but the first four marks on a letter are escaped, too. Visible text is unchanged, and so are joiners and
    /// selectors where writing needs them.
    public static func of(_ text: String) -> String { of(text, isMessage: false) }

    /// The visible form of a text; a message may have spaces that do not break lines, which a name must not have.
    static func of(_ text: String, isMessage: Bool) -> String {
        var visible = String.UnicodeScalarView()
        var spaces = 0
        var marks = 0
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard !isPlain(scalar) else {
                (spaces, marks) = (0, 0)
                visible.append(scalar)
                continue
            }
            let isSpace = scalar == " " || isMessage && JoiningContext.isOrdinarySpace(scalar)
            spaces = isSpace ? spaces + 1 : 0
            marks = isMark(scalar) ? marks + 1 : 0
            if isSpace || isVisible(scalar) || JoiningContext.needs(index, in: scalars), spaces <= 2, marks <= 4 {
                visible.append(scalar)
            } else {
                visible.append(each: escape(of: scalar).unicodeScalars)
            }
        }
        return String(visible)
    }

    /// Like ``of(_:)``, but keeps the lines of a text: each line is processed on its own.
    public static func lines(of text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
            of(String($0), isMessage: true)
        }
    }

    /// Whether any character of `text` is visible; a space is.
    static func hasVisible(_ text: String) -> Bool { text.unicodeScalars.contains(where: isVisible) }

    /// Printable ASCII except the space: a fast path for most characters.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        0x21...0x7E ~= scalar.value
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isDefaultIgnorableCodePoint, !invisible.contains(scalar.value) else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            return false
        case .spaceSeparator:
            return scalar == " "
        default:
            return true
        }
    }

    /// Letters and symbols that are drawn as blanks although their category says otherwise.
    private static let invisible: Set<UInt32> = [0x2800, 0x3164, 0xFFA0, 0x115F, 0x1160]

    private static func escape(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let padding = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
        return "⟨U+\(padding)\(digits)⟩"
    }
}

extension String.UnicodeScalarView {
    /// Appends scalars one by one: `append(contentsOf:)` copies all that is there already.
    package mutating func append(each scalars: some Sequence<Unicode.Scalar>) {
        for scalar in scalars { append(scalar) }
    }
}

extension StringProtocol {
    /// The first `count` Unicode scalars.
    ///
    /// Text from outside is cut by them: one character may have any number of scalars, and so of bytes.
    package func prefix(scalars count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }
}
