import Foundation
import Glibc
import Harness
import Synchronization
import TestServers
import WindowTesting

/// The wallet's screens while the proxy, such as Tor, does not run.
@MainActor let homeProxyScenarios = [
    Scenario("while the proxy does not run, the wallet says so, and contacts no server without it") { workshop in
        let server = try ClosingServer()
        let driver = try await HomeDriver(
            workshop, hasNode: false,
            settings: [
                ["endpoint", "set", "BTC", "ssl://\(server.address)"],
                ["endpoint", "set", "1", "https://\(server.address)"],
            ])
        defer { driver.end() }
        let person = driver.person
        // Without a proxy, the server is contacted: so its record shows what is contacted.
        try await person.see("label", .holding("No server can be reached. "))
        try expect(server.connections > 0, "the server cannot be reached from this computer")
        try await person.press("push button", "Servers…")
        try await person.press("push button", "Proxy…")
        let form = person.inside("dialog", .holding("proxy"))
        try await form.press("radio button", "Proxy: SOCKS5, such as Tor")
        try await form.type("127.0.0.1", into: "text", "Host")
        let port = QuietPort.take()
        try await form.type("\(port)", into: "text", "Port")
        try await form.press("push button", "Save")
        try await person.waitUntilGone("dialog", .holding("proxy"))
        try await driver.goBack(from: "Servers")
        try await person.see("label", .holding("No server can be reached through the proxy socks5://127.0.0.1:\(port)"))
        let before = server.connections
        try await person.press("push button", "Refresh")
        try await portray("home-proxy-down")
        for (balance, symbol, recipient) in [
            ("BTC: not known", "BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
            ("ETH: not known", "ETH", "0x52908400098527886E0F7030069857D2E4169EE7"),
        ] {
            try await person.press("push button", .holding(balance))
            try await person.press("push button", "Send…")
            try await person.type(recipient, into: "text", "Recipient")
            try await person.type("0.1", into: "text", .holding("Amount in \(symbol)"))
            try await person.press("push button", "Review")
            try await person.see("label", .holding("The proxy cannot be reached."))
            try await driver.person.press("push button", "Show the wallet")
        }
        try expectEqual(server.connections, before)
    },
    Scenario("with Tor, servers are asked by their names through it, and not at all while it is down") { workshop in
        guard TorProcess.isInstalled else { return print("  tor is not installed") }
        let port = QuietPort.take()
        let names = ["electrum.through-tor.invalid:50002", onion + ":50001"]
        let first = try await TorProcess(port: port)
        let driver = try await HomeDriver(
            workshop, hasNode: false,
            settings: [
                ["endpoint", "set", "BTC", "ssl://\(names[0])"], ["endpoint", "set", "BCH", "tcp://\(names[1])"],
            ])
        defer { driver.end() }
        let person = driver.person
        try await person.see("label", .holding("No server can be reached. "))
        try await person.press("push button", "Servers…")
        try await person.press("push button", "Proxy…")
        let form = person.inside("dialog", .holding("proxy"))
        try await form.press("radio button", "Proxy: SOCKS5, such as Tor")
        try await form.type("127.0.0.1", into: "text", "Host")
        try await form.type("\(port)", into: "text", "Port")
        try await form.press("push button", "Save")
        try await person.waitUntilGone("dialog", .holding("proxy"))
        var wanted: Set<String> = []
        while wanted.count < names.count { wanted.insert(try await first.wanted()) }
        try expectEqual(wanted, Set(names))
        try expectHolds(try first.log(), "take care of the DNS resolution itself")
        await first.end()
        try await driver.goBack(from: "Servers")
        try await person.press("push button", "Refresh")
        try await person.see(
            "label", .holding("No server can be reached through the proxy socks5://127.0.0.1:\(port)"))
        try await portray("home-tor-down")
        let second = try await TorProcess(port: port)
        try await person.press("push button", "Refresh")
        wanted = []
        while wanted.count < names.count { wanted.insert(try await second.wanted()) }
        try expectEqual(wanted, Set(names))
        await second.end()
    },
]

/// The name of an onion service that nobody runs.
private let onion = "aoqqpp7tzyil4hlq3umoos6atft6jvrqtosq2xy53sdgiesvgg4bqead.onion"

/// A server at an address of this computer that is not a loopback address, so that a proxy is used for it: it counts
/// connections and closes them.
private final class ClosingServer: Sendable {
    /// Its address: `host:port`.
    let address: String

    private let count = Atomic<Int>(0)

    /// The number of connections so far.
    var connections: Int { count.load(ordering: .relaxed) }

    init() throws {
        guard let host = Self.ownAddress() else { throw Failure("this computer has only loopback addresses") }
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isOpen else { throw Failure("there is no port") }
        self.address = "\(host):\(UInt16(bigEndian: address.sin_port))"
        // It ends with the process of the tests.
        Thread.detachNewThread { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                count.add(1, ordering: .relaxed)
                close(connection)
            }
        }
    }

    /// The first IPv4 address of this computer that is not a loopback address.
    private static func ownAddress() -> String? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        var next = first
        while let each = next {
            next = each.pointee.ifa_next
            guard let address = each.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
                Int(each.pointee.ifa_flags) & Int(IFF_LOOPBACK) == 0
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return nil
    }
}
