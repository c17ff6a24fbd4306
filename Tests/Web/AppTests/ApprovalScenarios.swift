import Harness
import WindowTesting

/// Approvals on the screen: what they show, what ends them, and how many there are.
@MainActor let approvalScenarios = [
    Scenario("an old web engine is named in the window, and in the first approval of the month") { workshop in
        let (person, dialog, page, program) = try await approvals(workshop, "old engine")
        defer { program.end() }
        try await person.see("label", .holding("WebKitGTK 2.50.6, which was replaced in 2026-03"))
        try await page.press("push button", "Plain")
        try await dialog.see("alert", .holding("The web engine is out of date (WebKitGTK 2.50.6"))
        try await portray("old-engine")
        try await dialog.press("push button", "Reject")
        try await person.waitUntilGone("dialog", .holding("Approval"))
        try await page.press("push button", "Plain")
        try await dialog.see("heading", "Approve what is plain.")
        try expectEqual(dialog.sees("alert", .holding("The web engine")), false)
        try await dialog.press("push button", "Reject")
    },
    Scenario("an explained request is approved without scrolling, and the details are collapsed below") { workshop in
        let (person, dialog, page, program) = try await approvals(workshop)
        defer { program.end() }
        try await page.press("push button", "Plain")
        try await dialog.see("heading", "Approve what is plain.")
        try await dialog.see("label", .exactly(ApprovalPage.phrase))
        try await dialog.see("label", "Website")
        try expectEqual(dialog.sees("text", .holding("Details")), false)
        try expectEqual(dialog.sees("text", "Nonce"), false)
        try await portray("approval-folded")
        try await dialog.press("toggle button", "Advanced")
        try await dialog.see("toggle button", "Edit Nonce")
        try await dialog.press("toggle button", "Details (40 fields)")
        try await dialog.see("text", "Details (40 fields)")
        try await portray("approval-unfolded")
        try await dialog.press("push button", "Do it")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok") }
        try await person.waitUntilGone("dialog", .holding("Approval"))
    },
    Scenario("a danger shows an alert, opens the details, and requires a checkbox") { workshop in
        let (_, dialog, page, program) = try await approvals(workshop)
        defer { program.end() }
        try await page.press("push button", "Danger")
        try await dialog.see("alert", "Danger: This takes everything.")
        try await dialog.see("text", "Details (40 fields)")
        try expectEqual(try await dialog.isSensitive("push button", "Do it"), false)
        try await dialog.readToEnd()
        try await dialog.see("label", .holding("Check the box above"))
        try expectEqual(try await dialog.isSensitive("push button", "Do it"), false)
        try await dialog.press("check box", "I understand the danger and want to continue.")
        try await portray("approval-danger")
        try await dialog.press("push button", "Do it")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok") }
    },
    Scenario("no two buttons of an approval have the same name") { workshop in
        let (_, dialog, page, program) = try await approvals(workshop)
        defer { program.end() }
        try await page.press("push button", "Three")
        try await dialog.see("push button", "Reject all")
        try await dialog.press("toggle button", "Advanced")
        try await dialog.see("toggle button", "Edit Nonce")
        let names = ["push button", "toggle button"].flatMap { dialog.descriptions(of: $0).map(\.text) }
        try expectEqual(names.count >= 9, true)
        try expectEqual(Set(names).count, names.count)
        try expectEqual(names.contains(""), false)
        try await dialog.press("push button", "Reject all")
    },
    Scenario("reject all ends every request of the page, and no more questions appear") { workshop in
        let (person, dialog, page, program) = try await approvals(workshop)
        defer { program.end() }
        try await page.press("push button", "Three")
        try await dialog.see("label", "2 more requests from this site")
        try await portray("approval-waiting")
        try await dialog.press("push button", "Reject all")
        _ = try await page.text(of: "status bar", "Outcome") { $0 == "error 4001;error 4001;error 4001;" }
        try await person.waitUntilGone("dialog", .holding("Approval"))
    },
    Scenario("a rejected approval shows that, and closes automatically or for the next one") { workshop in
        let (person, dialog, page, program) = try await approvals(workshop)
        defer { program.end() }
        try await page.press("push button", "Plain")
        try await dialog.press("push button", "Reject")
        try await dialog.see("status bar", .holding("Rejected. Nothing was signed."))
        try expectEqual(dialog.sees("push button", "Do it"), false)
        try await portray("approval-rejected")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("error 4001") }
        try await person.waitUntilGone("dialog", .holding("Approval"))
        try await page.press("push button", "Three")
        try await dialog.see("label", "2 more requests from this site")
        try await dialog.press("push button", "Reject")
        try await dialog.see("label", "1 more request from this site")
        try expectEqual(person.descriptions(of: "dialog", .holding("Approval")).count, 1)
        // This is the third rejection in a row: no more requests are shown for a while.
        try await dialog.press("push button", "Reject")
        try await dialog.see("status bar", .holding("Rejected."))
        try await page.press("link", "Elsewhere")
        try await person.waitUntilGone("dialog", .holding("Approval"))
    },
    Scenario("a sent transaction is reported with its ID, and the window closes automatically") { workshop in
        let (person, dialog, page, program) = try await approvals(workshop)
        defer { program.end() }
        try await page.press("push button", "Send")
        try await dialog.press("push button", "Do it")
        try await dialog.see("label", .exactly("0x" + String(repeating: "5a", count: 32)))
        try await dialog.see("push button", "Copy transaction ID")
        try await portray("approval-sent")
        try await person.waitUntilGone("dialog", .holding("Approval"))
    },
    Scenario("an error stays readable, and disappears with its page") { workshop in
        let (person, dialog, page, program) = try await approvals(workshop)
        defer { program.end() }
        try await page.press("push button", "Fail")
        try await dialog.press("push button", "Do it")
        try await dialog.see("status bar", .holding("The node refused the transaction."))
        try await portray("approval-failed")
        try await Task.sleep(for: .seconds(3))
        try expectEqual(person.sees("dialog", .holding("Approval")), true)
        try await page.press("link", "Elsewhere")
        // It would be shown for another hour.
        try await person.waitUntilGone("dialog", .holding("Approval"))
    },
    Scenario("an approval that is being recalculated disappears with its page") { workshop in
        let (person, dialog, page, program) = try await approvals(workshop)
        defer { program.end() }
        try await page.press("push button", "Slow")
        try await dialog.press("toggle button", "Edit Network fee")
        try await dialog.press("radio button", .holding("Fast"))
        try await dialog.see("label", .holding("Calculating…"))
        try await page.press("link", "Elsewhere")
        try await person.waitUntilGone("dialog", .holding("Approval"))
    },
    Scenario("a new question replaces an outcome, and the first of two questions") { workshop in
        let (person, dialog, page, program) = try await approvals(workshop)
        defer { program.end() }
        for _ in 0..<3 {
            try await page.press("push button", "Fail")
            try await dialog.press("push button", "Do it")
            try await dialog.see("status bar", .holding("refused"))
        }
        try await page.press("push button", "Two")
        try await dialog.see("heading", "Approve what is two.")
        try expectEqual(person.descriptions(of: "dialog", .holding("Approval")).count, 1)
        try await dialog.press("push button", "Do it")
        try await dialog.see("heading", "Approve what is second.")
        try expectEqual(person.descriptions(of: "dialog", .holding("Approval")).count, 1)
        try await dialog.press("push button", "Do it")
        try await person.waitUntilGone("dialog", .holding("Approval"))
    },
]

/// The page with its window, and a simulated user who looks at the window, its dialogs and the page.
@MainActor private func approvals(
    _ workshop: TestPageFolder, _ options: String...
) async throws -> (
    person: AccessibilityDriver, dialog: AccessibilityDriver, page: AccessibilityDriver, program: Program
) {
    try workshop.write(ApprovalPage.source, to: "index.html")
    let site = try await Site.serve(workshop.folder)
    workshop.keep(site)
    let program = try Program(["--show", "approvals", site.url] + options)
    let person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
    try await person.see("push button", "Plain")
    return (person, person.inside("dialog", .holding("Approval")), person.inside("document web"), program)
}
