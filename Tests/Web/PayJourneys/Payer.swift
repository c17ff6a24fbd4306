import Harness
import WindowTesting

/// A user who pays in the wallet's windows.
@MainActor struct Payer {
    let program: Program
    let person: AccessibilityDriver

    /// What they see of the payment.
    let window: AccessibilityDriver

    /// What the wallet asks them for it.
    let approval: AccessibilityDriver

    init(_ program: Program, patience: Duration = waitingLimit) throws {
        self.program = program
        person = try AccessibilityDriver(using: program.id, patience: patience)
        window = person.inside("dialog", .holding("Drawbridge – payment"))
        approval = person.inside("dialog", .holding("Approval"))
    }

    /// Waits until the window says `heading`.
    func sees(_ text: String) async throws {
        let roles = ["heading", "label"]
        do {
            try await waitUntil("the window says \(text)") {
                roles.contains { window.sees($0, .holding(text)) }
            }
        } catch {
            throw Failure("\(error). On the screen:\n\(person.tree())")
        }
    }

    func press(_ button: String) async throws { try await window.press("push button", .exactly(button)) }

    /// Leaves the payment service's form by a button, and confirms that the typed text is lost.
    func leaveForm(by button: String) async throws {
        try await press(button)
        try await window.see("push button", "Discard form")
        // A press within the protection time would start it again.
        try await Task.sleep(for: .milliseconds(1_500))
        try await press("Discard form")
    }

    /// Chooses the way to pay with `part` in its name.
    func choose(_ part: String) async throws { try await window.press("push button", .holding(part)) }

    /// Agrees to pay `amount`, and approves the signature.
    func pay(_ amount: String) async throws {
        try await sees("Pay \(amount)")
        try await press("Pay")
        try await approve("Pay")
    }

    /// Approves the wallet's question.
    func approve(_ verb: String) async throws {
        try await approval.see("push button", .exactly(verb))
        try await approval.readToEnd()
        if approval.sees("check box") { try await approval.press("check box", .holding("I understand")) }
        try await approval.press("push button", .exactly(verb))
    }

    /// Opens the wallet.
    func unlock() async throws {
        let form = person.inside("dialog", .holding("unlock"))
        try await form.type(Sample.passphrase, into: "password text", "Passphrase")
        try await form.press("push button", "Unlock")
    }

    /// Fills in the payment service's form, and sends it.
    func fillForm() async throws {
        let page = window.inside("document web")
        try await page.type("Ada Example", into: "entry", "Full name")
        try await page.type("1990-04-23", into: "entry", "Date of birth")
        try await page.type("AT", into: "entry", .holding("Country"))
        try await page.type("Vienna", into: "entry", .holding("Town"))
        try await page.press("check box", .holding("I accept"))
        try await page.press("push button", "Continue")
    }

    /// Closes the last step; the program ends with `status`.
    func finish(_ button: String = "Close", status: Int32 = 1, line: Int = #line) async throws {
        try await press(button)
        try expectEqual(try await program.ended().status, status, line: line)
    }
}
