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
        try await shop.open(old)
        try await shop.person.see("label", "Pending")
        try await shop.person.see("label", .holding("The network has it."))
        try await portray("history-stuck")
        try await shop.person.press("push button", "Speed up…")
        try await shop.approval.see("label", .holding("with a higher fee"))
        try await portray("speed-up")
        try await shop.approve("Speed up")
        try await shop.person.closeApproval()
        try await shop.goBack(from: "History")
        let new = try await shop.replacement(of: old)
        try expectEqual(new.count, 66)
        try expectEqual(new == old, false)
        try expectEqual(try await shop.press("Mine"), new)
        try expectEqual(try await shop.look() == (1, 1), true)
        try await shop.history(
            [(new, "Confirmed"), (old, "Replaced by \(new.prefix(12))…")], "history-faster")
    },
    Scenario("a stuck payment is cancelled, and the recipient receives nothing") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        try await shop.open(old)
        try await shop.person.press("push button", "Cancel the transaction…")
        try await shop.approval.see("heading", .holding("Cancel a pending"))
        try await portray("cancel")
        try await shop.approve("Cancel transaction")
        try await shop.person.closeApproval()
        try await shop.goBack(from: "History")
        let new = try await shop.replacement(of: old)
        try expectEqual(new.count, 66)
        try expectEqual(new == old, false)
        try expectEqual(try await shop.press("Mine"), new)
        try expectEqual(try await shop.look() == (0, 1), true)
        try await shop.history([(new, "onfirm"), (old, "Replaced by \(new.prefix(12))…")])
    },
    Scenario("a cancellation that comes too late is reported, and the payment is complete") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        _ = try await shop.press("Race")
        try await shop.open(old)
        try await shop.person.press("push button", "Cancel the transaction…")
        try await shop.approve("Cancel transaction")
        try await shop.person.see("label", .holding("The account has already sent a transaction with this nonce."))
        try await portray("too-late")
        try await shop.goBack(from: .holding("Send"))
        try await shop.goBack(from: "History")
        try expectEqual(try await shop.press("Waiting"), "")
        try expectEqual(try await shop.look() == (1, 1), true)
        try await shop.history([(old, "Confirmed")])
    },
    Scenario("a payment that was signed before the program was killed is sent again, and made once") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payKilled()
        try await shop.person.see("label", .holding("A transaction was signed but perhaps never sent."))
        _ = try await shop.press("Hold")
        // The notice leads to it.
        try await shop.person.press("push button", "Show")
        try await shop.person.press("push button", .holding("\(old.prefix(12))…"))
        try await shop.person.see("label", .holding("probably never sent"))
        try await portray("history-unsent")
        try await shop.person.press("push button", "Send again")
        try await shop.person.see("label", .holding("The network has it."))
        try await shop.goBack(from: .holding("Send"))
        try await shop.goBack(from: "History")
        try expectEqual(try await shop.press("Waiting"), old)
        try expectEqual(try await shop.press("Mine"), old)
        try expectEqual(try await shop.look() == (1, 1), true)
        try await shop.history([(old, "Confirmed")])
    },
    Scenario("a payment that was signed before the program was killed is given up, and the next one replaces it") {
        workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payKilled()
        try await shop.open(old)
        try await shop.person.press("push button", "Give up…")
        try await shop.person.see("label", .holding("can still send it"))
        try await portray("history-give-up")
        try await shop.person.press("push button", "Give it up")
        try await shop.person.see("label", "Given up")
        try await portray("history-given-up")
        try await shop.goBack(from: .holding("Send"))
        try await shop.goBack(from: "History")
        try await shop.connect()
        _ = try await shop.press("Hold")
        let new = try await shop.pay("Tip")
        try expectEqual(try await shop.press("Mine"), new)
        try expectEqual(try await shop.look() == (2, 1), true)
        try await shop.history([(new, "onfirm"), (old, "Replaced by \(new.prefix(12))…")])
    },
    Scenario("a payment that the network has dropped is sent again, and completed") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        _ = try await shop.press("Forget")
        try expectEqual(try await shop.press("Waiting"), "")
        try await shop.open(old)
        try await shop.person.see("label", .holding("None of the servers that were asked has it."))
        try await portray("history-forgotten")
        try await shop.person.press("push button", "Send again")
        try await shop.person.see("label", .holding("The network has it."))
        try await shop.goBack(from: .holding("Send"))
        try await shop.goBack(from: "History")
        try expectEqual(try await shop.press("Mine"), old)
        try expectEqual(try await shop.look() == (1, 1), true)
    },
]
