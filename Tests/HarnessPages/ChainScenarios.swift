import Harness

/// Payments that are stuck on a chain of their own, Tests/Independent/evm.py, which serves the page that is used here. Both
/// sides of the chain, whoever pays and whoever mines, are pressed in the window.
@MainActor let chainScenarios = [
    Scenario("a stuck payment is sent faster, and one of the two is mined") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        let list = try await shop.openActivity()
        _ = try await list.text(of: "label") { $0.hasPrefix("On its way – ") && $0.hasSuffix(old) }
        try await workshop.portray("activity-stuck")
        try await list.press("push button", "Speed up")
        try await shop.approval.see("label", .holding("with a higher fee"))
        try await workshop.portray("speed-up")
        try await shop.approve("Send again")
        try await shop.person.seesNoMore("dialog", .holding("Approval"))
        let new = try await shop.press("Waiting")
        try expectEqual(new.count, 66)
        try expectEqual(new == old, false)
        try expectEqual(try await shop.press("Mine"), new)
        try expectEqual(try await shop.look() == (1, 1), true)
        try await shop.activity("activity-faster") { entries in
            entries.contains { $0.hasPrefix("Done – ") && $0.hasSuffix(new) }
                && entries.contains { $0.hasPrefix("Replaced by \(new) – ") && $0.hasSuffix(old) }
        }
    },
    Scenario("a stuck payment is cancelled, and nobody receives anything") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        try await shop.openActivity().press("push button", "Cancel it")
        try await shop.approval.see("label", .holding("Try to cancel"))
        try await workshop.portray("cancel")
        try await shop.approve("Cancel it")
        try await shop.person.seesNoMore("dialog", .holding("Approval"))
        let new = try await shop.press("Waiting")
        try expectEqual(new.count, 66)
        try expectEqual(new == old, false)
        try expectEqual(try await shop.press("Mine"), new)
        try expectEqual(try await shop.look() == (0, 1), true)
        try await shop.activity { entries in
            entries.contains { $0.hasPrefix("Done – ") && $0.hasSuffix(new) }
                && entries.contains { $0.hasPrefix("Replaced by \(new) – ") && $0.hasSuffix(old) }
        }
    },
    Scenario("a cancellation that comes too late is told as such, and the payment is done") { workshop in
        let shop = try await PracticeShop(workshop)
        defer { shop.end() }
        let old = try await shop.payHeld()
        _ = try await shop.press("Race")
        try await shop.openActivity().press("push button", "Cancel it")
        try await shop.approve("Cancel it")
        try await shop.person.see("label", .holding("The account has sent a transaction with this number already."))
        try await workshop.portray("too-late")
        try expectEqual(try await shop.press("Waiting"), "")
        try expectEqual(try await shop.look() == (1, 1), true)
        try await shop.activity { entries in
            entries.contains { $0.contains("Done · \(old)") }
                && entries.contains { $0.contains("Refused by the network") }
        }
    },
]
