import Bridge
import EthereumWallet
import Testing
import WalletCore

@testable import WalletMethods
@testable import WalletTesting

/// What an app may ask for in a WalletConnect session, with what account and on what chain.
@MainActor @Suite struct SessionMethodsTests {
    private nonisolated static let account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    private nonisolated static let other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    private nonisolated static let base = ChainID(eip155: 8_453)

    private static func peer(
        chain: ChainID? = base, accounts: [AccountID]? = nil, url: String = "https://dapp.example",
        verification: SessionPeer.Verification = .unknown, purpose: String? = nil
    ) -> SessionPeer {
        SessionPeer(
            topic: String(repeating: "a", count: 64), name: "A dapp", url: url, verification: verification,
            accounts: accounts ?? [1, 8_453].map { AccountID(chain: ChainID(eip155: $0), address: account) },
            chain: chain, purpose: purpose)
    }

    private func perform(
        _ method: String, _ params: JSON, _ peer: SessionPeer = peer(), in site: TestSite
    ) async -> Result<JSON, RPCError> {
        await site.dispatcher.perform(method, params, for: peer, within: .seconds(300))
    }

    private static func kind(_ result: Result<JSON, RPCError>) -> RPCError.Kind? {
        if case .failure(let error) = result { error.kind } else { nil }
    }

    private static func data(_ chain: Int) -> JSON {
        [
            "types": [
                "EIP712Domain": [["name": "name", "type": "string"], ["name": "chainId", "type": "uint256"]],
                "Note": [["name": "text", "type": "string"]],
            ],
            "primaryType": "Note", "domain": ["name": "Test", "chainId": .number(JSONNumber(chain))],
            "message": ["text": "paid"],
        ]
    }

    @Test func `an app whose site is on the user's list of scams is a danger`() async throws {
        let site = try TestSite()
        let text = #"{"blacklist": ["bad.example"]}"#
        let list = try #require(PhishingList(Array(text.utf8)))
        site.services.siteWarnings.phishing = list
        for (url, isListed) in [("https://bad.example/app", true), ("https://dapp.example", false)] {
            _ = await perform("personal_sign", ["0x00", .string(Self.account)], Self.peer(url: url), in: site)
            let warns = site.shown.last?.warnings.contains { $0.text.contains("bad.example is on your list of scams") }
            #expect(warns == isListed)
        }
    }

    // MARK: What is refused

    @Test func `on a chain that the wallet does not know, no method is called`() async throws {
        let site = try TestSite()
        let unknown = ChainID(eip155: 99_999)
        for chain in [unknown, ChainID("solana:mainnet"), ChainID("eip155:08453"), nil] {
            let peer = Self.peer(
                chain: chain, accounts: [AccountID(chain: chain ?? unknown, address: Self.account)])
            for method in Router.wallet(site.services, version: "").sessionMethods {
                let result = await perform(method, ["0x00", .string(Self.account)], peer, in: site)
                #expect(Self.kind(result) == .unknownChain, "\(method)")
            }
        }
        #expect(site.asked == 0)
    }

    @Test func `an account or a chain that the session does not share signs nothing`() async throws {
        let site = try TestSite()
        // A grant of pages at the address that the app gives changes nothing.
        _ = await site.ask("eth_requestAccounts")
        let asked = site.asked
        let peers = [
            Self.peer(chain: ChainID(eip155: 10)), Self.peer(accounts: []),
            Self.peer(accounts: [AccountID(chain: Self.base, address: Self.other)]),
        ]
        for peer in peers {
            for (method, params) in [
                ("personal_sign", ["0x00", .string(Self.account)] as JSON),
                ("eth_signTypedData_v4", [.string(Self.account), Self.data(8_453)]),
                ("eth_sendTransaction", [["from": .string(Self.account), "to": .string(Self.account)]]),
                ("eth_signTransaction", [["from": .string(Self.account), "to": .string(Self.account)]]),
                ("eth_sendRawTransaction", ["0x02"]),
            ] {
                #expect(Self.kind(await perform(method, params, peer, in: site)) == .unauthorized, "\(method)")
            }
        }
        let named = await perform("personal_sign", ["0x00", .string(Self.other)], in: site)
        #expect(Self.kind(named) == .unauthorized)
        #expect(site.asked == asked)
    }

