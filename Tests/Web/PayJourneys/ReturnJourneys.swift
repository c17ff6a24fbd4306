import Foundation
import Harness
import LocalServer
import QRReader
import QRWriter
import WindowTesting
import Simulators
import Desktop
import WalletUI

/// Payments that come in by an image, in a dark room, or that the wallet comes back to.
@MainActor let returnJourneys = [
    Journey("a link in a screenshot: its code is read and paid, and an image without a code is refused") { stage in
        let payment = stage.gateway.make(.usdc)
        let image = "\(stage.folder)/screen.png"
        try Screenshot.write(to: image)
        let lost = try stage.start(["pay", "--qr", image, "--demo"] + stage.service)
        try expectEqual(try await lost.ended().status, 1)
        try expectEqual(stage.gateway.exchanges.count, 0)
        try await photograph(stage.gateway.link(to: payment), to: image)
        let payer = try Payer(stage.start(["pay", "--qr", image, "--demo"] + stage.service))
        try await payer.pay("25 USDC")
        try await stage.expectPaid("25 USDC", for: payment, by: payer)
    },
    Journey("the form is requested in the desktop's color scheme") { stage in
        let (payer, payment) = try stage.pay(.form, with: ["GTK_THEME": "Adwaita:dark"])
        try await payer.choose("on Base")
        try await payer.window.see("entry", "Full name")
        try await portray("21-dark-form")
        try await payer.fillForm()
        try await payer.pay("25 USDC")
        try await stage.expectPaid("25 USDC", for: payment, by: payer)
        let forms = stage.gateway.exchanges.filter { $0.call == .form }
        try expectEqual(forms.map { $0.target.hasSuffix("&theme=dark") }, [true])
    },
    Journey("killed while the outcome is unknown: reported at the next start, and checked again") {
        stage in
        try stage.makeWallet()
        let payment = stage.gateway.make(.usdc)
        stage.gateway.inject(.lostAnswer(.confirm), for: payment)
        stage.gateway.inject(SimulatedFault(.status, times: nil, delivery: .none), for: payment)
        let first = try Payer(stage.start(["pay", stage.gateway.link(to: payment), "--folder", stage.wallets]))
        try await first.unlock()
        try await first.pay("25 USDC")
        try await first.sees("It is not known whether the payment arrived")
        first.program.kill()
        let again = try stage.start(["open", "http://127.0.0.1:\(stage.gateway.port)/", "--folder", stage.wallets])
        // It polls the gateway by itself, less and less often.
        let second = try Payer(again, patience: .seconds(90))
        try await second.unlock()
        try await second.person.see("label", .holding("An earlier payment is still pending"))
        // Many untrusted messages do not push it out, and a page that is loaded takes nothing away.
        for number in 1...5 {
            try expectEqual(Instance.hand(["drawbridge://nowhere?\(number)"], to: "io.github.drawbridge"), true)
        }
        try await second.person.see("label", .holding("“drawbridge://nowhere?5”"))
        _ = try await second.person.text(of: "section") { $0.contains("Not found") }
        try await second.person.visit("127.0.0.1:\(stage.gateway.port)/elsewhere")
        try expectEqual(second.person.sees("label", .holding("“drawbridge://nowhere?5”")), true)
        try expectEqual(second.person.sees("label", .holding("An earlier payment is still pending")), true)
        try await portray("22-not-settled-notice")
        let list = try await second.openPayments()
        let sent = AccessibilityDriver.Name.holding("Sent to the payment service; it is not known whether it arrived")
        try await list.see("push button", sent)
        try await portray("22-not-settled-list")
        try await list.press("push button", sent)
        try await second.sees("It is not known whether the payment arrived")
        try await portray("22-not-settled-step")
        stage.gateway.clearFaults()
        try await second.sees("You paid 25 USDC")
        try expectEqual(second.person.sees("label", .holding("An earlier payment is still")), false)
        try await portray("22-settled-step")
        try await second.press("Done")
        try await second.person.waitUntilGone("label", .holding("You paid 25 USDC"))
        let paid = try await second.openPayments()
        try await paid.see("label", .holding("Paid · \(payment)"))
        try expectEqual(stage.gateway.count(.confirm, for: payment), 1)
    },
    Journey("another service is set while a payment is shown: it is paid where it began, and the next at the new one") {
        stage in
        try stage.makeWallet()
        let other = try GatewaySimulator()
        try await other.start()
        let payment = stage.gateway.make(.usdc)
        let program = try stage.start(["open", stage.gateway.address, "--folder", stage.wallets])
        let payer = try Payer(program)
        try await payer.unlock()
        try stage.run([stage.gateway.link(to: payment)])
        try await payer.sees("Pay 25 USDC")
        try stage.run(["payments", "set", "--gateway", other.address])
        try await payer.pay("25 USDC")
        try await stage.expect(.succeeded, of: payment)
        try expectEqual(other.exchanges.count, 0)
        try await payer.press("Done")
        try await payer.person.waitUntilGone("label", .holding("You paid 25 USDC"))
        let asked = stage.gateway.exchanges.count
        let next = other.make(.usdc)
        try stage.run([other.link(to: next)])
        try await payer.pay("25 USDC")
        try await payer.sees("You paid 25 USDC")
        try expectEqual(other.state(of: next)?.status, "succeeded")
        try expectEqual(stage.gateway.exchanges.count, asked)
        await other.stop()
    },
    Journey("killed at the wallet's question: nothing was signed, and the link can be paid afterwards") { stage in
        try stage.makeWallet()
        let payment = stage.gateway.make(.usdc)
        let arguments = ["pay", stage.gateway.link(to: payment), "--folder", stage.wallets]
        let first = try Payer(stage.start(arguments))
        try await first.unlock()
        try await first.press("Pay")
        try await first.approval.see("push button", "Pay")
        first.program.kill()
        let second = try Payer(stage.start(arguments))
        try await second.unlock()
        try await second.pay("25 USDC")
        try await stage.expectPaid("25 USDC", for: payment, by: second)
    },
]

/// Shows `link` as a code on the screen, and takes a screenshot.
@MainActor private func photograph(_ link: String, to image: String) async throws {
    guard let code = QRCode(link) else { throw Failure("\(link) does not fit into a code") }
    var step = Screen(title: "A shop", heading: "Scan to pay")
    step.image = Screen.Image(side: code.side, isDark: code.isDark, description: "a link")
    let window = ScreenWindow()
    window.show(step)
    defer { window.close() }
    try await waitUntil("the code is on the screen", every: .milliseconds(100)) {
        try Screenshot.write(to: image)
        let file = try Data(contentsOf: URL(fileURLWithPath: image))
        return (try? QRDecoder.text(in: [UInt8](file))) == link
    }
}

extension Payer {
    /// Opens the list of what was paid.
    fileprivate func openPayments() async throws -> AccessibilityDriver {
        try await person.see("push button", "Lock the wallet")
        try await person.choose("Payments…", from: .holding("Wallet: Savings"))
        let list = person.inside("panel", "Payments by link")
        try await list.see("push button", "Back")
        return list
    }
}

extension AccessibilityDriver {
    /// Goes to `address`, which has no scheme, and waits until its page is there: the field shows the whole address
    /// then.
    fileprivate func visit(_ address: String) async throws {
        try await type(address, into: "text", "Address")
        try await press("text", "Address")
        _ = try await text(of: "text", "Address") { $0 == "http://\(address)" }
    }
}
