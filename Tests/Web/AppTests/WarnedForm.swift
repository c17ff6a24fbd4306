import Harness
import WindowTesting

/// A person who fills in the form to send, and reads the warnings of the approval that follows.
@MainActor struct WarnedForm {
    let driver: HomeDriver

    /// What is sent, as the fields name it.
    let symbol: String

    private var person: AccessibilityDriver { driver.person }
    private var approval: AccessibilityDriver { driver.approval }

    /// What the approval must say: one of its warnings, with the word before it.
    enum Said: Hashable {
        /// This warning, as “Danger: …”, “Caution: …” or “Note: …”.
        case exactly(String)
        /// A warning with these words; the rest depends on the state of the chain.
        case holding(String)
    }

    /// Opens the form from the balance whose button has this text.
    func open(_ balance: AccessibilityDriver.Name) async throws {
        try await person.press("push button", balance)
        try await person.press("push button", "Send…")
        try await person.see("radio button", .holding("Slow"))
    }

    /// Opens the form again after a payment was sent.
    func reopen(_ balance: AccessibilityDriver.Name) async throws {
        try await person.press("push button", "Done")
        try await open(balance)
    }

    /// Enters a payment and presses “Review”; what is `nil` stays as it is.
    func enter(_ recipient: String? = nil, _ amount: String? = nil, rate: String? = nil) async throws {
        if let recipient { try await person.type(recipient, into: "text", "Recipient") }
        if let amount { try await person.type(amount, into: "text", .holding("Amount in \(symbol)")) }
        if let rate {
            try await person.press("radio button", .holding("Custom"))
            try await person.type(rate, into: "text", .holding("Custom fee"))
        }
        try await person.press("push button", "Review")
    }

    /// Enters a payment, sees each warning in its approval, and rejects it.
    func expect(
        _ said: Said..., to recipient: String? = nil, amount: String? = nil, rate: String? = nil,
        portrait: String? = nil
    ) async throws {
        try await enter(recipient, amount, rate: rate)
        try await see(said)
        if let portrait { try await portray(portrait) }
        try await reject()
    }

    /// Sees warnings in the approval that is open.
    func see(_ said: [Said]) async throws {
        try await approval.see("push button", "Send")
        for each in said {
            switch each {
            case .exactly(let text):
                try await approval.see(text.hasPrefix("Note: ") ? "notification" : "alert", .exactly(text))
            case .holding(let text):
                try await approval.see("alert", .holding(text))
            }
        }
    }

    /// Changes a value in the approval that is open.
    func change(_ label: String, to value: String) async throws {
        if !approval.sees("text", .exactly(label)) {
            try await approval.press("toggle button", .exactly("Edit \(label)"))
        }
        try await approval.type(value, into: "text", .exactly(label))
        try await approval.press("push button", .exactly("Apply \(label)"))
    }

    /// Rejects the approval; the form comes back.
    func reject() async throws {
        try await approval.press("push button", "Reject")
        try await person.closeApproval()
        try await person.see("push button", "Review")
    }

    /// Enters a payment and approves it.
    func send(
        _ recipient: String? = nil, _ amount: String? = nil, rate: String? = nil,
        ending: AccessibilityDriver.Name = "Sent"
    ) async throws {
        try await enter(recipient, amount, rate: rate)
        try await driver.approve("Send")
        try await person.see("heading", ending)
        try await person.closeApproval()
    }

    /// Approves the payment that was entered, and sees why it was not sent.
    func fail(because reason: String) async throws {
        try await driver.approve("Send")
        try await person.see("label", .holding(reason))
        try await person.closeApproval()
    }
}

extension HomeDriver {
    /// Adds an account, which no other test has used, and sees it in use.
    func addAccount() async throws {
        try await person.choose("Add account…", from: .holding("Wallet: Savings"))
        let form = person.inside("dialog", .holding("accounts"))
        try await form.press("check box", "Use this account now")
        try await form.press("push button", "Add")
        try await person.see("heading", "Savings, Account 2")
    }
}
