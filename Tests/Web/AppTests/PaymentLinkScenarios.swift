import Foundation
import Harness
import WindowTesting

/// Links that ask for a payment on a chain, wherever they come from.
@MainActor let paymentLinkScenarios = [
    Scenario("a payment link opens the form of its asset from the terminal, the address field and another form") {
        workshop in
        let payee = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
        let link = "ethereum:\(payee)@1?value=1.5e18&gasPrice=1&label=Shop%20%22x%22"
        let driver = try await HomeDriver(workshop, [link])
        defer { driver.end() }
        let person = driver.person
        try await person.see("heading", "Send ETH on Ethereum")
        try await person.see("label", .holding("The link calls the recipient “Shop "))
        try expectEqual(try await person.text(of: "text", "Recipient"), payee)
        try expectEqual(try await person.text(of: "text", "Amount in ETH"), "1.5")
        try await portray("home-payment-link")
        // A second program gives its link to this window.
        let segWit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
        try expectHolds(try driver.run("BITCOIN:\(segWit.uppercased())?AMOUNT=0.001"), "already open")
        try await person.see("heading", "Send BTC on Bitcoin")
        try expectEqual(try await person.text(of: "text", "Amount in BTC"), "0.001")
        // A link for another asset leads to its form.
        try await person.type("ethereum:\(payee)?value=2e18", into: "text", "Recipient")
        try await person.press("push button", "Review")
        try await person.see("heading", "Send ETH on Ethereum")
        try expectEqual(try await person.text(of: "text", "Amount in ETH"), "2")
        try await person.type("bitcoin:?lightning=lnbc1", into: "text", "Recipient")
        try await person.press("push button", "Review")
        try await person.see("label", .holding("asks for a Lightning payment"))
        // What is in a link of WalletConnect decides, in whatever field it is.
        try await person.type("drawbridge://walletconnectpay?paymentId=", into: "text", "Recipient")
        try await person.press("push button", "Review")
        try await person.see("label", .holding("This link does not name a payment."))
        // A locked wallet opens the link once it is unlocked.
        try await person.press("push button", "Lock the wallet")
        try await person.see("heading", "The wallet is locked")
        _ = try driver.run("ethereum:\(payee)?value=3e18")
        try await driver.unlock()
        try await person.see("heading", "Send ETH on Ethereum")
        try expectEqual(try await person.text(of: "text", "Amount in ETH"), "3")
        try await person.type("bitcoin:\(segWit)?amount=0.25", into: "text", "Address")
        try await person.press("text", "Address")
        try await person.see("heading", "Send BTC on Bitcoin")
        try expectEqual(try await person.text(of: "text", "Amount in BTC"), "0.25")
        // A page's link leads there after a question.
        try Data("<!doctype html><a href='bitcoin:\(segWit)?amount=0.125'>Pay</a>".utf8)
            .write(to: URL(fileURLWithPath: "\(workshop.folder)/shop.html"))
        let shop = try await Site.serve(workshop.folder)
        try await person.type("\(shop.url)shop.html", into: "text", "Address")
        try await person.press("text", "Address")
        try await person.inside("document web").press("link", "Pay")
        let question = person.inside("dialog", .holding("Open this payment link?"))
        try await question.see("heading", "Open this payment link?")
        try await portray("page-payment-link")
        try await question.press("push button", "Continue")
        try await person.see("heading", "Send BTC on Bitcoin")
        try expectEqual(try await person.text(of: "text", "Amount in BTC"), "0.125")
        await shop.stop()
        // What the wallet cannot pay is reported in the window.
        _ = try driver.run("ethereum:\(payee)@424242?value=1")
        try await person.see("label", .holding("This link is for a network that this wallet does not use."))
    },
    Scenario("a link for Bitcoin that starts the wallet opens its form once the wallet is unlocked") { workshop in
        let driver = try await HomeDriver(
            workshop, ["bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.001"])
        defer { driver.end() }
        try await driver.person.see("heading", "Send BTC on Bitcoin")
        try expectEqual(try await driver.person.text(of: "text", "Amount in BTC"), "0.001")
    },
]
