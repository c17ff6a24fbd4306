import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct LinkMethodsTests {
    @Test func `getInfo asks no question`() async throws {
        let site = try TestSite()
        let data = await site.link("getInfo")["data"]
        #expect(data == ["version": "1.2.3", "platform": "linux", "protocols": ["BCH", "BTC", "ETH", "SLP"]])
        #expect(site.shown.isEmpty)
    }

    @Test(arguments: [
        ("BCH", "bitcoincash:"), ("BTC", "bc1q"), ("SLP", "simpleledger:"),
        ("ETH", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"),
    ])
    func `each address needs its own approval`(kind: String, prefix: String) async throws {
        let site = try TestSite()
        for _ in 0..<2 {
            let data = await site.link("getAddress", ["protocol": .string(kind)])["data"]
            #expect(data?["address"]?.string?.hasPrefix(prefix) == true)
            #expect(data?["label"] == "Drawbridge wallet")
        }
        #expect(site.shown.count == 1)
    }

    @Test func `an unknown protocol is a protocol error`() async throws {
        let site = try TestSite()
        #expect(await site.link("getAddress", ["protocol": "XRP"])["error"]?["type"] == "PROTOCOL_ERROR")
        #expect(await site.link("getAddress", ["protocol": 5])["error"]?["type"] == "MALFORMED_INPUT")
        #expect(await site.link("getAddress")["error"]?["type"] == "MALFORMED_INPUT")
    }

    @Test func `a signature repeats its message`() async throws {
        let site = try TestSite()
        let address = try #require(await site.link("getAddress", ["protocol": "ETH"])["data"]?["address"])
        let data = await site.link(
            "requestWeb3Sign", ["address": address, "message": "hello", "signType": "personal_sign"])["data"]
        #expect(data?["message"] == "hello")
        #expect(data?["signature"]?.string?.count == 132)
    }

    @Test(arguments: ["eth_sign", "anything"])
    func `an unsupported kind of signature is a protocol error`(type: String) async throws {
        let site = try TestSite()
        let address = try #require(await site.link("getAddress", ["protocol": "ETH"])["data"]?["address"])
        let answer = await site.link(
            "requestWeb3Sign", ["address": address, "message": "{}", "signType": .string(type)])
        #expect(answer["error"]?["type"] == "PROTOCOL_ERROR")
        #expect(site.shown.count == 1)
    }

    @Test func `a value is what the user typed, and is remembered for the site`() async throws {
        let site = try TestSite()
        #expect(await site.link("requestValue", ["openValueRequest": false])["error"]?["type"] == "CANCELED")
        site.decision = .approved(entry: "12.50")
        #expect(await site.link("requestValue", ["openValueRequest": true])["data"] == ["value": "12.50"])
        #expect(await site.link("requestValue", ["openValueRequest": false])["data"] == ["value": "12.50"])
        #expect(site.shown.count == 1)
    }

    @Test(arguments: ["exportPrivateKey"])
    func `an unsupported function is a protocol error with a message`(command: String) async throws {
        let answer = await (try TestSite()).link(command, [:])
        #expect(answer["error"]?["type"] == "PROTOCOL_ERROR")
        #expect(answer["error"]?["description"]?.string?.isEmpty == false)
    }
}
