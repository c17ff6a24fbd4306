import Harness
import Simulators
import WindowTesting

/// Payments by Permit2, whose signature needs an allowance in a block first, with interruptions between the two.
@MainActor let allowanceJourneys = [
    Journey("the signature waits for the allowance's block, a rejection sends no second one, and it can be revoked") {
        stage in
        let node = try await PayingChain()
        node.chain.setMining(.onDemand)
        let config = "\(stage.folder)/node.json"
        try stage.run(["endpoint", "set", "137", node.chain.address, "--config", config])
        let (payer, payment) = try stage.pay(.usdtFirst, ["--config", config])
        try await payer.press("Pay")
        try await payer.approve("Allow unlimited USDT")
        try await payer.sees("Waiting for the allowance to be in a block (1 of 2)")
        try await portray("27-allowance-waiting")
        try expectEqual(stage.gateway.count(.confirm, for: payment), 0)
        try await node.chain.mine(1)
        try await payer.sees("2 of 2")
        try await payer.approval.press("push button", "Reject")
        try await payer.sees("You rejected the request. The merchant was not paid.")
        try await payer.sees("an allowance lets Permit2 spend unlimited USDT")
        try await portray("27-allowance-rejected")
        try await payer.press("Pay")
        try await payer.approve("Allow up to 25.01 USDT")
        try await payer.sees("You paid 25.01 USDT")
        try await payer.sees("an allowance lets Permit2 spend unlimited USDT")
        try expectEqual(node.sent, 1)
        try await stage.expect(.succeeded, of: payment)
        try await portray("27-allowance-paid")
        try await payer.press("Revoke allowance…")
        try await payer.approve("Revoke")
        try await payer.sees("The allowance ends when the network confirms it")
        try expectEqual(node.sent, 2)
        try await payer.finish("Done", status: 0)
        await node.chain.stop()
    },
    Journey("killed while the allowance waits for a block: after the restart it is awaited, and not sent again") {
        stage in
        try stage.makeWallet()
        let node = try await PayingChain()
        node.chain.setMining(.onDemand)
        try stage.run(["endpoint", "set", "137", node.chain.address])
        let payment = stage.gateway.make(.usdtFirst)
        let arguments = ["pay", stage.gateway.link(to: payment), "--folder", stage.wallets]
        let first = try Payer(stage.start(arguments))
        try await first.unlock()
        try await first.press("Pay")
        try await first.approve("Allow unlimited USDT")
        try await first.sees("Waiting for the allowance to be in a block (1 of 2)")
        first.program.kill()
        let second = try Payer(stage.start(arguments))
        try await second.unlock()
        try await second.sees("It is not in a block yet")
        try await portray("28-allowance-restart")
        try await second.press("Pay")
        try await second.sees("An earlier transaction that changes the allowance is not in a block yet")
        try await node.chain.mine(1)
        try await second.approve("Allow up to 25.01 USDT")
        try await second.sees("You paid 25.01 USDT")
        try expectEqual(node.sent, 1)
        try await stage.expect(.succeeded, of: payment)
        try await second.finish("Done", status: 0)
        await node.chain.stop()
    },
    Journey("the allowance's transaction fails: no signature is asked for, and its fee is not called nothing") {
        stage in
        let node = try await PayingChain()
        node.chain.setMining(.failing)
        let config = "\(stage.folder)/node.json"
        try stage.run(["endpoint", "set", "137", node.chain.address, "--config", config])
        let (payer, payment) = try stage.pay(.usdtFirst, ["--config", config])
        try await payer.press("Pay")
        try await payer.approve("Allow unlimited USDT")
        try await payer.sees("The transaction for the allowance failed. The merchant was not paid.")
        try await portray("29-allowance-failed")
        try await payer.press("Cancel payment")
        try await payer.sees("Its network fee was paid")
        try expectEqual(stage.gateway.count(.confirm, for: payment), 0)
        try await payer.finish()
        await node.chain.stop()
    },
]
