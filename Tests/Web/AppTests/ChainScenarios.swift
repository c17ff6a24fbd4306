import Harness
import WindowTesting

/// Payments that are stuck on a chain of their own, which serves the page that is used here: Tests/Independent/evm.py.
///
/// The buttons of both sides, the payer and the miner, are pressed in the window.
@MainActor let chainScenarios = [
    Scenario("a stuck payment is accelerated, and one of the two is mined") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        let list = try await shop.openActivity()
        _ = try await list.text(of: "label") { $0.hasPrefix("Pending – ") && $0.hasSuffix(old) }
        try await list.press("push button", "Speed up, cancel or send again…")
        try await list.see("label", .holding("The network has it."))
        try await portray("activity-stuck")
        try await list.press("push button", "Speed up")
        try await shop.approval.see("label", .holding("with a higher fee"))
        try await portray("speed-up")
        try await shop.approve("Speed up")
        try await shop.person.closeApproval()
        let new = try await shop.replacement(of: old)
        try expectEqual(new.count, 66)
        try expectEqual(new == old, false)
        try expectEqual(try await shop.press("Mine"), new)
        try expectEqual(try await shop.look() == (1, 1), true)
        try await shop.activity("activity-faster") { entries in
            entries.contains { $0.hasPrefix("Confirmed – ") && $0.hasSuffix(new) }
                && entries.contains { $0.hasPrefix("Replaced by \(new) – ") && $0.hasSuffix(old) }
        }
    },
    Scenario("a stuck payment is cancelled, and the recipient receives nothing") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        try await shop.openChoice().press("push button", "Cancel transaction")
        try await shop.approval.see("heading", .holding("Cancel a pending"))
        try await portray("cancel")
        try await shop.approve("Cancel transaction")
        try await shop.person.closeApproval()
        let new = try await shop.replacement(of: old)
        try expectEqual(new.count, 66)
        try expectEqual(new == old, false)
        try expectEqual(try await shop.press("Mine"), new)
        try expectEqual(try await shop.look() == (0, 1), true)
        try await shop.activity { entries in
            entries.contains { $0.hasPrefix("Confirmed – ") && $0.hasSuffix(new) }
                && entries.contains { $0.hasPrefix("Replaced by \(new) – ") && $0.hasSuffix(old) }
        }
    },
    Scenario("a cancellation that comes too late is reported, and the payment is complete") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        _ = try await shop.press("Race")
        try await shop.openChoice().press("push button", "Cancel transaction")
        try await shop.approve("Cancel transaction")
        try await shop.person.see("label", .holding("The account has already sent a transaction with this nonce."))
        try await portray("too-late")
        try expectEqual(try await shop.press("Waiting"), "")
        try expectEqual(try await shop.look() == (1, 1), true)
        try await shop.activity { entries in
            entries.contains { $0.hasPrefix("Confirmed – ") && $0.hasSuffix(old) }
                && entries.contains { $0.hasPrefix("Replaced by \(old) – Cancel a pending") }
        }
    },
    Scenario("a payment that was signed before the program was killed is sent again, and made once") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payKilled()
        try await shop.person.see("label", .holding("A transaction was signed but perhaps never sent."))
        _ = try await shop.press("Hold")
        let choice = try await shop.openChoice()
        try await choice.see("label", .holding("probably never sent"))
        try await portray("activity-unsent")
        try await choice.press("push button", "Send again")
        try await choice.press("push button", "Close")
        try expectEqual(try await shop.press("Waiting"), old)
        try expectEqual(try await shop.press("Mine"), old)
        try expectEqual(try await shop.look() == (1, 1), true)
        try await shop.activity { entries in entries.contains { $0.hasPrefix("Confirmed – ") && $0.hasSuffix(old) } }
    },
    Scenario("a payment that was signed before the program was killed is given up, and the next one replaces it") {
        workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payKilled()
        let choice = try await shop.openChoice()
        try await choice.press("push button", "Give up")
        try await choice.see("label", .holding("can still send it"))
        try await portray("activity-give-up")
        try await choice.press("push button", "Give it up")
        _ = try await choice.text(of: "label") { $0.hasPrefix("Given up – ") && $0.hasSuffix(old) }
        try await portray("activity-given-up")
        try await choice.press("push button", "Close")
        try await shop.connect()
        _ = try await shop.press("Hold")
        let new = try await shop.pay("Tip")
        try expectEqual(try await shop.press("Mine"), new)
        try expectEqual(try await shop.look() == (2, 1), true)
        try await shop.activity { entries in
            entries.contains { $0.hasPrefix("Confirmed – ") && $0.hasSuffix(new) }
                && entries.contains { $0.hasPrefix("Replaced by \(new) – ") && $0.hasSuffix(old) }
        }
    },
    Scenario("a payment that the network has dropped is sent again, and completed") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        _ = try await shop.press("Forget")
        try expectEqual(try await shop.press("Waiting"), "")
        let choice = try await shop.openChoice()
        try await choice.see("label", .holding("None of the servers that were asked has it."))
        try await portray("activity-forgotten")
        try await choice.press("push button", "Send again")
        try await choice.press("push button", "Close")
        try expectEqual(try await shop.press("Mine"), old)
        try expectEqual(try await shop.look() == (1, 1), true)
    },
]
