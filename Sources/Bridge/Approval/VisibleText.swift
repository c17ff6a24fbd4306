/// Text of a stranger with everything made visible that a reader would not see.
public enum VisibleText {
    /// Replaces invisible, direction-changing and line-breaking characters by escapes such as `⟨U+202E⟩`.
    ///
    /// What remains is one line in which nothing is hidden and nothing commands the direction of its neighbours
    /// (Unicode Technical Report 36, section 2); letters that run from right to left still do, so it is drawn where
    /// nothing of ours stands beside it. White space other than a space, all but the first two spaces in a row, and
    /// all but the first four marks on one letter are escaped too. What is visible already stays as it is.
    public static func of(_ text: String) -> String {
        var visible = String.UnicodeScalarView()
        var spaces = 0
        var marks = 0
        for scalar in text.unicodeScalars {
            guard !isPlain(scalar) else {
                (spaces, marks) = (0, 0)
                visible.append(scalar)
                continue
            }
            spaces = scalar == " " ? spaces + 1 : 0
            marks = isMark(scalar) ? marks + 1 : 0
            if isVisible(scalar), spaces <= 2, marks <= 4 {
                visible.append(scalar)
            } else {
                visible.append(contentsOf: escape(of: scalar).unicodeScalars)
            }
        }
        return String(visible)
    }

    /// Like ``of(_:)``, but keeps the lines of a text apart: each is made visible on its own.
    public static func lines(of text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { of(String($0)) }
    }

    /// Printable ASCII apart from the space: most of what is asked about, and the quick way out.
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

    /// Letters and symbols that are drawn as nothing although their category says otherwise.
    private static let invisible: Set<UInt32> = [0x2800, 0x3164, 0xFFA0, 0x115F, 0x1160]

    private static func escape(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let padding = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
        return "⟨U+\(padding)\(digits)⟩"
    }
}
