import Bridge
import Testing

@testable import WalletConnectPay

struct CollectURLTests {
    @Test func `the gateway's part of the address is kept unchanged`() {
        let url = "https://pay.walletconnect.com/collect/?pid=pay_1&accounts=eip155%3A1%3A0xAb,eip155:10:0xCd#top"
        #expect(CollectURL.adding(to: url) == url)
        #expect(
            CollectURL.adding(theme: .dark, to: url)
                == "https://pay.walletconnect.com/collect/?pid=pay_1&accounts=eip155%3A1%3A0xAb,eip155:10:0xCd&theme=dark#top"
        )
    }

    @Test func `values are the Base64 of a JSON object, without characters that a query would change`() {
        // {"a":"???>>>"} has a slash, a plus and padding in its Base64.
        let url = CollectURL.adding(prefill: ["a": "???>>>"], to: "https://x.example/")
        #expect(url == "https://x.example/?prefill=eyJhIjoiPz8%2FPj4%2BIn0%3D")
        #expect(Base64.encode(Array(#"{"a":"???>>>"}"#.utf8)) == "eyJhIjoiPz8/Pj4+In0=")
    }

    @Test func `the same values give the same address, whatever their order`() {
        let one = CollectURL.adding(prefill: ["fullName": "Ada", "dob": "1815-12-10"], to: "https://x.example/")
        let other = CollectURL.adding(prefill: ["dob": "1815-12-10", "fullName": "Ada"], to: "https://x.example/")
        #expect(one == other)
    }

    @Test(arguments: [
        ("https://x.example/?theme=light&pid=1", "https://x.example/?pid=1&theme=dark"),
        ("https://x.example/?pid=1&th%65me=light&theme", "https://x.example/?pid=1&theme=dark"),
        ("https://x.example/?", "https://x.example/?theme=dark"),
        ("https://x.example/?a&&b=", "https://x.example/?a&&b=&theme=dark"),
        ("https://x.example/#?theme=light", "https://x.example/?theme=dark#?theme=light"),
        ("https://x.example/?mytheme=1&theme%=2", "https://x.example/?mytheme=1&theme%=2&theme=dark"),
    ])
    func `an existing parameter with the same name is replaced, and nothing else`(before: String, after: String) {
        #expect(CollectURL.adding(theme: .dark, to: before) == after)
    }

    @Test func `only requested fields are filled in, and never a consent`() {
        let schema: JSON = [
            "required": ["fullName", "dob", "tosConfirmed"],
            "anyOf": [["required": ["pobCountry", "pobAddress"]], ["required": ["porCountry"]], 7],
        ]
        let known = [
            "fullName": "Ada", "dob": "", "porCountry": "GB", "tosConfirmed": "true", "iban": "x",
            "pobAddress": "London",
        ]
        #expect(
            CollectURL.prefill(from: known, for: schema)
                == ["fullName": "Ada", "porCountry": "GB", "pobAddress": "London"])
        #expect(CollectURL.prefill(from: known, for: nil).isEmpty)
        #expect(CollectURL.prefill(from: known, for: ["required": "fullName"]).isEmpty)
    }

    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
    func `Base64 is that of RFC 4648`(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
    }
}
