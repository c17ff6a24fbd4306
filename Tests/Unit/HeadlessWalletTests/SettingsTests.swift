import Bitcoin
import Bridge
import Network
import Testing
import WalletCore
import BitcoinWallet
import WalletMethods
import EthereumWallet

@testable import HeadlessWallet

@Suite struct SettingsTests {
    private static let whole = """
        {
          "chains": [
            {"id":1,"endpoint":"https://node.example/key"},
            {"id":1337,"name":"My chain","symbol":"ME","endpoint":"http://127.0.0.1:8545"}
          ],
          "electrum": {
            "BCH": ["ssl://bch.example:50002","ssl://[::1]:443"],
            "BTC": ["tcp://localhost:50001"]
          }
        }

        """

    @Test func `origins of forms survive a round trip, and invalid ones are refused`() throws {
        var settings = Settings()
        settings.payments.forms = ["https://data-collection.walletconnect.com", "http://127.0.0.1:8080"]
        #expect(try Settings(parsing: settings.text).payments == settings.payments)
        #expect(!settings.payments.isEmpty)
        for form in [
            "", "data-collection.walletconnect.com", "https://forms.example/path", "http://forms.example",
            "https://user@forms.example", "javascript:alert(1)", "https://forms.example ",
        ] {
            let text = #"{"payments":{"forms":["\#(form)"]}}"#
            #expect(throws: WalletError.self, "\(form)") { try Settings(parsing: Array(text.utf8)) }
        }
        let many = JSON.array((0...PaymentSettings.mostForms).map { .string("https://f\($0).example") })
        let text = JSON.object(["payments": ["forms": many]]).bytes
        #expect(throws: WalletError.self) { try Settings(parsing: text) }
    }

    @Test func `settings survive a round trip`() throws {
        let settings = try Settings(parsing: Array(Self.whole.utf8))
        #expect(String(decoding: settings.text, as: UTF8.self) == Self.whole)
        #expect(settings.endpoints[1337]?.url == "http://127.0.0.1:8545")
        #expect(settings.allChains.last == Chain(id: 1337, name: "My chain", symbol: "ME"))
        #expect(settings.electrum[.bitcoinCash]?.last == LineAddress(host: "::1", port: 443))
        #expect(settings.electrum[.bitcoin] == [LineAddress(host: "localhost", port: 50_001, isSecure: false)])
    }

    @Test(arguments: ["socks5://127.0.0.1:9050", "http://[fd00::1]:3128", "socks5://tor.example:9150"])
    func `the proxy survives a round trip, and changes of other settings`(address: String) throws {
        let text = #"{"proxy":"\#(address)"}"#
        var settings = try Settings(parsing: Array(text.utf8))
        #expect(settings.proxy == Proxy(address))
        settings.payments.forms = ["https://forms.example"]
        settings.set(.bitcoin, [LineAddress(host: "localhost", port: 50_001, isSecure: false)])
        #expect(try Settings(parsing: settings.text) == settings)
        settings.payments = PaymentSettings()
        #expect(try Settings(parsing: settings.text).proxy.address == address)
        settings.proxy = .none
        #expect(!String(decoding: settings.text, as: UTF8.self).contains("proxy"))
    }

