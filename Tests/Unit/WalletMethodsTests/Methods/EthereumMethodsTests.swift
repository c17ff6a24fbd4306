import Ethereum
import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct EthereumMethodsTests {
    private let account: JSON = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    @Test func `accounts are visible only after approval, and then without a question`() async throws {
        let site = try TestSite()
        #expect(await site.ask("eth_accounts")["result"] == [])
        // In lower case, as pages compare it.
        let seen: JSON = [.string(try #require(account.string).lowercased())]
        #expect(await site.ask("eth_requestAccounts")["result"] == seen)
        #expect(await site.ask("eth_requestAccounts")["result"] == seen)
        #expect(await site.ask("eth_accounts")["result"] == seen)
        #expect(await site.ask("eth_coinbase")["result"] == seen[0])
        #expect(await site.ask("wallet_getPermissions")["result"]?[0]?["caveats"]?[0]?["value"] == seen)
        #expect(site.shown.map(\.sentence) == ["dapp.example wants to see your Ethereum address."])
    }

    @Test func `a rejection is 4001 and reveals nothing`() async throws {
        let site = try TestSite()
        site.decision = .rejected
        #expect(await site.ask("eth_requestAccounts")["error"]?["code"] == 4001)
        #expect(await site.ask("eth_accounts")["result"] == [])
    }

    @Test func `a site that is not connected cannot ask for a signature`() async throws {
        let site = try TestSite()
        #expect(await site.ask("personal_sign", ["0x6869", account])["error"]?["code"] == 4100)
        #expect(site.shown.isEmpty)
    }

    @Test func `no site can sign with another account`() async throws {
        let site = try TestSite()
        _ = await site.ask("eth_requestAccounts")
        let other: JSON = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
        #expect(await site.ask("personal_sign", ["hi", other])["error"]?["code"] == 4100)
        #expect(site.shown.count == 1)
    }

    @Test func `the signed data is what was shown`() async throws {
        let site = try TestSite()
        _ = await site.ask("eth_requestAccounts")
        let answer = await site.ask("personal_sign", ["hello", account])
        let shown = try #require(site.shown.last)
        #expect(shown.payload == Array("\u{19}Ethereum Signed Message:\n5hello".utf8))
        #expect(shown.fields == [Approval.Field(path: "message", type: "text", value: "hello")])
        // Computed with eth-account for the same phrase and message.
        #expect(
            answer["result"]
                == "0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c"
        )
    }

    @Test func `a sign-in to another domain is shown as a danger`() async throws {
        let site = try TestSite()
        site.services.now = { 1_767_225_700 }
        _ = await site.ask("eth_requestAccounts")
        _ = await site.ask("personal_sign", [.string(Self.signIn(to: "bank.example")), account])
        #expect(site.shown.last?.level == .danger)
        #expect(site.shown.last?.warnings.first?.text.contains("bank.example") == true)
        _ = await site.ask("personal_sign", [.string(Self.signIn(to: "dapp.example")), account])
        #expect(site.shown.last?.level == .plain)
        #expect(site.shown.last?.verb == "Sign in")
    }

    @Test func `typed data for another chain is refused before the user is asked`() async throws {
        let site = try TestSite()
        _ = await site.ask("eth_requestAccounts")
        let answer = await site.ask("eth_signTypedData_v4", [account, Self.mail(chainID: 137)])
        #expect(answer["error"]?["code"] == -32602)
        #expect(site.shown.count == 1)
        #expect(
            await site.ask("eth_signTypedData_v4", [account, Self.mail(chainID: 1)])["result"]?.string?.count == 132)
    }

    @Test func `a chain is switched after approval, and an unknown one is 4902`() async throws {
        let site = try TestSite()
        #expect(await site.ask("wallet_switchEthereumChain", [["chainId": "0x89"]])["result"] == .null)
        #expect(await site.ask("eth_chainId")["result"] == "0x89")
        #expect(await site.ask("net_version")["result"] == "137")
        #expect(await site.ask("wallet_switchEthereumChain", [["chainId": "0xdead"]])["error"]?["code"] == 4902)
        // Libraries ask to add a chain that is 4902, so one that no site could add must not be.
        for id: JSON in [
            "0x089", "0x0", "0xfffffffffffed", "0x20000000000000", "0xffffffffffffffff", "0X1", "1", 1, nil,
        ] {
            #expect(await site.ask("wallet_switchEthereumChain", [["chainId": id]])["error"]?["code"] == -32602)
        }
        #expect(
            await site.ask("wallet_switchEthereumChain", [["chainId": "0xfffffffffffec"]])["error"]?["code"] == 4902)
        #expect(site.shown.count == 1)
    }

    @Test func `permissions are listed, requested and revoked`() async throws {
        let site = try TestSite()
        #expect(await site.ask("wallet_getPermissions")["result"] == [])
        let given = await site.ask("wallet_requestPermissions", [["eth_accounts": [:]]])["result"]
        let wider: JSON = ["eth_accounts": [:], "endowment:permitted-chains": ["caveats": []]]
        #expect(await site.ask("wallet_requestPermissions", [wider])["result"] == given)
        #expect(
            await site.ask("wallet_requestPermissions", [["endowment:permitted-chains": [:]]])["error"]?["code"]
                == -32602)
        #expect(given?[0]?["parentCapability"] == "eth_accounts")
        #expect(await site.ask("wallet_revokePermissions", [["eth_accounts": [:]]])["result"] == .null)
        #expect(await site.ask("eth_accounts")["result"] == [])
    }

    @Test func `a connection is revoked under each of its names, and under no other`() async throws {
        let site = try TestSite()
        let both: JSON = [["eth_accounts": [:], "endowment:permitted-chains": [:]]]
        for names in [[["endowment:permitted-chains": [:]]], both] {
            _ = await site.ask("eth_requestAccounts")
            #expect(await site.ask("wallet_revokePermissions", names)["result"] == .null)
            #expect(await site.ask("eth_accounts")["result"] == [])
        }
        _ = await site.ask("eth_requestAccounts")
        for names: JSON in [[[:]], [["eth_accounts": [:], "snap": [:]]], ["eth_accounts"], []] {
            #expect(await site.ask("wallet_revokePermissions", names)["error"]?["code"] == -32602)
        }
        #expect(await site.ask("eth_accounts")["result"]?.array?.count == 1)
    }

    @Test func `bytes are hashed for any site, and nothing else is`() async throws {
        let site = try TestSite()
        #expect(
            await site.ask("web3_sha3", ["0x68656c6c6f20776f726c64"])["result"]
                == "0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad")
        #expect(
            await site.ask("web3_sha3", ["0x"])["result"]
                == "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
        for params: JSON in [[], ["68"], ["0x1"], [1]] {
            #expect(await site.ask("web3_sha3", params)["error"]?["code"] == -32602)
        }
        #expect(await site.ask("eth_coinbase")["result"] == .null)
    }

    @Test func `a locked wallet reveals nothing`() async throws {
        let site = try TestSite()
        _ = await site.ask("eth_requestAccounts")
        site.dispatcher.lock()
        #expect(await site.ask("eth_accounts")["result"] == [])
        #expect(await site.ask("eth_requestAccounts")["error"]?["code"] == 4100)
        #expect(await site.link("getAddress", ["protocol": "BCH"])["error"]?["type"] == "CONNECTION_DENIED")
    }

    @Test(arguments: [
        ("eth_sign", 4200), ("eth_decrypt", 4200), ("__proto__", -32601),
    ])
    func `an unsupported method is reported as such`(method: String, code: Int) async throws {
        let site = try TestSite()
        #expect(await site.ask(method, [])["error"]?["code"]?.number?.integer == code)
    }

    private static func signIn(to domain: String) -> String {
        """
        \(domain) wants you to sign in with your Ethereum account:
        0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266


        URI: https://\(domain)/login
        Version: 1
        Chain ID: 1
        Nonce: 32891756
        Issued At: 2026-01-01T00:00:00Z
        """
    }

    private static func mail(chainID: Int) -> JSON {
        [
            "types": [
                "EIP712Domain": [["name": "name", "type": "string"], ["name": "chainId", "type": "uint256"]],
                "Mail": [["name": "contents", "type": "string"]],
            ],
            "primaryType": "Mail",
            "domain": ["name": "Mail", "chainId": .number(JSONNumber(chainID))],
            "message": ["contents": "hello"],
        ]
    }
}
