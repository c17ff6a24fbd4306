/// Text of a stranger with everything made visible that a reader would not see.
public enum VisibleText {
    /// Replaces invisible, direction-changing and line-breaking characters by escapes such as `⟨U+202E⟩`.
    ///
    /// What remains is one line whose order on the screen is its order in memory (Unicode Technical Report 36,
    /// section 2). White space other than a space, and all but the first of more than two spaces, are escaped too.
    public static func of(_ text: String) -> String {
        var visible = String.UnicodeScalarView()
        var spaces = 0
        for scalar in text.unicodeScalars {
            spaces = scalar == " " ? spaces + 1 : 0
            if isVisible(scalar), spaces <= 2 {
                visible.append(scalar)
            } else {
                visible.append(contentsOf: escape(of: scalar).unicodeScalars)
            }
        }
        return String(visible)
    }

    /// Like ``of(_:)``, but keeps the lines of a text apart: each is made visible on its own.
    public static func lines(of text: String) -> [String] {
        var lines: [String.UnicodeScalarView] = [.init()]
        for scalar in text.unicodeScalars {
            if scalar == "\n" { lines.append(.init()) } else { lines[lines.count - 1].append(scalar) }
        }
        return lines.map { of(String($0)) }
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