    @Test func `methods of pages and methods that do not exist are unknown in a session`() async throws {
        let site = try TestSite()
        for method in [
            "eth_sign", "wallet_requestPermissions", "eth_newFilter", "eth_subscribe", "eth_call", "getAddress", "",
        ] {
            #expect(Self.kind(await perform(method, [], in: site)) == .unknownMethod, "\(method)")
        }
    }

    @Test func `data or a transaction for another chain than the request's is refused without a question`()
        async throws
    {
        let site = try TestSite()
        let data = await perform("eth_signTypedData_v4", [.string(Self.account), Self.data(1)], in: site)
        #expect(Self.kind(data) == .invalidParameters)
        let transaction: JSON = [["from": .string(Self.account), "to": .string(Self.account), "chainId": "0x1"]]
        #expect(Self.kind(await perform("eth_sendTransaction", transaction, in: site)) == .invalidParameters)
        #expect(site.asked == 0)
    }

    @Test func `a session gives a page no permission, and the page's chain does not change`() async throws {
        let site = try TestSite()
        _ = try await perform("personal_sign", ["0x6869", .string(Self.account)], in: site).get()
        #expect(await site.ask("eth_accounts")["result"] == [])
        #expect(await site.ask("eth_chainId")["result"] == "0x1")
        #expect(await site.ask("personal_sign", ["0x00", .string(Self.account)])["error"]?["code"] == 4_100)
    }

    // MARK: What is asked

    @Test(arguments: ["eth_signTypedData", "eth_signTypedData_v3", "eth_signTypedData_v4"])
    func `typed data is signed on the chain of the request`(method: String) async throws {
        let site = try TestSite()
        let result = await perform(method, [.string(Self.account), Self.data(8_453)], in: site)
        #expect(try result.get().string?.utf8.count == 132)
        let approval = try #require(site.shown.first)
        #expect(approval.rows.first { $0.role == .network }?.value == .trusted("Base"))
        #expect(approval.rows.first { $0.role == .account }?.value == .exact(Self.account))
    }

    @Test func `a rejection is the user's`() async throws {
        let site = try TestSite()
        site.decision = .rejected
        let result = await perform("personal_sign", ["0x6869", .string(Self.account)], in: site)
        #expect(Self.kind(result) == .rejected)
    }

