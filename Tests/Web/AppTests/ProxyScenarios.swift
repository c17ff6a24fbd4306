import Foundation
import Harness
import TestServers
import WindowTesting

/// The proxy that the user sets in the window.
@MainActor let proxyScenarios = [
    Scenario("a proxy is set in the window, names are looked up by it at once, and it is removed again") { workshop in
        try Sample.make(in: workshop.wallets)
        let server = try await SocketPeer { connection in
            while try await connection.request() != nil {
                try await connection.respond(Array("<!doctype html><h1>The shop</h1>".utf8), type: "text/html")
            }
        }
        let socks = try await ProxyPeer(.socks5, routes: ["shop.example:80": server.port])
        let folders = ["XDG_CONFIG_HOME": "\(workshop.folder)/config"]
        let program = try Program(
            ["open", "http://shop.example/", "--folder", workshop.wallets], of: "drawbridge", with: folders)
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await person.inside("dialog", .holding("unlock")).press("push button", "Not now")
        // Without the proxy, the name leads nowhere.
        try await person.see("label", .holding("“http://shop.example/” could not be loaded."))
        try expectEqual(server.connections, 0)
        let form = try await openForm(person)
        try expectEqual(try await form.isChecked("radio button", "Proxy: No proxy"), true)
        try await form.type("127.0.0.1", into: "text", "Host")
        try await form.press("push button", "Save")
        try await form.see("label", .holding("Choose the kind of the proxy, or leave the host empty."))
        try await form.press("radio button", "Proxy: SOCKS5, such as Tor")
        for (host, port, problem) in [
            ("", "9050", "This is not the name or the IP address of a server."),
            ("socks5://127.0.0.1", "9050", "This is not the name or the IP address of a server."),
            ("127.0.0.1", "", "The port must be a number from 1 to 65535."),
            ("127.0.0.1", "65536", "The port must be a number from 1 to 65535."),
        ] {
            try await form.type(host, into: "text", "Host")
            try await form.type(port, into: "text", "Port")
            try await form.press("push button", "Save")
            try await form.see("label", .holding(problem))
        }
        try await portray("proxy-problem")
        // Nothing is set before it is valid.
        try expectEqual(try Program.wallet(["proxy", "show"], with: folders), "No proxy is set.\n")
        try await form.type("\(socks.port)", into: "text", "Port")
        try await portray("proxy")
        try await form.press("push button", "Save")
        try await person.waitUntilGone("dialog", .holding("proxy"))
        try await person.press("push button", "Try again")
        try await person.inside("document web").see("heading", "The shop")
        // A view may open more than one connection.
        try expectEqual(Set(socks.wanted), ["name shop.example:80"])
        try expectEqual(
            try Program.wallet(["proxy", "show"], with: folders), "socks5://127.0.0.1:\(socks.port)\n")
        // The form shows what is set. Without a proxy, the address does not matter.
        let again = try await openForm(person)
        try expectEqual(try await again.isChecked("radio button", "Proxy: SOCKS5, such as Tor"), true)
        try expectEqual(try await again.text(of: "text", "Host"), "127.0.0.1")
        try expectEqual(try await again.text(of: "text", "Port"), "\(socks.port)")
        try await portray("proxy-again")
        try await again.press("radio button", "Proxy: No proxy")
        try await again.press("push button", "Save")
        try await person.waitUntilGone("dialog", .holding("proxy"))
        try expectEqual(try Program.wallet(["proxy", "show"], with: folders), "No proxy is set.\n")
        await socks.close()
        await server.close()
    }
]

/// Opens the form from the menu.
@MainActor private func openForm(_ person: AccessibilityDriver) async throws -> AccessibilityDriver {
    try await person.choose("Proxy…", from: .holding("Wallet: Savings"))
    let form = person.inside("dialog", .holding("proxy"))
    try await form.see("heading", "Proxy")
    return form
}
