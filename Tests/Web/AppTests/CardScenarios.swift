import Foundation
import Harness
import WindowTesting

/// Card payments that a page asks for, by way of the desktop of a session of its own.
@MainActor let cardScenarios = [
    Scenario("a payment that a page requests goes to SumUp's app, and the answer goes to the page") { workshop in
        let driver = try await SumUpDriver(workshop, answer: "success", isOwn: true)
        defer { driver.end() }
        try await driver.page.press("push button", "Pay")
        try await driver.sheet.see("label", .holding("12.50 EUR"))
        try await driver.sheet.see("label", .holding("this page"))
        try await portray("sumup-question")
        try await driver.sheet.press("push button", "Send request")
        try await driver.sheet.see("heading", "SumUp says that it was paid")
        try await portray("sumup-answer")
        try await driver.sheet.press("push button", "Close")
        try await driver.hears("?sale=7&smp-status=success&smp-tx-code=TSIM23B&foreign-tx-id=sale%2B7")
        try expectHolds(try await driver.list(), "sale+7: 12.50 EUR “Coffee + cake” for “http://127.0.0.1")
        try expectHolds(try await driver.list(), "This is not verified.")
    },
    Scenario("a declined payment is reported to the page as declined") { workshop in
        let driver = try await SumUpDriver(workshop, answer: "failed")
        defer { driver.end() }
        try await driver.page.press("push button", "Pay")
        try await driver.sheet.press("push button", "Send request")
        try await driver.sheet.see("heading", "Not paid")
        try await driver.sheet.press("push button", "Close")
        try await driver.hears("?smp-status=failed&foreign-tx-id=sale%2B7")
        // The window has the demo keys, whose payments are not kept.
        try expectHolds(try await driver.list(), "No payments yet.")
    },
    Scenario("a return address that is not the page's own is not followed") { workshop in
        let driver = try await SumUpDriver(workshop, answer: "success")
        defer { driver.end() }
        try await driver.page.press("push button", "Pay for another")
        try await driver.sheet.see("label", .holding("not followed"))
        try await driver.sheet.press("push button", "Send request")
        try await driver.sheet.see("heading", "SumUp says that it was paid")
        try await driver.sheet.press("push button", "Close")
        try await driver.hears("")
    },
    Scenario("without approval nothing is sent, and nothing is stored") { workshop in
        let driver = try await SumUpDriver(workshop, answer: "success")
        defer { driver.end() }
        try await driver.page.press("push button", "Pay")
        try await driver.sheet.press("push button", "Cancel")
        try await driver.page.press("push button", "Pay unclearly")
        try await driver.person.see("label", .holding("SumUp payment that is not valid"))
        try await driver.hears("")
        try expectHolds(try await driver.list(), "No payments yet.")
    },
    Scenario("if no program can open it, the payment is shown as a code") { workshop in
        let driver = try await SumUpDriver(workshop, answer: nil, isOwn: true)
        defer { driver.end() }
        try await driver.page.press("push button", "Pay")
        try await driver.sheet.press("push button", "Show QR code")
        try await driver.sheet.see("heading", .holding("Scan this"))
        try await portray("sumup-code")
        try await driver.sheet.press("push button", "Not paid")
        try await driver.sheet.press("push button", "Close")
        try expectHolds(try await driver.list(), "Not paid.")
    },
]
