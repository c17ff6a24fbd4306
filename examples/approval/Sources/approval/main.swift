// A program that asks the user in its own window before it does what the page requests.
//
//   approval URL           opens the page
//   approval --check URL   presses the button itself

import Bridge
import BridgeKit
import WalletUI

/// Shows each question in a window with two buttons.
final class OwnWindow: Approver {
    func decide(_ question: PendingApproval) async -> Decision {
        var screen = Screen(title: "Payment", heading: question.approval.sentence)
        screen.source = Screen.Source(question.peer.origin, .website)
        screen.rows = question.approval.rows
        screen.buttons = [
            Screen.Button("no", label: "Cancel"), Screen.Button("yes", label: question.approval.verb, .paying),
        ]
        let window = ScreenWindow()
        defer { window.close() }
        let (presses, press) = AsyncStream<Decision>.makeStream()
        window.onPress = { button, _ in press.yield(button == "yes" ? .approved : .rejected) }
        window.onClose = { press.yield(.rejected) }
        window.show(screen)
        window.present()
        if isCheck { window.onPress?("yes", [:]) }
        // The question ends without an answer if the page navigates away or aborts the request.
        for await decision in presses { return decision }
        return .rejected
    }
}

struct Payment: Decodable {
    let coins: Int
    let recipient: String
}

let isCheck = CommandLine.arguments.contains("--check")
let app = BridgeApp(approver: OwnWindow())

app.handle("pay") { (payment: Payment, invocation) in
    try await invocation.approve(
        "Pay \(payment.coins) coins.", verb: "Pay",
        rows: [Approval.Row("To", .untrusted(payment.recipient), role: .recipient)])
    return "Paid \(payment.coins) coins."
}

app.open(CommandLine.arguments.last ?? "")
app.run()
