import Testing
import WalletUI

/// What a field of a form says against an answer before anybody else looks at it.
@Suite struct FormFieldTests {
    @Test(arguments: ["", " ", "Ada", "no day"])
    func `a line that is not needed may say anything, or nothing`(answer: String) {
        #expect(FormField("name", label: "Name", .text()).problem(with: answer) == nil)
    }

    @Test func `a line that is needed says something`() {
        let field = FormField("name", label: "Name", .text(), isRequired: true)
        #expect(field.problem(with: "Ada") == nil)
        for nothing in ["", " ", "\t", "\u{A0}\u{2003}"] { #expect(field.problem(with: nothing) != nil) }
    }

    @Test func `a day is one, or left out where it may be`() {
        let free = FormField("born", label: "Born", .date())
        let needed = FormField("born", label: "Born", .date(), isRequired: true)
        #expect(free.problem(with: "") == nil)
        #expect(needed.problem(with: "") != nil)
        for field in [free, needed] {
            #expect(field.problem(with: "1990-04-23") == nil)
            for text in ["1990-02-30", "23.04.1990", "1990-04-23 ", "yesterday", " "] {
                #expect(field.problem(with: text) == "This is not a valid date. Write it as YYYY-MM-DD.")
            }
        }
    }

    @Test func `a box that must be checked is`() {
        let free = FormField("terms", label: "I agree", .checkbox())
        let needed = FormField("terms", label: "I agree", .checkbox(), isRequired: true)
        #expect(["true", "false", ""].allSatisfy { free.problem(with: $0) == nil })
        #expect(needed.problem(with: "true") == nil)
        for text in ["false", "", "TRUE", "yes"] { #expect(needed.problem(with: text) != nil) }
    }

    @Test func `how a day is written is said below the field, unless something else is`() {
        #expect(FormField("born", label: "Born", .date()).hint?.contains("1990-04-23") == true)
        #expect(FormField("born", label: "Born", .date(), hint: "As in your passport.").hint == "As in your passport.")
        #expect(FormField("name", label: "Name", .text()).hint == nil)
    }
}
