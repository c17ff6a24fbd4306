import Harness
import LocalServer
import WindowTesting
import Simulators

/// Payments that differ from the usual ones: forms, links, restarts.
@MainActor let edgeCaseJourneys = [
    Journey("the gateway's fields in the wallet's own form") { stage in
        let (payer, payment) = try stage.pay(.fields)
        try await payer.choose("on Base")
        try await payer.sees("Your details, for the payment service")
        try await payer.press("Continue")
        try await payer.sees("This is required")
        try await portray("12-fields-problems")
        try await payer.window.type("Ada Example", into: "text", "“Full name”")
        try await payer.window.type("1990-13-23", into: "text", "“Date of birth”")
        try await payer.window.type("AT", into: "text", "“Country of birth”")
        try await payer.window.type("Vienna", into: "text", "“Place of birth”")
        try await payer.window.press("check box", .holding("I accept"))
        try await payer.press("Continue")
        try await payer.sees("This is not a valid date")
        try await payer.window.type("1990-04-23", into: "text", "“Date of birth”")
        try await payer.press("Continue")
        try await payer.pay("25 USDC")
        try await stage.expectPaid("25 USDC", for: payment, by: payer)
    },
    Journey("a form that ends in an error pays nothing, and can be retried") { stage in
        let (payer, payment) = try stage.pay(.formError)
        try await payer.choose("on Base")
        try await payer.fillForm()
        try await payer.sees("The form ended with an error")
        try await portray("13-form-error")
        try expectEqual(stage.gateway.count(.confirm, for: payment), 0)
        try await payer.press("Cancel payment")
        try await payer.finish()
    },
    Journey("the request to sign differs from what was shown: stopped without a question") { stage in
        let (payer, payment) = try stage.pay(.lying)
        try await payer.press("Pay")
        try await payer.sees("Stopped: this does not match what was shown")
        try await portray("14-mismatch")
        try expectEqual(stage.gateway.count(.confirm, for: payment), 0)
        try await payer.finish()
    },
    Journey("rejecting the wallet's question pays nothing, and the user can decide again") { stage in
        let (payer, payment) = try stage.pay(.usdc)
        try await payer.press("Pay")
        try await payer.approval.press("push button", "Reject")
        try await payer.sees("You rejected the request. Nothing was paid.")
        try await portray("15-rejected")
        try await payer.pay("25 USDC")
        try await stage.expectPaid("25 USDC", for: payment, by: payer)
    },
    Journey("a gateway that cannot be reached: after a retry the payment continues") { stage in
        let payment = stage.gateway.make(.usdc)
        let (link, port) = (stage.gateway.link(to: payment), stage.gateway.port)
        let payer = try stage.pay(link)
        await stage.gateway.stop()
        try await payer.sees("The payment service cannot be reached")
        try await portray("16-offline")
        try await stage.gateway.start(port: port)
        try await payer.press("Try again")
        try await payer.sees("Pay 25 USDC")
        try await payer.press("Cancel payment")
        try await payer.finish()
    },
    Journey("the answer to the payment is lost: unknown, checked again, paid once") { stage in
        let payment = stage.gateway.make(.usdc)
        stage.gateway.inject(.lostAnswer(.confirm), for: payment)
        stage.gateway.inject(SimulatedFault(.status, times: nil, delivery: .none), for: payment)
        let payer = try stage.pay(stage.gateway.link(to: payment))
        try await payer.pay("25 USDC")
        try await payer.sees("It is not known whether the payment arrived")
        try await portray("20-not-known")
        stage.gateway.clearFaults()
        try await payer.sees("You paid 25 USDC")
        try expectEqual(stage.gateway.count(.confirm, for: payment), 1)
        try await payer.finish("Done", status: 0)
    },
    Journey("an HTML page instead of the gateway's answer: nothing is called unpaid, and it is paid once") { stage in
        let payment = stage.gateway.make(.usdc)
        stage.gateway.inject(SimulatedFault(.confirm, takesEffect: true, delivery: .none), for: payment)
        stage.gateway.inject(
            SimulatedFault(.status, times: nil, status: 404, body: "<html>404 Not Found</html>"), for: payment)
        let payer = try stage.pay(stage.gateway.link(to: payment))
        try await payer.pay("25 USDC")
        try await payer.sees("It is not known whether the payment arrived")
        try await payer.sees("HTTP status 404")
        try await portray("23-html-404")
        stage.gateway.clearFaults()
        try await payer.press("Check status")
        try await payer.sees("You paid 25 USDC")
        try expectEqual(stage.gateway.count(.confirm, for: payment), 1)
        try await payer.finish("Done", status: 0)
    },
    Journey("a pending payment is checked until it is settled, even after its window was closed") { stage in
        let (payer, payment) = try stage.pay(.slow)
        try await payer.pay("25 USDC")
        try await payer.sees("The payment is on its way")
        try await portray("24-on-its-way")
        try await payer.press("Close")
        let before = stage.gateway.exchanges.count
        // One of them may have begun before the window was closed.
        try await waitUntil("the gateway is asked twice more") { stage.gateway.exchanges.count > before + 1 }
        stage.gateway.set(.succeeded, of: payment)
        // Only an answer of the gateway's after that makes it end so.
        try expectEqual(try await payer.program.ended().status, 0)
    },
    Journey("a form at another origin is refused with the reason, unless the configuration names that origin") {
        stage in
        let config = "\(stage.folder)/forms.json"
        let address = stage.gateway.address.replacing("127.0.0.1", with: "localhost")
        try stage.run(["payments", "set", "--gateway", address, "--app-id", "journeys", "--config", config])
        let payment = stage.gateway.make(.form)
        let arguments = ["pay", stage.gateway.link(to: payment), "--demo", "--config", config]
        let payer = try Payer(stage.start(arguments))
        try await payer.choose("on Base")
        try await payer.sees("form cannot be opened")
        try await payer.sees("The form's address does not use https")
        try await portray("25-form-refused")
        try await payer.finish()
        try stage.run(["payments", "set", "--form", stage.gateway.address, "--config", config])
        let again = try Payer(stage.start(arguments))
        try await again.choose("on Base")
        try await again.window.see("entry", "Full name")
        try await again.leaveForm(by: "Cancel payment")
        try await again.finish()
    },
    Journey("a link of another site is not paid, and no server is contacted") { stage in
        let payer = try stage.pay("https://pay.walletconnect.com.evil.example/?pid=pay_1")
        try await payer.sees("This cannot be paid")
        try await portray("17-other-site")
        try expectEqual(stage.gateway.exchanges.count, 0)
        try await payer.finish()
    },
    Journey("links on a shop's page: the wallet handles them, and the second waits for the first") { stage in
        let program = try stage.start(
            ["demo", "--prints-messages", "--record", "\(stage.folder)/messages"], of: "drawbridge-dev")
        let payer = try Payer(program)
        let page = payer.person.inside("document web")
        try await page.press("link", "Visit the shop")
        try await page.press("push button", "Buy Coffee")
        try await page.press("link", "Pay with your wallet")
        try await payer.sees("Pay 2.5 USDC")
        try await page.press("push button", "Buy Cake")
        try await page.press("link", "Pay by a wc: link")
        try await payer.sees("Another payment waits until this one is over")
        try await portray("19-shop-second-link")
        try await payer.pay("2.5 USDC")
        try await payer.sees("You paid 2.5 USDC")
        try await payer.press("Done")
        // What was paid with the last time is proposed, and can be changed.
        try await payer.sees("Pay 5.75 USDC")
        try await payer.press("Back")
        try await payer.choose("on Polygon")
        try await payer.pay("5.75 USDC")
        try await payer.sees("You paid 5.75 USDC")
        try await payer.press("Done")
        _ = try await page.text(of: "status bar", "Payment") { $0.contains("Paid") }
        try await portray("19-shop-paid")
    },
    Journey("the other items of the demo's shop can be paid for, too") { stage in
        let program = try stage.start(
            ["demo", "--prints-messages", "--record", "\(stage.folder)/messages"], of: "drawbridge-dev")
        let payer = try Payer(program, patience: .seconds(30))
        let page = payer.person.inside("document web")
        try await page.press("link", "Visit the shop")
        for (good, verbs) in [
            ("Radio", ["Allow unlimited USDT", "Allow up to 49.0196 USDT"]), ("Bicycle", ["Pay"]), ("Boat", ["Pay"]),
        ] {
            try await page.press("push button", .exactly("Buy \(good)"))
            try await page.press("link", "Pay with your wallet")
            if good == "Bicycle" {
                try await payer.choose("on Base")
                try await payer.window.see("entry", "Full name")
                // Without a window manager, the keyboard stays with the shop's window.
                try await payer.window.focus("push button", "Back")
                try await payer.fillForm()
            }
            try await payer.sees("Pay ")
            try await payer.press("Pay")
            for verb in verbs { try await payer.approve(verb) }
            try await payer.sees("You paid")
            try await portray("19-shop-\(good.lowercased())")
            try await payer.press("Done")
            _ = try await page.text(of: "status bar", "Payment") { $0.contains("Paid") }
        }
    },
    Journey("a locked wallet keeps the link until it is unlocked") { stage in
        try stage.makeWallet()
        let payment = stage.gateway.make(.usdc)
        let payer = try Payer(stage.start(["pay", stage.gateway.link(to: payment), "--folder", stage.wallets]))
        try await payer.sees("A payment is waiting for the wallet")
        try expectEqual(stage.gateway.exchanges.count, 0)
        try await portray("18-locked")
        try await payer.unlock()
        try await payer.pay("25 USDC")
        try await stage.expectPaid("25 USDC", for: payment, by: payer)
    },
]
