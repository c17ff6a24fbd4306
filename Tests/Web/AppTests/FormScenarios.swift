import Bridge
import Harness
import WindowTesting
import WalletUI
import WebHost

/// Forms in which the wallet asks its user for data.
@MainActor let formScenarios = [
    Scenario("a form takes a line, a date and a checkbox, and cannot be submitted until they are valid") { workshop in
        let program = try Program(["--show", "form"])
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
        let form = person.inside("dialog", .holding("About you"))
        // The notice of the keys, which is that of every form.
        try await form.see("label", "keys for practice")
        // Nothing is filled in yet: each required field is marked, and no answers are returned.
        try await form.press("push button", "Go on")
        try await form.see("label", .holding("This must be checked to continue."))
        try expectEqual(form.descriptions(of: "label", .holding("This is required.")).count, 2)
        // A day is one of the calendar, written one way.
        try await form.type("Ada Lovelace", into: "text", "Full name")
        for wrong in ["23.04.1990", "1990-4-23", "1990-02-30", "2023-02-29", "1990-04-23 "] {
            try await form.type(wrong, into: "text", "Date of birth")
            try await form.press("push button", "Go on")
            try await form.see("label", .holding("This is not a valid date. Write it as YYYY-MM-DD."))
            // A screen reader reads it with the field.
            try expectHolds(
                form.descriptions(of: "text", "Date of birth").first?.summary ?? "", "This is not a valid date.")
        }
        try await portray("form-problems")
        // A problem is about the old answer, so it is gone as soon as there is another one.
        try await form.type("1990-04-23", into: "text", "Date of birth")
        try await form.waitUntilGone("label", .holding("This is not a valid date."))
        try expectEqual(
            form.descriptions(of: "text", "Date of birth").first?.summary, "Year, month and day, as in 1990-04-23.")
        try await form.press("push button", "Go on")
        try await form.see("label", .holding("This must be checked to continue."))
        try expectEqual(person.sees("label", .holding("answers")), false)
        try await form.press("check box", "I have read the terms")
        try await form.waitUntilGone("label", .holding("This must be checked to continue."))
        try await portray("form")
        try await form.press("push button", "Go on")
        try await person.see("label", .holding("answers: Ada Lovelace, 1990-04-23, true, false"))
    },
    Scenario("the alternative button and closing the window answer a form that is not filled in") { workshop in
        for (button, outcome) in [("Skip", "other: skip"), ("Cancel", "closed"), (nil, "closed")] {
            let program = try Program(["--show", "form"])
            defer { program.end() }
            let person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
            let form = person.inside("dialog", .holding("About you"))
            if let button {
                try await form.press("push button", .exactly(button))
            } else {
                try await form.pressKey(.escape)
            }
            try await person.see("label", .exactly(outcome))
            guard button == "Skip" else { continue }
            // What is being done is not left half done: the window stays until it says how it ended.
            try await form.see("label", "Writing it down …")
            try await form.pressKey(.escape)
            try await Task.sleep(for: .milliseconds(500))
            try expectEqual(form.sees("label", "Writing it down …"), true)
        }
    },
]

private enum FormAction: Hashable {
    case skip
}

/// Shows a form with a field of each plain kind, and then what was answered.
@MainActor func showForm() async throws {
    let window = BrowserWindow()
    window.show(
        WebView(
            dispatcher: RequestDispatcher(handler: Router([:]), gate: Gate(approver: NoApprover())), profile: Profile(),
            options: WebView.Options()))
    let questions = ScreenWindow(over: window, mark: PhraseMark(.random(), notice: "keys for practice"))
    let screen = Screen(
        title: "About you", heading: "Who pays?",
        paragraphs: ["The law wants it to be known."],
        fields: [
            FormField(FieldID("name"), label: "Full name", .text(), isRequired: true),
            FormField(FieldID("born"), label: "Date of birth", .date(), isRequired: true),
            FormField(FieldID("terms"), label: "I have read the terms", .checkbox(), isRequired: true),
            FormField(FieldID("news"), label: "Send me news", .checkbox()),
        ], verb: "Go on", others: [Screen.Button(FormAction.skip, label: "Skip")])
    let answers = await questions.ask(screen)
    let isSkipped = answers?.action.of(FormAction.self) == .skip
    if isSkipped { questions.work("Writing it down …") } else { questions.close() }
    if let answers {
        let values = ["name", "born", "terms", "news"].map { answers[FieldID($0)] }.joined(separator: ", ")
        window.showNotice(.outcome, isSkipped ? "other: skip" : "answers: \(values)")
    } else {
        window.showNotice(.outcome, "closed")
    }
    try await Task.sleep(for: .seconds(3_600))
}
