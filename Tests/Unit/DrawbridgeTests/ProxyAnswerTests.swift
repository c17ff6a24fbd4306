import Bridge
import Network
import Testing
import WalletUI
import WebHost

@testable import WalletWindow

/// How the window reads the proxy that the user sets.
@Suite struct ProxyAnswerTests {
    private static let proxies: [Proxy] = [
        .none, .socks5(host: "127.0.0.1", port: 9050), .http(host: "proxy.example", port: 3128),
        .socks5(host: "fd00::1", port: 1),
    ]

    /// What the form has in its fields before the user changes anything.
    private func initial(_ screen: Screen) -> [FieldID: String] {
        screen.fields.reduce(into: [:]) { values, field in
            switch field.kind {
            case .text(let text): values[field.id] = text
            case .choice(_, let selected): values[field.id] = selected
            default: Issue.record("There is another field.")
            }
        }
    }

    @Test(arguments: proxies)
    func `the form shows the configured proxy, and parses it again`(proxy: Proxy) {
        #expect(ProxyAnswer.read(initial(ProxyAnswer.form(proxy))) == .proxy(proxy))
    }

    @Test func `white space around the address does not matter`() {
        let values: [FieldID: String] = [.kind: "socks5", .host: " Tor.Example ", .port: " 9050 "]
        #expect(ProxyAnswer.read(values) == .proxy(.socks5(host: "tor.example", port: 9050)))
    }

    @Test(
        arguments: [
            ([.kind: "socks5", .host: "", .port: "1"], .host), ([.kind: "http", .host: "a b", .port: "1"], .host),
            ([.kind: "http", .host: "user@a", .port: "1"], .host),
            ([.kind: "http", .host: "a:1", .port: "1"], .host), ([.kind: "socks5", .host: "a", .port: ""], .port),
            ([.kind: "socks5", .host: "a", .port: "0"], .port),
            ([.kind: "socks5", .host: "a", .port: "65536"], .port),
            ([.kind: "none", .host: "a", .port: ""], .kind),
        ] as [([FieldID: String], FieldID)])
    func `an invalid field is named, and no other value is used instead`(
        values: [FieldID: String], field: FieldID
    ) {
        guard case .problem(let problem) = ProxyAnswer.read(values) else {
            Issue.record("It is read.")
            return
        }
        #expect(problem.field == field)
        #expect(problem.sentence.hasSuffix("."))
    }

    @Test func `no proxy in place of one needs no other change, and a new address needs a kind`() {
        let current = Proxy.socks5(host: "127.0.0.1", port: 9050)
        var values = initial(ProxyAnswer.form(current))
        values[.kind] = "none"
        #expect(ProxyAnswer.read(values, over: current) == .proxy(.none))
        values[.host] = "127.0.0.2"
        guard case .problem(let problem) = ProxyAnswer.read(values, over: current) else {
            Issue.record("It is read.")
            return
        }
        #expect(problem.field == .kind)
    }

    @Test func `pages use the same proxy as the wallet`() {
        #expect(Self.proxies.map(\.forPages?.address) == Self.proxies.map(\.address))
    }
}
