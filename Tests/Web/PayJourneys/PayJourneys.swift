import Harness
import WindowTesting
import Simulators

/// The journeys of a payment, each in the wallet's real windows against a gateway that checks what is signed.
@MainActor let payJourneys = [
    Journey("one way to pay, no questions: review, one signature, paid") { stage in
        let (payer, payment) = try stage.pay(.usdc)
        try await payer.sees("Pay 25 USDC")
        try await portray("01-single-review")
        try await payer.press("Pay")
        try await payer.approval.see("label", "Payment service")
        try await portray("01-single-approval")
        try await payer.approve("Pay")
        try await payer.sees("You paid 25 USDC")
        try await portray("01-single-paid")
        try expectEqual(stage.gateway.count(.confirm, for: payment), 1)
        try await payer.finish("Done", status: 0)
    },
    Journey("several ways to pay, no questions: one is chosen") { stage in
        let (payer, payment) = try stage.pay(.several)
        try await payer.sees("Choose what to pay with")
        try await portray("02-several-options")
        try await payer.choose("on Polygon")
        try await payer.sees("Pay 25 USDC")
        try await payer.press("Back")
        try await payer.choose("on Base")
        try await payer.pay("25 USDC")
        try await stage.expectPaid("25 USDC", for: payment, by: payer)
    },
    Journey("several ways to pay, with a form: filled in first, then signed") { stage in
        let (payer, payment) = try stage.pay(.severalForm)
        try await payer.press("Why are details needed?")
        try await payer.sees("the law requires the payment service to know who pays")
        try await portray("03-form-why")
        try await payer.press("Back")
        try await payer.choose("on Base")
        try await payer.window.see("entry", "Full name")
        try await portray("03-form-page")
        try await payer.fillForm()
        try await payer.pay("25 USDC")
        try await payer.sees("You paid 25 USDC")
        try await portray("03-form-paid")
        try await stage.expect(.succeeded, of: payment)
        try await payer.finish("Done", status: 0)
    },
    Journey("back from the form, another way is chosen") { stage in
        let (payer, payment) = try stage.pay(.mixed)
        try await payer.choose("on Polygon")
        try await payer.window.see("entry", "Full name")
        try await payer.leaveForm(by: "Back")
        try await payer.sees("Choose what to pay with")
        try await portray("04-back-options")
        try await payer.choose("on Base")
        try await payer.pay("25 USDC")
        try await stage.expectPaid("25 USDC", for: payment, by: payer)
    },
    Journey("cancelled at the form") { stage in
        let (payer, payment) = try stage.pay(.form)
        try await payer.choose("on Base")
        try await payer.window.see("entry", "Full name")
        try await payer.leaveForm(by: "Cancel payment")
        try await payer.sees("The payment was cancelled")
        try await portray("05-cancelled-at-form")
        try await stage.expect(.cancelled, of: payment)
        try expectEqual(stage.gateway.count(.confirm, for: payment), 0)
        try await payer.finish()
    },
    Journey("cancelled at the review") { stage in
        let (payer, payment) = try stage.pay(.usdc)
        try await payer.sees("Pay 25 USDC")
        try await payer.press("Cancel payment")
        try await payer.sees("The payment was cancelled")
        try await portray("06-cancelled-at-review")
        try await stage.expect(.cancelled, of: payment)
        try await payer.finish()
    },
    Journey("cancelled while the payment is loading") { stage in
        let payment = stage.gateway.make(.usdc)
        stage.gateway.inject(SimulatedFault(.options, times: nil, delay: 8_000), for: payment)
        let payer = try stage.pay(stage.gateway.link(to: payment))
        try await payer.sees("Loading payment")
        try await portray("07-loading")
        try await payer.press("Cancel payment")
        try await payer.sees("The payment was cancelled")
        try await portray("07-loading-cancelled")
        try await payer.finish()
    },
    Journey("an old link") { stage in
        let (payer, payment) = try stage.pay(.expired)
        try await payer.sees("The payment has expired")
        try await portray("08-expired")
        try expectEqual(stage.gateway.count(.fetch, for: payment), 0)
        try await payer.finish()
    },
    Journey("not enough funds") { stage in
        let (payer, _) = try stage.pay(.insufficient)
        try await payer.sees("Not enough funds")
        try await portray("09-insufficient")
        try await payer.finish()
    },
    Journey("the same code scanned twice: nothing is paid the second time") { stage in
        let (payer, payment) = try stage.pay(.usdc)
        try await payer.pay("25 USDC")
        try await payer.sees("You paid 25 USDC")
        try await payer.finish("Done", status: 0)
        let again = try stage.pay(stage.gateway.link(to: payment))
        try await again.sees("Already paid")
        try await portray("10-double-scan")
        try expectEqual(stage.gateway.count(.confirm, for: payment), 1)
        try await again.finish()
    },
    Journey("Tether on Polygon by Permit2: first the allowance, then the signature") { stage in
        let node = try await PayingChain()
        let config = "\(stage.folder)/node.json"
        try stage.run(["endpoint", "set", "137", node.chain.address, "--config", config])
        let (payer, payment) = try stage.pay(.usdtFirst, ["--config", config])
        try await payer.sees("Pay 25.01 USDT")
        try await portray("11-permit2-review")
        try await payer.press("Pay")
        try await payer.sees("1 of 2")
        try await portray("11-permit2-allowance")
        try await payer.approve("Allow unlimited USDT")
        try await payer.sees("2 of 2")
        try await portray("11-permit2-signature")
        try await payer.approve("Allow up to 25.01 USDT")
        try await payer.sees("You paid 25.01 USDT")
        try await portray("11-permit2-paid")
        try expectEqual(node.sent, 1)
        try await stage.expect(.succeeded, of: payment)
        try await payer.finish("Done", status: 0)
        await node.chain.stop()
    },
]
