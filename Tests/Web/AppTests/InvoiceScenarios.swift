import Harness
import WindowTesting

/// An invoice that a page names, in the window, by a person's means.
@MainActor let invoiceScenarios = [
    Scenario("a page's invoice is fetched only after approval of its server") { workshop in
        try Sample.make(in: workshop.wallets)
        try workshop.write(
            PageFile.text("invoice.html"), to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let program = try Program(["open", site.url, "--folder", workshop.wallets], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
        let page = person.inside("document web")
        try await page.press("push button", "Pay")
        let dialog = person.inside("dialog", .holding("Approval"))
        try await dialog.see("heading", .holding("Fetch an invoice from pay.merchant.example:8443."))
        try await portray("invoice")
        try await dialog.press("push button", "Reject")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("CANCELED") }
    }
]
