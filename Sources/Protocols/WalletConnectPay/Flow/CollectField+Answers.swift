extension CollectField {
    /// What is wrong with an answer of the payer.
    public enum Fault: Hashable, Sendable {
        /// A required answer is missing.
        case missing
        /// It is not a date of the form `YYYY-MM-DD`.
        case notADay
        /// It is neither `true` nor `false`.
        case notYesOrNo
        /// It is longer than any valid answer, or has a line break or another control character.
        case notALine
    }

    /// The longest answer, in bytes.
    static let longest = 1_024

    /// What is wrong with `answer`; `nil` if it is valid.
    public func fault(in answer: String?) -> CollectField.Fault? {
        guard let answer, !answer.allSatisfy(\.isWhitespace) else { return isRequired ? .missing : nil }
        switch kind {
        case .date: return Self.isDay(answer) ? nil : .notADay
        case .checkbox:
            guard answer == "true" || answer == "false" else { return .notYesOrNo }
            // A required consent counts only if the answer is `true`.
            return isRequired && answer == "false" ? .missing : nil
        case .text, .other:
            let isLine = answer.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            return isLine && answer.utf8.count <= Self.longest ? nil : .notALine
        }
    }

    /// Whether `text` is a date of the Gregorian calendar of the form `YYYY-MM-DD` (RFC 3339, "full-date").
    static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), 1...12 ~= month
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...days[month - 1] ~= day
    }
}
