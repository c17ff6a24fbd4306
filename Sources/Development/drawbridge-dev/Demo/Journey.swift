import Bridge
import Harness
import WalletTerminal
import WalletUI

/// A user who tries everything in the example dapp: buttons of the page, dialogs, approvals and rejections.
@MainActor struct Journey {
    /// What the user does in the dialog.
    enum Reaction {
        /// There is no dialog.
        case none
        /// Presses the approve button with this label.
        case approve(String)
        /// Presses the approve buttons of one dialog after the other.
        case approveEach([String])
        /// Types a text first.
        case enter(String, then: String)
        case reject
    }

    /// One button of the page, and the text that its result must contain.
    struct Step {
        let button: String
        let reaction: Reaction
        let result: String

        /// Whether the wallet or the user must refuse: the point of the step.
        var isRefusal = false

        init(_ button: String, _ reaction: Reaction = .none, shows result: String) {
            self.button = button
            self.reaction = reaction
            self.result = result
        }

        /// A step whose point is a refusal, with an error that contains this text.
        init(_ button: String, _ reaction: Reaction = .none, refusedWith error: String) {
            self.init(button, reaction, shows: error)
            isRefusal = true
        }
    }

    private let person: AccessibilityDriver
    private let screenshot: String?

    init(using process: Int32, screenshot: String?) throws {
        person = try AccessibilityDriver(using: process, patience: .seconds(30))
        self.screenshot = screenshot
    }

    nonisolated static let account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    /// What a page shows of a transaction that a block contains and that succeeded.
    private static let confirmed = "\"status\": \"0x1\""

    /// The step whose dialog is in the screenshot.
    private static let portrait = "Sign typed data"

    static let steps = [
        Step("Find wallets", shows: "Drawbridge"),
        Step("List accounts", shows: "[]"),
        Step("Connect", .approve("Connect"), shows: account.lowercased()),
        Step("Show wallet version", shows: "Drawbridge/"),
        Step("Sign a message", .approve("Sign"), shows: "0x"),
        Step("Sign in", .approve("Sign in"), shows: "0x"),
        Step("Sign in to another site", .reject, refusedWith: "4001"),
        Step("Sign typed data", .approve("Sign"), shows: "0x"),
        Step("Sign a token permit", .reject, refusedWith: "4001"),
        Step("Show chain", shows: "0x1"),
        Step("Switch to Polygon", .approve("Switch to Polygon"), shows: "null"),
        Step("Show network version", shows: "137"),
        Step("Switch to Ethereum", .approve("Switch to Ethereum"), shows: "null"),
        Step("Sign data of another chain", refusedWith: "-32602"),
        Step("Switch to an unknown chain", refusedWith: "4902"),
        Step("Send a transaction", .approve("Send"), shows: confirmed),
        Step("Send a token", .approve("Send"), shows: confirmed),
        Step("Swap", .approve("Swap"), shows: confirmed),
        Step("Send more than there is", .reject, refusedWith: "4001"),
        Step("Call an unknown method", refusedWith: "-32601"),
        Step("Show permissions", shows: "eth_accounts"),
        Step("Use legacy methods", shows: account.lowercased()),
        Step("Get wallet information", shows: "linux"),
        Step("Get BCH address", .approve("Connect"), shows: "bchreg:q"),
        Step("Get BTC address", .approve("Connect"), shows: "bcrt1q"),
        Step("Get ETH address", shows: account),
        Step("Use every transport", shows: "linux"),
        Step("Sign a message by Link", .approve("Sign"), shows: "0x"),
        Step("Use eth_sign by Link", refusedWith: "PROTOCOL_ERROR"),
        Step("Request a value", .enter("12.50", then: "Send to site"), shows: "12.50"),
        Step("Read the last value", shows: "12.50"),
        Step("Send coins", .approve("Send"), shows: "txid"),
        Step("Get SLP address", .approve("Connect"), shows: "slpreg:q"),
        Step("Create a token", .approve("Create"), shows: "tokenId"),
        Step("Send the token", .approve("Send"), shows: "txid"),
        Step("Pay an invoice", .approveEach(["Fetch", "Pay"]), shows: "memo"),
        Step("Revoke permissions", shows: "null"),
        Step("List accounts", shows: "[]"),
    ]

