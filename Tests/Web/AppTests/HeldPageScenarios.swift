import Harness
import TestServers
import WindowTesting

/// Pages that are not opened: sites on the list of scams, and onion services without Tor.
@MainActor let heldPageScenarios = [
    Scenario("a page on the list of scams is not opened: the user goes back, or opens it and is warned again") {
        workshop in
        let shop = try await page("<h1>Tea</h1><a href='http://scam.example/'>Free tea</a>")
        let hasty = try await page("<h1>Hasty</h1><script>setTimeout(() => location = 'http://scam.example/')</script>")
        let scam = try await page(Sample.page)
        let proxy = try await ProxyPeer(
            .socks5,
            routes: ["shop.example:80": shop.port, "hasty.example:80": hasty.port, "scam.example:80": scam.port])
        try workshop.write(#"{"blacklist": ["scam.example"]}"#, to: "scams.json")
        let driver = try await HomeDriver(
            workshop,
            settings: [
                ["phishing", "update", "\(workshop.folder)/scams.json"],
                ["proxy", "set", "socks5://127.0.0.1:\(proxy.port)"],
            ], ["open", "http://scam.example/"])
        defer { driver.end() }
        let (person, page) = (driver.person, driver.person.inside("document web"))
        let warning = AccessibilityDriver.Name.holding(
            "This page was not opened. scam.example is on your list of scams. It wants to steal from you.")
        // The list is read before the first page; there is none to which to go back.
        try await person.see("label", warning)
        try await portray("home-scam")
        try await person.press("push button", "Go back")
        try await person.see("heading", "Savings, Account 1")
        try await person.waitUntilGone("label", warning)
        // A link leads there.
        try await person.visit("http://shop.example/")
        try await page.press("link", "Free tea")
        try await person.see("label", warning)
        try await person.press("push button", "Go back")
        try await person.waitUntilGone("label", warning)
        try await page.see("heading", "Tea")
        // A link does not even connect to the server.
        try expectEqual(scam.connections, 0)
        // A page cannot make the wallet ask by itself.
        try await person.visit("http://hasty.example/")
        try await person.see("label", .holding("The page tried to open “http://scam.example/”. It was blocked."))
        try expectEqual(scam.connections, 0)
        try expectEqual(proxy.wanted.contains("name scam.example:80"), false)
        try expectEqual(try driver.run("sites").contains("scam"), false)
        // The user may open it anyway, and is warned before the site gets an account.
        try await person.visit("http://scam.example/")
        try await person.press("push button", "Open anyway")
        try await page.press("push button", "Connect")
        try await driver.approval.see(
            "alert", "Danger: scam.example is on your list of scams. It wants to steal from you.")
        try await portray("home-scam-approval")
        try await driver.approval.press("push button", "Reject")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("error 4001") }
        try expectEqual(try driver.run("sites").contains("scam"), false)
        await proxy.close()
        for site in [shop, hasty, scam] { await site.close() }
    },
    Scenario("an onion service is not asked for without Tor, and is opened through it") { workshop in
        let site = try await page("<h1>The market</h1>")
        let onion = "aoqqpp7tzyil4hlq3umoos6atft6jvrqtosq2xy53sdgiesvgg4bqead.onion"
        let images = try await page(
            "<h1>Images</h1><a href='http://\(onion)/'>More</a><img src='http://\(onion)/a.png'>"
                + "<img src='http://tea.example/b.png'>")
        // A web proxy would learn the name, too.
        let web = try await ProxyPeer(.http, routes: [:])
        let socks = try await ProxyPeer(.socks5, routes: ["\(onion):80": site.port])
        let driver = try await HomeDriver(
            workshop, settings: [["proxy", "set", "http://127.0.0.1:\(web.port)"]], ["open", "http://\(onion)/"])
        defer { driver.end() }
        let person = driver.person
        try await person.see(
            "label",
            .exactly(
                "“http://\(onion)/” was not opened. Onion services are reached through Tor only. Set Tor’s SOCKS5 proxy "
                    + "under “Proxy…” in the menu."))
        try await portray("home-onion")
        // A page of this computer has two images, of which the proxy is asked for one.
        try await person.visit("http://127.0.0.1:\(images.port)/")
        try await person.inside("document web").see("heading", "Images")
        try await waitUntil("the proxy is asked") { web.wanted.contains { $0.contains("tea.example") } }
        try await person.inside("document web").press("link", "More")
        try await person.see("label", .holding("Onion services are reached through Tor only."))
        try expectEqual(web.wanted.contains { $0.contains("onion") }, false)
        try await person.choose("Proxy…", from: .holding("Wallet: Savings"))
        let form = person.inside("dialog", .holding("proxy"))
        try await form.press("radio button", "Proxy: SOCKS5, such as Tor")
        try await form.type("127.0.0.1", into: "text", "Host")
        try await form.type("\(socks.port)", into: "text", "Port")
        try await form.press("push button", "Save")
        try await person.waitUntilGone("dialog", .holding("proxy"))
        try await person.visit("http://\(onion)/")
        try await person.inside("document web").see("heading", "The market")
        try expectEqual(Set(socks.wanted), ["name \(onion):80"])
        await web.close()
        await images.close()
        await socks.close()
        await site.close()
    },
]

/// A server with one page.
private func page(_ body: String) async throws -> SocketPeer {
    let text = body.hasPrefix("<!doctype") ? body : "<!doctype html><meta charset=utf-8><title>A page</title>\(body)"
    return try await SocketPeer { connection in
        while try await connection.request() != nil {
            try await connection.respond(Array(text.utf8), type: "text/html")
        }
    }
}

extension AccessibilityDriver {
    /// Goes to an address by the field.
    fileprivate func visit(_ address: String) async throws {
        try await type(address, into: "text", "Address")
        try await press("text", "Address")
    }
}
