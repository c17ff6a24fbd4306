import Testing

@testable import Bridge

/// Names of sites that imitate another site.
@Suite struct LookalikesTests {
    private let lookalikes = Lookalikes()

    @Test func `a well-known dapp whose name is near another one's is no imitation, and others near it are`() {
        #expect(Lookalikes().site(resembledBy: "thena.fi") == nil)
        #expect(Lookalikes().site(resembledBy: "pendle.magpiexyz.io") == nil)
        #expect(Lookalikes().site(resembledBy: "thena.finance") != nil)
        #expect(Lookalikes().site(resembledBy: "thena.fi.attacker.example") != nil)
        #expect(Lookalikes().site(resembledBy: "ethena.fi.attacker.example") == "ethena.fi")
    }

    @Test(arguments: [
        ("unlswap.org", "uniswap.org"), ("un1swap.org", "uniswap.org"), ("uniswapp.org", "uniswap.org"),
        ("uniswpa.org", "uniswap.org"), ("uniwap.org", "uniswap.org"), ("uni-swap.org", "uniswap.org"),
        ("uniswap.com", "uniswap.org"), ("uniswap-airdrop.xyz", "uniswap.org"), ("claimuniswap.net", "uniswap.org"),
        ("app-uniswap-org.attacker.example", "uniswap.org"), ("app.uniswap.org.attacker.example", "uniswap.org"),
        ("uniswap.org-login.attacker.example", "uniswap.org"), ("uniswap.attacker.example", "uniswap.org"),
        ("rnetamask.io", "metamask.io"), ("metarnask.io", "metamask.io"), ("m3tam4sk.io", "metamask.io"),
        ("metamask.i0.example", "metamask.io"), ("c0inbase.com", "coinbase.com"), ("co1nbase.com", "coinbase.com"),
        ("opensea-io.example", "opensea.io"), ("0pen5ea.io", "opensea.io"), ("vvalletconnect.com", "walletconnect.com"),
        ("pancakesvvap.finance", "pancakeswap.finance"), ("curve-fi.example", "curve.fi"), ("cuurve.fi", "curve.fi"),
        ("app.safe.global.example", "safe.global"), ("safe-global.example", "safe.global"), ("lldo.fi", "lido.fi"),
        ("claudflare.binance-support.example", "binance.com"), ("secure.blnance.com", "binance.com"),
        ("ledger-support.com", "ledger.com"), ("login.kraken-verify.example", "kraken.com"),
        ("ledgersupport.com", "ledger.com"), ("ledger.login-help.example", "ledger.com"),
        ("app.lido-claim.example", "lido.fi"),
        // Cyrillic, Greek, Cherokee, phonetic, marked and full-width letters.
        ("xn--unswap-jwa.org", "uniswap.org"), ("xn--metamsk-6fg.io", "metamask.io"),
    ])
    func `an imitation of a known name is detected`(host: String, site: String) {
        #expect(lookalikes.site(resembledBy: host) == site)
    }

    @Test(arguments: [
        "mеtаmаѕk", "metamaѕκ", "metamasĸ", "mëtämask", "metɑmask", "ꓟetamask", "metamasḳ", "ｍetamask",
        "ᎷetaꮇasK", "metaмask", "metamášk", "mеtaмаsк",
    ])
    func `letters of other scripts have the skeleton of the Latin letters they resemble`(label: String) {
        #expect(HostSkeleton.of(label.lowercased()) == HostSkeleton.of("metamask"))
    }

    @Test(arguments: [
        "uniswap.org", "app.uniswap.org", "metamask.io", "portfolio.metamask.io", "metamask.github.io", "curve.fi",
        "curve.com", "safe.com", "base-camp.com", "finance.com", "my-finance.example", "bitcoin.example",
        "news.example",
        "shop.example", "localhost", "127.0.0.1", "[::1]", "192.168.1.1", "com", "", "blurry.io", "sparkling.fi",
        "lidos.example", "gateway.example", "ledgers.example", "wikipedia.org", "github.com", "crypto-wallet.example",
        "app.curve.com", "support.phantom.example",
        "support.ledgers.example", "ethereumclassic.org", "team.finance",
    ])
    func `an ordinary name is not a lookalike`(host: String) {
        #expect(lookalikes.site(resembledBy: host) == nil)
    }

    @Test func `an imitation of a connected site is detected, but not the connected site itself`() {
        let connected = ["app.lanternbank.example", "127.0.0.1"]
        for host in [
            "lantembank.example", "lantern-bank.example", "lanternbonk.example", "lanternbank.example.evil.test",
        ] {
            #expect(lookalikes.site(resembledBy: host, connected: connected) == "lanternbank.example", "\(host)")
        }
        for host in ["lanternbank.example", "www.lanternbank.example", "lighthouse.example", "lantern.example"] {
            #expect(lookalikes.site(resembledBy: host, connected: connected) == nil, "\(host)")
        }
    }

    @Test func `a connected lookalike of a known site is still a lookalike`() {
        #expect(lookalikes.site(resembledBy: "unlswap.org", connected: ["unlswap.org"]) == "uniswap.org")
    }

    @Test func `the public suffix list determines the registered domain`() {
        let list = Lookalikes { $0.hasSuffix(".pages.example") ? "x.pages.example" : Lookalikes.lastTwoLabels($0) }
        #expect(list.site(resembledBy: "x.pages.example", connected: ["y.pages.example"]) == nil)
    }

    @Test(arguments: [
        ("bank", "bank", true), ("bank", "bonk", true), ("bank", "bakn", true), ("bank", "banks", true),
        ("bank", "bnk", true), ("", "a", true), ("", "", true), ("bank", "bnak", true), ("bank", "knab", false),
        ("bank", "banana", false), ("ab", "cd", false), ("abcd", "badc", false),
    ])
    func `one edit is one inserted, removed, replaced or swapped letter`(left: String, right: String, isNear: Bool) {
        #expect(left.isWithinOneEdit(of: right) == isNear)
        #expect(right.isWithinOneEdit(of: left) == isNear)
    }
}
