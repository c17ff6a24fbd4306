import Bridge
import Testing
import WalletUI

/// What a field of a form says against an answer before anybody else looks at it.
@Suite struct FormFieldTests {
    @Test(arguments: ["", " ", "Ada", "no day"])
    func `an optional line may contain anything, or be empty`(answer: String) {
        #expect(FormField(FieldID("name"), label: "Name", .text()).problem(with: answer) == nil)
    }

    @Test func `a required line is not empty`() {
        let field = FormField(FieldID("name"), label: "Name", .text(), isRequired: true)
        #expect(field.problem(with: "Ada") == nil)
        for nothing in ["", " ", "\t", "\u{A0}\u{2003}"] { #expect(field.problem(with: nothing) != nil) }
    }

    @Test func `a date is valid, or omitted if it is optional`() {
        let free = FormField(FieldID("born"), label: "Born", .date())
        let needed = FormField(FieldID("born"), label: "Born", .date(), isRequired: true)
        #expect(free.problem(with: "") == nil)
        #expect(needed.problem(with: "") != nil)
        for field in [free, needed] {
            #expect(field.problem(with: "1990-04-23") == nil)
            for text in ["1990-02-30", "23.04.1990", "1990-04-23 ", "yesterday", " "] {
                #expect(field.problem(with: text) == "This is not a valid date. Write it as YYYY-MM-DD.")
            }
        }
    }

    @Test func `a required checkbox is checked`() {
        let free = FormField(FieldID("terms"), label: "I agree", .checkbox())
        let needed = FormField(FieldID("terms"), label: "I agree", .checkbox(), isRequired: true)
        #expect(["true", "false", ""].allSatisfy { free.problem(with: $0) == nil })
        #expect(needed.problem(with: "true") == nil)
        for text in ["false", "", "TRUE", "yes"] { #expect(needed.problem(with: text) != nil) }
    }

    @Test func `the date format is shown below the field, unless there is another message`() {
        #expect(FormField(FieldID("born"), label: "Born", .date()).hint?.contains("1990-04-23") == true)
        #expect(
            FormField(FieldID("born"), label: "Born", .date(), hint: "As in your passport.").hint
                == "As in your passport.")
        #expect(FormField(FieldID("name"), label: "Name", .text()).hint == nil)
    }
}
