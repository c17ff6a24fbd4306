import Foundation
import Harness
import WindowTesting

/// Card payments that a page asks for, by way of the desktop of a session of its own.
@MainActor let cardScenarios = [
    Scenario("a payment that a page requests goes to SumUp's app, and the answer goes to the page") { workshop in
        let counter = try await SumUpDriver(workshop, answer: "success", isOwn: true)
        defer { counter.end() }
        try await counter.page.press("push button", "Pay")
        try await counter.sheet.see("label", .holding("12.50 EUR"))
        try await counter.sheet.see("label", .holding("this page"))
        try await portray("sumup-question")
        try await counter.sheet.press("push button", "Send request")
        try await counter.sheet.see("heading", "SumUp says that it was paid")
        try await portray("sumup-answer")
        try await counter.sheet.press("push button", "Close")
        try await counter.hears("?sale=7&smp-status=success&smp-tx-code=TSIM23B&foreign-tx-id=sale%2B7")
        try expectHolds(try await counter.list(), "sale+7: 12.50 EUR “Coffee + cake” for “http://127.0.0.1")
        try expectHolds(try await counter.list(), "This is not verified.")
    },
    Scenario("a declined payment is reported to the page as declined") { workshop in
        let counter = try await SumUpDriver(workshop, answer: "failed")
        defer { counter.end() }
        try await counter.page.press("push button", "Pay")
        try await counter.sheet.press("push button", "Send request")
        try await counter.sheet.see("heading", "Not paid")
        try await counter.sheet.press("push button", "Close")
        try await counter.hears("?smp-status=failed&foreign-tx-id=sale%2B7")
        // The window has the demo keys, whose payments are not kept.
        try expectHolds(try await counter.list(), "No payments yet.")
    },
    Scenario("a return address that is not the page's own is not followed") { workshop in
        let counter = try await SumUpDriver(workshop, answer: "success")
        defer { counter.end() }
        try await counter.page.press("push button", "Pay for another")
        try await counter.sheet.see("label", .holding("not followed"))
        try await counter.sheet.press("push button", "Send request")
        try await counter.sheet.see("heading", "SumUp says that it was paid")
        try await counter.sheet.press("push button", "Close")
        try await counter.hears("")
    },
    Scenario("without approval nothing is handed over, and nothing is stored") { workshop in
        let counter = try await SumUpDriver(workshop, answer: "success")
        defer { counter.end() }
        try await counter.page.press("push button", "Pay")
        try await counter.sheet.press("push button", "Cancel")
        try await counter.page.press("push button", "Pay unclearly")
        try await counter.person.see("label", .holding("SumUp payment that is not valid"))
        try await counter.hears("")
        try expectHolds(try await counter.list(), "No payments yet.")
    },
    Scenario("if no program can open it, the payment is shown as a code") { workshop in
        let counter = try await SumUpDriver(workshop, answer: nil, isOwn: true)
        defer { counter.end() }
        try await counter.page.press("push button", "Pay")
        try await counter.sheet.press("push button", "Show QR code")
        try await counter.sheet.see("heading", .holding("Scan this"))
        try await portray("sumup-code")
        try await counter.sheet.press("push button", "Not paid")
        try await counter.sheet.press("push button", "Close")
        try expectHolds(try await counter.list(), "Not paid.")
    },
]
