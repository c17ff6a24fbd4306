import Bridge
import Testing

@Suite struct HostNameTests {
    @Test(arguments: ["shop.example", "localhost", "[::1]", "127.0.0.1", "a.-b_.c", "axn--kva.example"])
    func `an ASCII name has no Unicode form`(host: String) {
        let name = HostName(host)
        #expect(name.inItsOwnScript == nil)
        #expect(name.concerns.isEmpty)
    }

    @Test(arguments: [
        ("xn--bcher-kva.example", "bücher.example"),
        ("xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa.jp", "なぜみんな日本語を話してくれないのか.jp"),
        ("xn--3b-ww4c5e180e575a65lsy2b.example", "3年b組金八先生.example"), ("xn--e1aybc.xn--p1ai", "тест.рф"),
        ("www.xn--strae-oqa.example", "www.straße.example"),
    ])
    func `a name in a single language is shown in its script without a concern`(host: String, own: String) {
        let name = HostName(host)
        #expect(name.inItsOwnScript == own)
        #expect(name.concerns.isEmpty)
    }

    @Test func `a name that mixes scripts is a concern`() {
        let name = HostName("xn--pypal-4ve.com")
        #expect(name.inItsOwnScript == "pаypal.com")
        #expect(name.concerns == [.mixedScripts])
    }

    @Test(arguments: ["xn--80ak6aa92e.com", "login.xn--80ak6aa92e.com"])
    func `a name that only has Latin lookalikes is a concern`(host: String) {
        #expect(HostName(host).concerns == [.lookalike])
    }

    @Test(arguments: ["xn--.com", "xn--abc-.com", "xn--99999999.com", "xn--a b.com"])
    func `an invalid label is a concern`(host: String) {
        let name = HostName(host)
        #expect(name.inItsOwnScript == nil)
        #expect(name.concerns == [.unreadable])
    }

    @Test func `an invisible letter in a name is made visible`() {
        // U+200D between a and b.
        let name = HostName("xn--ab-m1t.example")
        #expect(name.inItsOwnScript == "a⟨U+200D⟩b.example")
    }

    @Test(arguments: ["xn--pple-p5b.com", "xn--oogle-qmc.com"])
    func `a name with phonetic letters is a concern`(host: String) {
        #expect(HostName(host).concerns == [.lookalike])
    }

    @Test func `a name that resembles another site names that site`() {
        #expect(HostName("unlswap.org", resembling: "uniswap.org").concerns == [.resembles("uniswap.org")])
    }
}
