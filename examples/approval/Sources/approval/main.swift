// A program that asks the user in its own window before it does what the page requests.
//
//   approval FOLDER           opens the page in the folder, as in `approval page`
//   approval URL              opens the page of a server
//   approval --check URL      presses the button itself

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
            Screen.Button(Decision.rejected, label: "Cancel"),
            Screen.Button(Decision.approved, label: question.approval.verb, .paying),
        ]
        let window = ScreenWindow()
        defer { window.close() }
        let (presses, press) = AsyncStream<Decision>.makeStream()
        window.onPress = { action, _ in press.yield(action.of(Decision.self) ?? .rejected) }
        window.onClose = { press.yield(.rejected) }
        window.show(screen)
        window.present()
        if isCheck { window.onPress?(ScreenAction(Decision.approved), [:]) }
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
var options = BridgeApp.Options()
(options.title, options.size, options.minimumSize) = ("Shop", (480, 360), (360, 240))
let app = BridgeApp(options, approver: OwnWindow())

app.handle("pay") { (payment: Payment, invocation) in
    try await invocation.approve(
        "Pay \(payment.coins) coins.", verb: "Pay",
        rows: [Approval.Row("To", .untrusted(payment.recipient), role: .recipient)])
    return "Paid \(payment.coins) coins."
}

let place = CommandLine.arguments.last ?? ""
if place.contains("://") { app.open(place) } else { try app.open(folder: place) }
app.run()