    /// Does everything.
    ///
    /// - Returns: How many payments by card the page was told to be paid.
    func run() async throws -> Int {
        for step in Self.steps {
            Console.say("• \(step.button)")
            try await person.inside("document web").press("push button", .exactly(step.button))
            try await react(to: step)
            let shown = try await person.inside("document web").text(
                of: "status bar", .exactly("Result: \(step.button)")
            ) {
                $0.contains(step.result)
            }
            let words = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let text = VisibleText.of(words.count > 120 ? words.prefix(117) + "…" : words)
            Console.say(step.isRefusal ? "  Refused, as it must be: \(text)" : "  ✓ \(text)")
        }
        try await payByCard()
        try await person.inside("document web").press("link", "Visit the shop")
        try await pay("Coffee", "2.5 USDC", says: "Buy a coffee, and pay by a payment link")
        try await pay("Bicycle", "250 USDC", says: "Buy a bicycle, with the details that the payment service asks for")
        {
            try await $0.press("push button", .holding("250 USDC, on Base"))
            try await fillForm(in: $0)
        }
        try await lookAtHistory()
        return 1
    }

    /// Takes a payment with the simulated SumUp app, whose answer comes back to the page.
    private func payByCard() async throws {
        Console.say("• Pay by card, with the simulated SumUp app")
        let (page, sheet) = (
            person.inside("document web"), person.inside("dialog", .holding("Payment with SumUp"))
        )
        try await page.press("push button", "Pay by card")
        try await sheet.press("push button", "Send request")
        try await person.inside("dialog", .holding(SimulatedSumUpApp.name)).press("push button", "Approve")
        try await sheet.see("heading", "SumUp says that it was paid")
        try await sheet.press("push button", "Close")
        let shown = try await page.text(of: "status bar", "Result: Pay by card") { $0.contains("success") }
        Console.say("  ✓ \(VisibleText.of(shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")))")
    }

    /// Opens the wallet's history, in which no transaction may be without a confirmation.
    private func lookAtHistory() async throws {
        Console.say("• Look at the history")
        try await person.press("push button", "Show the wallet")
        try await person.press("push button", "History")
        try await person.see("heading", "History")
        var entries: [String] = []
        for _ in 0..<Self.looks {
            // Only the beginning of a long list is drawn.
            entries = []
            for text in ["", "Send ", "Swap "] { entries += try await history(of: text) }
            if Self.isComplete(entries) { break }
            try await Task.sleep(for: .milliseconds(500))
        }
        let confirmed = Self.confirmed(entries)
        guard Self.isComplete(entries) else {
            throw JourneyError(description: "the history says: \(entries.joined(separator: " | "))")
        }
        for entry in confirmed { Console.say("  ✓ \(VisibleText.of(entry))") }
        Console.say("  ✓ \(confirmed.count) confirmed transactions")
    }

    /// The entries of the history with this text, without what the account got at the beginning.
    private func history(of text: String) async throws -> [String] {
        let list = person.inside("panel", "History")
        try await list.type(text, into: "text", "Search")
        try await list.press("push button", "Search")
        try await person.see("heading", "History")
        return list.descriptions(of: "push button").map(\.text).filter { !$0.hasPrefix("+") }
    }

    /// How often the history is read, every half second.
    private static let looks = 60

    /// How many transactions the steps send, or let the shop send.
    private static let sentCount = 9

    /// Whether each transaction is confirmed, also the two that the shop's payment service sent.
    private static func isComplete(_ entries: [String]) -> Bool {
        ["−2.5 USDC", "−250 USDC"].allSatisfy { paid in entries.contains { $0.hasPrefix(paid) } }
            && confirmed(entries).count >= sentCount && !entries.contains(where: isOpen)
    }

    /// The confirmed entries, each once: two readings of one have other numbers of confirmations.
    private static func confirmed(_ entries: [String]) -> [String] {
        var seen: Set<Substring> = []
        return entries.filter { entry in
            isConfirmed(entry) && seen.insert(entry[..<(entry.lastIndex(of: ",") ?? entry.endIndex)]).inserted
        }
    }

    private static func isConfirmed(_ text: String) -> Bool {
        text.contains("Confirmed") || text.contains(" confirmation")
    }

    private static func isOpen(_ text: String) -> Bool { text.contains("Pending") || text.contains("Unknown outcome") }

    /// Orders a product in the shop, and pays with its payment link, whose page may ask for something first.
    private func pay(
        _ product: String, _ amount: String, says title: String,
        first prepare: (AccessibilityDriver) async throws -> Void = { _ in }
    ) async throws {
        Console.say("• \(title)")
        let page = person.inside("document web", .holding("Shop"))
        try await page.press("push button", .exactly("Buy \(product)"))
        _ = try await page.text(of: "status bar", "Payment") { $0.contains("Not paid yet") }
        try await page.press("link", "Pay with your wallet")
        let payment = person.inside("dialog", .holding("Drawbridge – payment"))
        try await prepare(payment)
        try await payment.see("heading", .holding("Pay \(amount)"))
        try await payment.press("push button", "Pay")
        try await approve("Pay", in: person.inside("dialog", .holding("Approval")), image: false)
        try await payment.see("heading", .holding("You paid \(amount)"))
        try await payment.press("push button", "Done")
        let shown = try await page.text(of: "status bar", "Payment") { $0.contains("Paid") }
        Console.say("  ✓ \(VisibleText.of(shown))")
    }

    /// Fills in the form of the payment service.
    private func fillForm(in payment: AccessibilityDriver) async throws {
        let page = payment.inside("document web")
        try await page.type("Ada Example", into: "entry", "Full name")
        try await page.type("1990-04-23", into: "entry", "Date of birth")
        try await page.type("AT", into: "entry", .holding("Country"))
        try await page.type("Vienna", into: "entry", .holding("Town"))
        try await page.press("check box", .holding("I accept"))
        try await page.press("push button", "Continue")
    }

    private func react(to step: Step) async throws {
        let dialog = person.inside("dialog", .holding("Approval"))
        switch step.reaction {
        case .none:
            return
        case .reject:
            try await dialog.press("push button", "Reject")
        case .approve(let verb):
            try await approve(verb, in: dialog, image: step.button == Self.portrait)
        case .approveEach(let verbs):
            for verb in verbs { try await approve(verb, in: dialog, image: false) }
        case .enter(let text, let verb):
            try await dialog.type(text, into: "text")
            try await approve(verb, in: dialog, image: false)
        }
    }

    private func approve(_ verb: String, in dialog: AccessibilityDriver, image: Bool) async throws {
        try await dialog.see("push button", .exactly(verb))
        if image { try await portray(dialog, verb) }
        try await dialog.readToEnd()
        if dialog.sees("check box") { try await dialog.press("check box", .holding("I understand")) }
        try await dialog.press("push button", .exactly(verb))
    }

    /// Takes a screenshot of the dialog, if requested.
    private func portray(_ dialog: AccessibilityDriver, _ verb: String) async throws {
        guard let screenshot else { return }
        // The dialog has been drawn once its button was queried twice.
        for _ in 0..<2 {
            _ = try await dialog.isSensitive("push button", .exactly(verb))
            try await Task.sleep(for: .milliseconds(400))
        }
        try Screenshot.write(to: screenshot)
    }
}
