import Messages
import Testing

/// Numbers with a comma: understood where they can mean only one thing, otherwise a question.
@Suite struct TypedNumberTests {
    @Test(arguments: [
        ("1,5", "1.5"), ("0,012", "0.012"), ("0,125", "0.125"), ("12,50", "12.50"), ("1234,567", "1234.567"),
        ("1,2345", "1.2345"), ("00,125", "00.125"),
    ]) func `a comma is a point where the locale writes one`(text: String, number: String) {
        #expect(TypedNumber(text, writesComma: true) == .plain(number))
        guard case .unclear(let question) = TypedNumber(text, writesComma: false) else {
            Issue.record("\(text) is a number without a question")
            return
        }
        #expect(question.localized == "Use a decimal point instead of a comma: \(number).")
    }

    @Test(arguments: [("1,234", "1.234", "1234"), ("12,500", "12.500", "12500"), ("999,000", "999.000", "999000")])
    func `a comma that could separate thousands is a question in each locale`(
        text: String, point: String, none: String
    ) {
        for writesComma in [true, false] {
            guard case .unclear(let question) = TypedNumber(text, writesComma: writesComma) else {
                Issue.record("\(text) is a number without a question")
                continue
            }
            #expect(question.localized == "Is this \(point) or \(none)? Write it without a comma.")
        }
    }

    @Test(arguments: ["1.234,5", "1,234.5", "1,2,3", ",5", "5,", ",", "1,5e3", "-1,5", "1, 5", "１,５"])
    func `other marks are never guessed`(text: String) {
        for writesComma in [true, false] {
            guard case .unclear(let question) = TypedNumber(text, writesComma: writesComma) else {
                Issue.record("\(text) is a number without a question")
                continue
            }
            #expect(question.localized.hasPrefix("Write the number with a point"))
        }
    }

    @Test(arguments: ["", "1.5", "1.234", "0", "fast", "1e3", "١٫٥"])
    func `a text without a comma is left to its reader`(text: String) {
        #expect(TypedNumber(text, writesComma: true) == .plain(text))
        #expect(TypedNumber(text, writesComma: false) == .plain(text))
    }
}
