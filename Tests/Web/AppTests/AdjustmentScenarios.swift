import Bridge
import Foundation
import Harness
import WindowTesting
import WalletUI
import WebHost

/// Values of an approval that a person changes.
@MainActor let adjustmentScenarios = [
    Scenario("a person picks another fee, and approves the updated transaction") { workshop in
        let program = try Program(["--show", "adjustments"])
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
        let dialog = person.inside("dialog", .holding("Approval"))
        try await dialog.see("label", .holding("Normal – 0.42 USD"))
        try await portray("adjust-1")
        try await dialog.press("toggle button", "Edit Network fee")
        try await dialog.press("radio button", .holding("Fast"))
        // While the new approval is being made there is nothing to approve.
        try await dialog.see("label", .holding("Calculating…"))
        try expectEqual(try await dialog.isSensitive("push button", "Pay"), false)
        try await dialog.see("heading", .holding("Pay 1 with a fast fee."))
        try await portray("adjust-2")
        try await dialog.readToEnd()
        try await dialog.press("push button", "Pay")
        try await person.see("label", .holding("approved: Pay 1 with a fast fee."))
    },
    Scenario("an unusable value is reported next to its field, and cannot be approved") { workshop in
        let program = try Program(["--show", "adjustments"])
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
        let dialog = person.inside("dialog", .holding("Approval"))
        try await dialog.press("toggle button", "Edit Amount")
        try await dialog.type("0", into: "text", "Amount")
        try await dialog.see("label", .holding("Apply or discard your change"))
        try expectEqual(try await dialog.isSensitive("push button", "Pay"), false)
        try await dialog.press("push button", "Apply Amount")
        try await dialog.see("label", .holding("There is nothing to pay."))
        try await dialog.see("label", .holding("One of the values is invalid."))
        try await portray("adjust-3")
        try expectEqual(try await dialog.isSensitive("push button", "Pay"), false)
        try await dialog.type("2", into: "text", "Amount")
        try await dialog.press("push button", "Apply Amount")
        try await dialog.see("heading", .holding("Pay 2 with a normal fee."))
        try await dialog.readToEnd()
        try await dialog.press("push button", "Pay")
        try await person.see("label", .holding("approved: Pay 2 with a normal fee."))
    },
    Scenario("an approval that cannot be recalculated says why, and closing it is a rejection") { workshop in
        let program = try Program(["--show", "adjustments"])
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
        let dialog = person.inside("dialog", .holding("Approval"))
        try await dialog.press("toggle button", "Edit Amount")
        try await dialog.type("13", into: "text", "Amount")
        try await dialog.press("push button", "Apply Amount")
        try await dialog.see("label", .holding("The network does not answer."))
        try expectEqual(try await dialog.isSensitive("push button", "Pay"), false)
        try await dialog.press("push button", "Reject")
        try await person.see("label", .holding("rejected"))
    },
]

/// Shows an approval whose fee and amount can be adjusted, and then what became of it.
@MainActor func showAdjustments() async throws {
    let window = BrowserWindow()
    let gate = Gate(approver: ApprovalPresenter(parent: window, notice: nil))
    let dispatcher = RequestDispatcher(handler: Router([:]), gate: gate)
    let view = WebView(dispatcher: dispatcher, profile: Profile(), options: WebView.Options())
    window.show(view)
    let outcome = await dispatcher.run("pay") { request throws(RPCError) in
        let consent = try await gate.ask(PracticePayment(fee: "normal", amount: "1"), for: request) {
            payment, values throws(RPCError) in
            // As long as a question to a server may take.
            try? await Task.sleep(for: .milliseconds(700))
            if values["amount"] == "13" { throw RPCError(.disconnected, "The network does not answer.") }
            return PracticePayment(fee: values["fee"] ?? payment.fee, amount: values["amount"] ?? payment.amount)
        }
        return .string(consent.subject.sentence)
    }
    switch outcome {
    case .success(let sentence): window.showNotice(.outcome, "approved: \(sentence.string ?? "")")
    case .failure(let error): window.showNotice(.outcome, "\(error.kind.rawValue): \(error.message)")
    }
    try await Task.sleep(for: .seconds(3_600))
}

extension NoticeID {
    /// The outcome of a test's request or form.
    static let outcome = NoticeID("outcome")
}

private struct PracticePayment: Approvable {
    let fee: String
    let amount: String

    var payload: [UInt8] { Array("\(fee) \(amount)".utf8) }

    var sentence: String { "Pay \(amount) with a \(fee) fee." }

    func approval() -> Approval {
        var approval = Approval(sentence, verb: "Pay")
        approval.rows = [Approval.Row("Account", .exact("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"), note: "Savings")]
        approval.adjustments = [
            Adjustment(
                id: "fee", label: "Network fee", value: fee,
                choices: [
                    Adjustment.Choice("slow", label: "Slow", note: "0.30 USD, some minutes"),
                    Adjustment.Choice("normal", label: "Normal", note: "0.42 USD, about 30 seconds"),
                    Adjustment.Choice("fast", label: "Fast", note: "0.80 USD, the next block"),
                ]),
            Adjustment(
                id: "amount", label: "Amount", value: amount, unit: "ETH", note: "of 3.2 ETH",
                problem: amount == "0" ? "There is nothing to pay." : nil),
        ]
        return approval
    }
}