    @Test(arguments: [
        "null", "1", "{}", "[]", "\"\"", "\"none\"", "\"socks5://tor.example\"",
        "\"socks5://user:word@tor.example:1\"", "\"https://proxy.example:1\"", "\"socks4://proxy.example:1\"",
    ])
    func `an invalid proxy is an error, and is never ignored`(value: String) {
        #expect {
            try Settings(parsing: Array("{\"proxy\":\(value)}".utf8))
        } throws: { error in
            "\(error)" == "“proxy” must be socks5://host:port or http://host:port."
        }
    }

    @Test func `a server may be identified by the fingerprint of its certificate`() throws {
        let fingerprint = String(repeating: "AB:", count: 31) + "CD"
        let address = try #require(LineAddress("ssl://bch.example:50002#" + fingerprint))
        #expect(address.fingerprint?.description == fingerprint)
        #expect(address.text == "ssl://bch.example:50002#" + fingerprint)
        for text in ["ssl://bch.example:50002#", "ssl://bch.example:50002#AB", "tcp://localhost:1#" + fingerprint] {
            #expect(LineAddress(text) == nil)
        }
    }

    @Test func `nodes in reserve, names and the phishing list survive a round trip`() throws {
        let text = """
            {
              "chains": [
                {"id":1,"endpoint":"https://a.example","alternatives":["https://b.example","http://127.0.0.1:8545"]}
              ],
              "electrum": {
              },
              "tokens": {"registry": "https://bcmr.example/bcmr.json"},
              "names": {"enabled": false, "gateways": true},
              "phishing": {"list": "https://list.example/config.json"}
            }

            """
        let settings = try Settings(parsing: Array(text.utf8))
        #expect(settings.chains.first?.alternatives.map(\.url) == ["https://b.example", "http://127.0.0.1:8545"])
        #expect(settings.usesNameGateways)
        #expect(settings.tokenRegistry == "https://bcmr.example/bcmr.json")
        #expect(!settings.usesNames)
        #expect(settings.phishingList == "https://list.example/config.json")
        #expect(String(decoding: settings.text, as: UTF8.self) == text)
    }

    @Test func `servers that have a connection of their own keep it`() throws {
        var settings = Settings()
        var (first, second) = (try Endpoint("https://a.example"), try Endpoint("https://b.example"))
        first.route = .direct
        second.route = .proxy(.socks5(host: "127.0.0.1", port: 9050))
        settings.set(.ethereum, first, alternatives: [second, try Endpoint("https://c.example")])
        let server = try #require(LineAddress("ssl://e.example:50002"))
        settings.set(.bitcoin, [server.reached(by: .direct), try #require(LineAddress("ssl://f.example:50002"))])
        let text = String(decoding: settings.text, as: UTF8.self)
        let routes = [
            #""https://a.example":"direct""#, #""https://b.example":"socks5://127.0.0.1:9050""#,
            #""ssl://e.example:50002":"direct""#,
        ]
        #expect(text.contains("  \"through\": {\(routes.joined(separator: ","))}"))
        #expect(try Settings(parsing: Array(text.utf8)) == settings)
        // Another address is not reached the same way.
        settings.set(.bitcoin, [])
        #expect(!String(decoding: settings.text, as: UTF8.self).contains("ssl://e.example"))
    }

    @Test(arguments: [
        #"{"through":[]}"#, #"{"through":{"https://a.example":"direct"}}"#,
        #"{"chains":[{"id":1,"endpoint":"https://a.example"}],"through":{"https://a.example":true}}"#,
        #"{"chains":[{"id":1,"endpoint":"https://a.example"}],"through":{"https://a.example":"tor"}}"#,
    ])
    func `a connection that cannot be made is named`(text: String) {
        #expect { try Settings(parsing: Array(text.utf8)) } throws: { error in "\(error)".contains("“through”") }
    }

    @Test func `a node can have the fingerprint of its certificate and its own route`() throws {
        let address = "https://a.example/key#" + Array(repeating: "AB", count: 32).joined(separator: ":")
        let text = """
            {"chains":[{"id":1,"endpoint":"\(address)","alternatives":["\(address.replacing("/key", with: "/b"))"]}],\
            "through":{"\(address)":"direct"}}
            """
        let settings = try Settings(parsing: Array(text.utf8))
        let node = try #require(settings.chains.first?.endpoint)
        #expect(node.url == "https://a.example/key" && node.route == .direct)
        #expect(node.fingerprint == CertificateFingerprint(String(repeating: "AB", count: 32)))
        #expect(settings.chains.first?.alternatives.map(\.fingerprint) == [node.fingerprint])
        #expect(try Settings(parsing: settings.text) == settings)
        for wrong in [
            "https://a.example#", "https://a.example#AB", "http://127.0.0.1#\(address.split(separator: "#")[1])",
        ] {
            let text = #"{"chains":[{"id":1,"endpoint":"\#(wrong)"}]}"#
            #expect(throws: WalletError.self) { try Settings(parsing: Array(text.utf8)) }
        }
    }

    @Test func `servers at onion services need no TLS`() throws {
        let text = #"{"chains":[{"id":1,"endpoint":"http://x.onion"}],"electrum":{"BTC":["tcp://x.onion:50001"]}}"#
        let settings = try Settings(parsing: Array(text.utf8))
        #expect(settings.chains.first?.endpoint.url == "http://x.onion")
        #expect(settings.electrum[.bitcoin]?.map(\.text) == ["tcp://x.onion:50001"])
        #expect(try Settings(parsing: settings.text) == settings)
        for host in ["x.onion.example", "onion", "xonion"] {
            for text in [
                #"{"chains":[{"id":1,"endpoint":"http://\#(host)"}]}"#,
                #"{"electrum":{"BTC":["tcp://\#(host):50001"]}}"#,
            ] {
                #expect(throws: WalletError.self) { try Settings(parsing: Array(text.utf8)) }
            }
        }
    }

    @Test(arguments: ["http://explorer.example/{txid}", "HTTP://explorer.example/{txid}", "https://{txid}.example/"])
    func `an explorer that does not begin with https is refused`(template: String) {
        #expect(Settings.problem(explorer: template)?.contains("https://") == true)
        #expect(Settings.problem(explorer: "https://explorer.example/{txid}") == nil)
    }

    @Test func `empty settings are valid`() throws {
        #expect(try Settings(parsing: Array("{}".utf8)) == Settings())
        #expect(try Settings(parsing: Settings().text) == Settings())
    }

    @Test(arguments: [
        ("{", "is not JSON"), ("[]", "must contain an object"), (#"{"chain":[]}"#, "the unknown member “chain”"),
        (#"{"chains":{}}"#, "“chains” must be an array"), (#"{"chains":[{}]}"#, "“chains[0].id”"),
        (#"{"chains":[{"id":-1}]}"#, "“chains[0].id”"), (#"{"chains":[{"id":1}]}"#, "“chains[0].endpoint”"),
        (#"{"chains":[{"id":1,"endpoint":"http://node.example"}]}"#, "this machine and .onion addresses only"),
        (#"{"chains":[{"id":77,"endpoint":"https://node.example"}]}"#, "“chains[0].name”"),
        (#"{"chains":[{"id":77,"name":"A","endpoint":"https://node.example"}]}"#, "“chains[0].symbol”"),
        (
            #"{"chains":[{"id":1,"endpoint":"https://a.example"},{"id":1,"endpoint":"https://b.example"}]}"#,
            "repeats the chain"
        ),
        (#"{"chains":[{"id":1,"endpoint":"https://a.example","alternatives":["ftp://b"]}]}"#, "alternatives[0]"),
        (#"{"chains":[{"id":1,"endpoint":"https://a.example","alternatives":[7]}]}"#, "alternatives[0]"),
        (#"{"chains":[{"id":1,"endpoint":"https://a.example","alternatives":{}}]}"#, "must be an array"),
        (
            #"{"chains":[{"id":1,"endpoint":"https://a.example","alternatives":[1,2,3,4,5,6,7,8,9]}]}"#,
            "at most 8 addresses"
        ),
        (#"{"names":{"gateways":"yes"}}"#, "“names.gateways”"), (#"{"names":{"gateway":true}}"#, "“gateway”"),
        (#"{"names":{"enabled":1}}"#, "“names.enabled”"),
        (#"{"phishing":{"list":"http://list.example"}}"#, "“phishing.list”"),
        (#"{"phishing":{}}"#, "“phishing.list”"),
        (#"{"tokens":{"registry":"http://bcmr.example"}}"#, "“tokens.registry”"),
        (#"{"tokens":{"registry":7}}"#, "“tokens.registry”"),
        (#"{"electrum":{"ETH":[]}}"#, "“ETH”"),
        (#"{"electrum":{"BCH":["tcp://bch.example:50001"]}}"#, "“electrum.BCH[0]”"),
        (#"{"electrum":{"BCH":["ssl://bch.example"]}}"#, "“electrum.BCH[0]”"),
        (#"{"electrum":{"BCH":["ssl://bch.example:99999"]}}"#, "“electrum.BCH[0]”"),
        (#"{"electrum":{},"electrum":{}}"#, "has a duplicate member"),
    ])
    func `an invalid value is named`(text: String, part: String) {
        #expect { try Settings(parsing: Array(text.utf8)) } throws: { error in "\(error)".contains(part) }
    }
}
