import Harness
import WindowTesting

/// An invoice that a page names, in the window, by a person's means.
@MainActor let invoiceScenarios = [
    Scenario("a page's invoice is fetched only after approval of its server") { workshop in
        try Sample.make(in: workshop.wallets)
        try workshop.write(
            """
            <!doctype html><title>Shop</title><h1>Shop</h1><button id="pay">Pay</button>
            <p id="said" role="status" aria-label="Outcome"></p>
            <script>
            const api = window._bitcoinWalletApi;
            api.receiveMessage = (message) => said.textContent = JSON.stringify(message);
            pay.onclick = () => api.messageHandler(JSON.stringify({ messageId: "m1", command: "payInvoice",
                data: { url: "bitcoincash:?r=https://pay.merchant.example:8443/i/Zm9vYmFy?currency=BCH" } }));
            </script>
            """, to: "site/index.html")
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
