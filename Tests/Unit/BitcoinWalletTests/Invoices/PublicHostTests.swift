import Bridge
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods

/// Hosts that are for everybody, and those that are not.
@Suite struct PublicHostTests {
    @Test(arguments: [
        "shop.example", "pay.merchant.co.uk", "localhost.example.com", "local.example", "home.arpa.example", "1.1.1.1",
        "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "128.0.0.1", "169.253.1.1", "172.15.1.1",
        "172.32.0.1", "192.167.1.1", "192.169.1.1", "198.17.1.1", "198.20.0.1", "223.255.255.255",
        "[2606:4700:4700::1111]", "[2a00:1450:4001:81b::200e]", "xn--bcher-kva.example",
        "plex.tv", "nip.io.example", "direct.example", "notnip.io", "quickconnect.to", "x0.example",
        "[2001:4860::8888]",
    ])
    func `a server on the internet`(host: String) {
        #expect(PublicHost.contains(host))
    }

    @Test(arguments: [
        "localhost", "LOCALHOST", "a.localhost", "router", "nas.local", "db.internal", "x.test", "wiki.intranet",
        "fritz.lan",
        "printer.home.arpa", "a.b.home.arpa", "tv.home", "hidden.onion", "0.0.0.0", "10.0.0.1", "10.255.255.255",
        "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255",
        "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "255.255.255.255", "[::]", "[::1]",
        "[::ffff:192.168.1.1]", "[::ffff:8.8.8.8]", "[64:ff9b::808:808]", "[fc00::1]", "[fdab::1]", "[fe80::1]",
        "[ff02::1]", "[2001:db8::1]", "[2001:0:1::1]", "[2002:c0a8:101::1]", "[3fff::1]", "", ".", "[]", "[zz]",
        "192-168-1-1.0123abcd.plex.direct", "localhost.localdomain", "foo.localhost", "localtest.me", "a.LOCALTEST.me",
        "10.0.0.1.nip.io", "app-192-168-1-250.sslip.io", "nas.direct.quickconnect.to", "host.tailnet.ts.net",
        "fritz.box", "db.internal.", "nas.lan.", "2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1",
        "127.0.0.1.", "192.168.0.0x1", "[::ffff:7f00:1]", "[::ffff:0:127.0.0.1]", "[::127.0.0.1]",
        "[64:ff9b::7f00:1]", "[64:ff9b:1::a00:1]", "[2001:20::1]", "[fe80::1%25eth0]", "127。0。0。1",
    ])
    func `a local host, or an invalid one`(host: String) {
        #expect(!PublicHost.contains(host))
    }

    @Test func `a page under a DNS service for local addresses cannot make the wallet contact them`() throws {
        for page in ["https://1-2-3-4.sslip.io", "https://a.localtest.me", "https://x.plex.direct:8443"] {
            let origin = try Origin(serialized: page)
            #expect(!PublicHost.mayLead(origin, to: "192.168.1.1"))
            #expect(!PublicHost.mayLead(origin, to: "10.0.0.1.nip.io"))
            #expect(PublicHost.mayLead(origin, to: "shop.example"))
        }
        #expect(PublicHost.mayLead(try Origin(serialized: "http://localhost:3000"), to: "10.0.0.1.nip.io"))
    }
}
