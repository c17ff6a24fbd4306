import BigInt
import Bridge
import Ethereum
import Keys
import Primitives
import TestSupport
import Testing
import WalletCore

@testable import EthereumWallet
@testable import WalletMethods
@testable import WalletTesting

/// Accounts whose keys are on hardware wallets (ERC-4527).
@MainActor @Suite struct DeviceAccountTests {
    private let device: TestDevice
    private let node = FakeNode.quiet()

    init() throws { device = try TestDevice() }

    private var address: JSON { .string(device.account.address) }

    private func site() async throws -> TestSite { try await TestSite.connected(node, device: device) }

    private func send(_ site: TestSite, _ changes: JSONObject = [:]) async -> JSON {
        var own: JSONObject = ["from": address]
        for member in changes.members { own[member.key] = member.value }
        return await site.send(own)
    }

    private static func typed(_ text: String) -> JSON {
        [
            "types": [
                "EIP712Domain": [["name": "name", "type": "string"], ["name": "chainId", "type": "uint256"]],
                "Note": [["name": "text", "type": "string"]],
            ], "primaryType": "Note", "domain": ["name": "Notes", "chainId": 1], "message": ["text": .string(text)],
            "ignored": 5,
        ]
    }

    @Test func `an answer that is wrong in any way is an error, and nothing is sent`() async throws {
        let site = try await site()
        let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
        let other = try DemoKeys().sign(Keccak256.hash([]), at: DerivationPath("m/44'/60'/7'/0/3"))
        let changes: [(String, @MainActor (inout TestDevice.Answer) throws -> Void)] = [
            ("another request", { $0.requestID[0] ^= 1 }), ("another request", { $0.requestID = [] }),
            ("not well formed", { $0.v = [] }), ("not well formed", { $0.v = [0, 1] }),
            ("not well formed", { $0.v = [2] }), ("not well formed", { $0.v[0] += 27 }),
            ("not well formed", { $0.v = [37] }), ("not well formed", { $0.v = [UInt8](repeating: 255, count: 9) }),
            ("not well formed", { $0.r = [UInt8](repeating: 0, count: 32) }),
            ("not well formed", { $0.s = [UInt8](repeating: 0, count: 32) }),
            ("not well formed", { $0.r = try #require(Hex.decode(order)) }), ("not well formed", { $0.r.removeLast() }),
            ("not by “Cold”", { $0.v[0] ^= 1 }), ("not by “Cold”", { $0.r[31] ^= 1 }),
            ("not by “Cold”", { ($0.r, $0.s, $0.v) = (other.r, other.s, [other.recoveryID]) }),
            (
                "canonical form",
                {
                    $0.s = Self.difference(try #require(Hex.decode(order)), $0.s); $0.v[0] ^= 1
                }
            ),
        ]
        for (sentence, change) in changes {
            device.change = change
            let answer = await send(site)
            #expect(answer["error"]?["code"] == -32603, "\(sentence)")
            #expect(answer["error"]?["message"]?.string?.contains(sentence) == true, "\(sentence): \(answer.text)")
        }
        #expect(node.sent.isEmpty)
        #expect(try await site.services.journal.recent(limit: 9).isEmpty)
        // The nonce of what was not signed is free again.
        device.change = { _ in }
        #expect(await send(site)["result"] != nil)
        #expect(node.sent.map(\.transaction.nonce) == [5])
        #expect(Set(device.asked.map(\.id)).count == changes.count + 1)
    }

    /// `a` − `b`, of 32 bytes.
    private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        var (result, borrow) = ([UInt8](), 0)
        for (x, y) in zip(a.reversed(), b.reversed()) {
            let value = Int(x) - Int(y) - borrow
            borrow = value < 0 ? 1 : 0
            result.append(UInt8(truncatingIfNeeded: value))
        }
        return result.reversed()
    }

    @Test func `a legacy transaction needs the chain in v`() async throws {
        let site = try await site()
        node.set("eth_gasPrice", "0x77359400")
        for v: [UInt8] in [[27], [28], [0], [1], [34], [39], [40], [1, 37]] {
            device.change = { $0.v = v }
            let answer = await send(site, ["type": "0x0", "gasPrice": "0x77359400"])
            #expect(answer["error"]?["message"]?.string?.contains("another chain") == true, "\(v) \(answer.text)")
        }
        device.change = { _ in }
        #expect(await send(site, ["type": "0x0", "gasPrice": "0x77359400"])["result"] != nil)
        #expect(node.sent.map(\.sender.description) == [device.account.address])
        #expect(node.sent.first?.transaction.fees == .legacy(gasPrice: 2_000_000_000))
    }

    @Test func `what the device signs is what was shown, byte for byte`() async throws {
        let site = try await site()
        let hash = await send(site)["result"]
        let sent = try #require(node.sent.first)
        #expect(hash?.string == HexText.of(sent.hash.bytes))
        #expect(sent.sender.description == device.account.address)
        #expect(device.asked.last?.content == .transaction(try #require(site.shown.last?.payload), chainID: 1))
        #expect(device.asked.last?.sentence == site.shown.last?.sentence)
        #expect(device.asked.last?.peer == site.peer)
        #expect(site.shown.last?.rows.first?.note == "Cold")
        let signature = await site.ask("personal_sign", ["0x6869", address])["result"]
        #expect(device.asked.last?.content == .message(Array("hi".utf8)))
        let recovered = await site.ask("personal_ecRecover", ["0x6869", signature ?? .null])["result"]
        #expect(recovered?.string == device.account.address.lowercased())
        let data = Self.typed("hello")
        for parameter in [data, .string(data.text)] {
            let typed = await site.ask("eth_signTypedData_v4", [address, parameter])["result"]
            let bytes = try #require(typed?.string.flatMap { Hex.decode($0) })
            let key = try RecoverableSignature(encoded: bytes).signer(of: TypedData(data).digest)
            #expect(EthereumAddress(key).description == device.account.address)
        }
        guard case .typedData(let json, chainID: 1) = device.asked.last?.content else { throw RPCError.rejected }
        // Only what is signed goes to the device.
        #expect(!String(decoding: json, as: UTF8.self).contains("ignored"))
        #expect(try TypedData(.string(String(decoding: json, as: UTF8.self))) == TypedData(data))
        // Devices answer for messages with or without 27.
        device.change = { $0.v[0] -= 27 }
        #expect(await site.ask("personal_sign", ["0x6869", address])["result"] == signature)
    }

    @Test func `what the device cannot sign is refused before the user is asked`() async throws {
        let site = try await site()
        let (shown, legacy) = (site.shown.count, JSON.array([["type": "string", "name": "a", "value": "b"]]))
        for answer in [
            await site.ask("eth_signTypedData_v3", [address, Self.typed("hello")]),
            await site.ask("eth_signTypedData_v1", [legacy, address]),
            await site.ask("eth_sign", [address, "0x01"]),
            await site.link("getAddress", ["protocol": "BTC"])["data"] ?? .null,
            await site.link("getAddress", ["protocol": "BCH"])["data"] ?? .null,
        ] {
            #expect(answer["error"] != nil || answer["result"] == nil, "\(answer.text)")
        }
        let unsupported = await site.ask("eth_signTypedData_v3", [address, Self.typed("hello")])
        #expect(unsupported["error"]?["code"] == 4200)
        #expect(unsupported["error"]?["message"]?.string?.contains("hardware wallet") == true)
        let code = await site.send(["from": address, "authorizationList": [["chainId": "0x1"]]])
        #expect(code["error"] != nil)
        let account = try EthereumAddress(device.account.address)
        let revoke = await site.ask(Revoking(services: site.services, account: account))
        #expect(revoke["error"]?["code"] == 4200)
        let large = JSON.string("0x" + String(repeating: "61", count: 250_001))
        let message = await site.ask("personal_sign", [large, address])
        #expect(message["error"]?["message"]?.string?.contains("too large") == true, "\(message.text.prefix(300))")
        let data = await site.ask(
            "eth_signTypedData_v4", [address, Self.typed(String(repeating: "a", count: 250_000))])
        #expect(data["error"]?["message"]?.string?.contains("too large") == true, "\(data.text.prefix(300))")
        site.services.ethereum.deviceSigner = nil
        #expect(await site.ask("personal_sign", ["0x6869", address])["error"]?["code"] == 4200)
        #expect(site.shown.count == shown)
        #expect(device.asked.isEmpty)
    }

    private struct Revoking: Handler {
        let services: WalletServices
        let account: EthereumAddress

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            guard let chain = services.chains.chain(id: 1) else { throw .rejected }
            return .string(try await services.sending.revokeDelegation(of: account, on: chain, for: request))
        }
    }

    @Test func `a user who cancels rejects the request, and a locked wallet takes no answer`() async throws {
        let site = try await site()
        device.beforeAnswer = { () throws(RPCError) in throw .rejected }
        #expect(await send(site)["error"]?["code"] == 4001)
        #expect(await site.ask("personal_sign", ["0x6869", address])["error"]?["code"] == 4001)
        device.beforeAnswer = { site.dispatcher.lock() }
        #expect(await send(site)["error"] != nil)
        site.dispatcher.unlock()
        #expect(await site.ask("personal_sign", ["0x6869", address])["error"] != nil)
        #expect(node.sent.isEmpty)
        #expect(try await site.services.journal.recent(limit: 9).isEmpty)
    }

    @Test func `an answer after the end of the request is not used`() async throws {
        let site = try await site()
        device.beforeAnswer = { site.dispatcher.endAll(because: .navigated) }
        let answer = await send(site)
        #expect(answer["result"] == nil)
        #expect(node.sent.isEmpty)
        #expect(try await site.services.journal.recent(limit: 9).isEmpty)
    }

    @Test func `the account is chosen for sites like others, in use or in addition to the one in use`() async throws {
        let site = try TestSite()
        let services = site.services
        services.ethereum.deviceSigner = device
        services.sites.set(devices: [device.account])
        services.grants.switchAccount(to: services.activeAccount.address(.ethereum))
        let own = services.activeAccount.address(.ethereum)
        let cold = device.account.address
        site.earlier = [.adjusted([cold: "true"]), .approved]
        #expect(
            await site.ask("eth_requestAccounts")["result"] == [.string(own.lowercased()), .string(cold.lowercased())])
        var events: [Event] = []
        let subscription = services.eventBus.subscribe { event, _ in events.append(event) }
        defer { _ = subscription }
        services.sites.use(device: cold)
        // The one in use is first.
        #expect(await site.ask("eth_accounts")["result"] == [.string(cold.lowercased()), .string(own.lowercased())])
        #expect(events.count == 1)
        // Each signs where its key is.
        #expect(await site.ask("personal_sign", ["0x6869", .string(own)])["result"] != nil)
        #expect(device.asked.isEmpty)
        #expect(await site.ask("personal_sign", ["0x6869", .string(cold)])["result"] != nil)
        #expect(device.asked.count == 1)
        services.sites.set(devices: [])
        #expect(await site.ask("eth_accounts")["result"] == [.string(own.lowercased())])
        #expect(await site.ask("personal_sign", ["0x6869", .string(cold)])["error"]?["code"] == 4100)
        services.sites.use(device: cold)
        #expect(services.activeAccount.address(.ethereum) == own)
    }

    @Test func `a device that claims the fingerprint and the path of another one is not used for it`() async throws {
        let site = try await site()
        let sites = site.services.sites
        let key = device.account.account.device
        let twin = try WalletAddress(
            Account(name: "Cold", device: #require(key)), "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65")
        sites.set(devices: [twin, device.account])
        sites.use(device: device.account.address)
        #expect(sites.activeAccount.ethereumAccount == device.account)
        sites.use(device: twin.address)
        #expect(sites.activeAccount.ethereumAccount == twin)
        // The keys of one device do not sign for the account of another one.
        let answer = await site.send(["from": .string(twin.address)])
        #expect(answer["error"] != nil && node.sent.isEmpty)
    }

    @Test func `an account whose key the wallet has signs with that key`() async throws {
        let site = try TestSite()
        let own = site.services.activeAccount.ethereumAccount
        site.services.sites.set(
            devices: [
                WalletAddress(Account(name: "Copy", device: try #require(device.account.account.device)), own.address)
            ])
        #expect(site.services.activeAccount.ethereumAddresses == [own])
        #expect(site.services.activeAccount.device(ofEthereum: own.address) == nil)
    }
}