    @Test func `a transaction is sent on the chain of the request, and found again by its request`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in })
        let peer = Self.peer(chain: ChainID(eip155: 1), purpose: "walletconnect:aa:1")
        let transaction: JSON = [["from": .string(Self.account), "to": .string(Self.account), "value": "0x1"]]
        let hash = try await perform("eth_sendTransaction", transaction, peer, in: site).get().string
        let recorded = try await site.services.journal.signed(for: "walletconnect:aa:1")
        #expect(recorded.map(\.txid) == [hash])
        #expect(recorded.first?.origin?.hasPrefix("walletconnect://aaaa") == true)
    }

    @Test func `the accounts and the chain are those of the session`() async throws {
        let site = try TestSite()
        #expect(try await perform("eth_accounts", [], in: site).get() == [.string(Self.account.lowercased())])
        #expect(try await perform("eth_requestAccounts", [], in: site).get() == [.string(Self.account.lowercased())])
        #expect(try await perform("eth_chainId", [], in: site).get() == "0x2105")
        #expect(site.asked == 0)
    }

    // MARK: Who asks

    private func signIn(to domain: String) -> JSON {
        .string(
            """
            \(domain) wants you to sign in with your Ethereum account:
            \(Self.account)

            Hello

            URI: https://\(domain)
            Version: 1
            Chain ID: 8453
            Nonce: 32891756
            Issued At: 2026-01-01T11:59:00Z
            """)
    }

    private func shown(_ message: JSON, _ peer: SessionPeer) async throws -> Approval {
        let site = try TestSite()
        site.services.now = { 1_767_268_800 }
        _ = await perform("personal_sign", [message, .string(Self.account)], peer, in: site)
        return try #require(site.shown.last)
    }

    @Test func `a sign-in for another site than the app names is a danger`() async throws {
        for url in ["https://dapp.example", "", "bank.example", "http://bank.example.evil.example"] {
            let approval = try await shown(signIn(to: "bank.example"), Self.peer(url: url, verification: .verified))
            #expect(approval.level == .danger, "\(url)")
            #expect(approval.warnings.contains { $0.text.contains("“A dapp” but signs you in to “bank.example”") })
        }
    }

    @Test func `a sign-in for the site that an unverified app names is a caution, and of a verified one plain`()
        async throws
    {
        let unverified = try await shown(signIn(to: "dapp.example"), Self.peer())
        #expect(unverified.level == .caution)
        #expect(unverified.warnings.contains { $0.text.contains("Nobody has verified") })
        let verified = try await shown(signIn(to: "dapp.example"), Self.peer(verification: .verified))
        #expect(verified.level == .plain)
        #expect(verified.sentence.hasPrefix("Sign in to dapp.example with"))
    }

    @Test func `an app that comes from another address than it names, or is a known scam, is a danger`() async throws {
        let mismatch = try await shown("0x6869", Self.peer(verification: .mismatch(origin: "https://evil.example")))
        #expect(mismatch.level == .danger)
        #expect(mismatch.warnings.contains { $0.text.contains("“https://evil.example”") })
        let scam = try await shown("0x6869", Self.peer(verification: .scam(origin: "https://evil.example")))
        #expect(scam.level == .danger)
        #expect(scam.warnings.contains { $0.text.contains("known as a scam") })
    }

    @Test func `an app whose address looks like that of a known site is a danger`() async throws {
        let approval = try await shown("0x6869", Self.peer(url: "https://unіswap.org"))
        // The address has a Cyrillic letter, so it is no origin, and nothing vouches for it.
        #expect(approval.level == .plain)
        let lookalike = try await shown("0x6869", Self.peer(url: "https://xn--unswap-qvf.org"))
        #expect(lookalike.level == .danger)
    }

    // MARK: Chains

    @Test func `switching to a chain of the session needs no approval, and to another one does`() async throws {
        let site = try TestSite()
        var used: [ChainID] = []
        site.services.sessionChains.onUse = { chain, _ in used.append(chain) }
        let one: JSON = [["chainId": "0x1"]]
        #expect(try await perform("wallet_switchEthereumChain", one, in: site).get() == .null)
        #expect(site.asked == 0)
        let optimism: JSON = [["chainId": "0xa"]]
        #expect(try await perform("wallet_switchEthereumChain", optimism, in: site).get() == .null)
        #expect(site.shown.first?.sentence == "Let “A dapp” use OP Mainnet.")
        site.decision = .rejected
        let polygon: JSON = [["chainId": "0x89"]]
        #expect(Self.kind(await perform("wallet_addEthereumChain", polygon, in: site)) == .rejected)
        #expect(used == [ChainID(eip155: 1), ChainID(eip155: 10)])
    }

    @Test func `an unknown chain is named as such, and never added by an app`() async throws {
        let site = try TestSite()
        let unknown: JSON = [
            ["chainId": "0x1869f", "chainName": "X", "rpcUrls": ["https://node.example"]]
        ]
        #expect(Self.kind(await perform("wallet_switchEthereumChain", unknown, in: site)) == .unknownChain)
        #expect(Self.kind(await perform("wallet_addEthereumChain", unknown, in: site)) == .unsupported)
        for malformed: JSON in [[], [["chainId": 1]], [["chainId": "0x01"]], "0x1", .null] {
            let result = await perform("wallet_switchEthereumChain", malformed, in: site)
            #expect(Self.kind(result) == .invalidParameters)
        }
        #expect(site.asked == 0)
    }

    // MARK: The lock

    @Test func `in a locked wallet a request ends as locked, and nothing is asked`() async throws {
        let site = try TestSite()
        site.dispatcher.lock()
        let result = await perform("personal_sign", ["0x00", .string(Self.account)], in: site)
        #expect(Self.kind(result) == .locked)
        #expect(site.asked == 0)
    }
}
