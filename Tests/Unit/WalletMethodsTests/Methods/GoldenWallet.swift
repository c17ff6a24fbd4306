import Bitcoin
import Bridge
import Network
import TestSupport
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

/// The demo wallet with what an exchange of golden messages says is there, and a site or a payment that asks it.
@MainActor final class GoldenWallet {
    /// What one message led to.
    struct Outcome {
        /// The text that went to the wallet, as the dispatcher reported it.
        var request: String?
        /// The text that came back.
        var reply: String?
        /// The reason of a payment's failure, which a caller in the program gets as a value.
        var reason: String?
        /// The events of the dialect that the site got meanwhile.
        var events: [JSON] = []
        /// How many questions the user was asked.
        var questions = 0
    }

    private let site: TestSite
    private let payment: PaymentPeer?
    private let session: GoldenSession?
    private let blocks: MadeBlocks?
    private let clock = ManualClock()
    private var events: [JSON] = []
    private var traffic: [TraceEvent] = []
    private var subscription: EventBus.Subscription?

    /// Creates the wallet that the member `given` of an exchange describes.
    init(_ given: JSON) async throws {
        blocks = given["blocks"] == true ? MadeBlocks() : nil
        let node = blocks?.node ?? FakeNode.quiet()
        if let logs = blocks?.logs {
            node.set("eth_getLogs") { params throws(NodeError) in Self.whole(try logs(params)) }
        }
        for member in given["node"]?.object?.members ?? [] { node.set(member.key, member.value) }
        for member in given["refusals"]?.object?.members ?? [] {
            let error = try #require(Self.errors[member.value.string ?? ""])
            node.set(member.key) { _ throws(NodeError) in throw error }
        }
        let added = FakeNode(chainID: given["server"]?.quantity ?? 1)
        let own = try Endpoint("https://node.example")
        let hasNode = given["node"] != nil || blocks != nil || given["refusals"] != nil
        site = try TestSite(
            chains: ChainBook(endpoints: hasNode ? [1: own] : [:]) { $0 == own ? node : added },
            servers: try await Self.servers(given))
        payment = try given["payment"].map { payment in
            PaymentPeer(
                origin: try Origin(serialized: "https://pay.example"), id: "pay_1",
                account: payment["account"]?.string ?? "", merchant: payment["merchant"]?.string,
                invoice: payment["invoice"]?.string)
        }
        session = try given["session"].map(GoldenSession.init)
        site.services.sessionChains.onUse = { _, _ in }
        if blocks != nil { site.services.time = clock.time }
        site.services.now = { 1_800_000_000 }
        if let merchant = given["merchant"] { site.services.coins.invoices = Invoices(try Self.sender(merchant)) }
        for kind in given["connected"]?.array ?? [] {
            let kind = try #require(kind.string.flatMap(AddressKind.init(rawValue:)))
            try await site.services.grants.give(kind, to: site.peer.origin)
        }
        if let chain = given["chain"]?.string { try await site.services.ethereum.choose(chain, for: site.peer.origin) }
        if given["locked"] == true { site.dispatcher.lock() }
        subscription = site.services.eventBus.subscribe { [weak self] event, audience in
            guard let self, audience.contains(site.peer), let text = EthereumDialect().encode(event) else { return }
            events += (try? JSON(parsing: text)).map { [$0] } ?? []
        }
        site.dispatcher.traffic.add { [weak self] in self?.traffic.append($0) }
    }

    /// Has one exchange of the dialect with this name.
    func replay(_ exchange: JSON, in dialect: String) async throws -> Outcome {
        let user = exchange["user"]?.array ?? []
        site.earlier = try user.map { try Self.decision($0.string ?? "") }
        site.decision = .rejected
        let before = site.shown.count
        traffic = []
        events = []
        if let topics = exchange["grow"]?.array { blocks?.grow(topics: topics.compactMap { $0.number?.integer }) }
        if let seconds = exchange["wait"]?.number?.integer {
            if exchange["request"] == nil { _ = await eventually { clock.sleeperCount > 0 } }
            clock.advance(by: .seconds(seconds))
        }
        var reason: String?
        if let request = exchange["request"], let session, dialect == RequestDispatcher.sessionDialect {
            let (text, reply) = try await session.send(request, to: site.dispatcher)
            return Outcome(request: text, reply: reply, events: events, questions: site.shown.count - before)
        }
        if let request = exchange["request"] {
            reason = try await send(request, in: dialect)?.kind.rawValue
        } else {
            _ = await eventually { !events.isEmpty }
        }
        return Outcome(
            request: traffic.first { $0.direction == .request }?.text,
            reply: traffic.first { $0.direction == .answer }?.text, reason: reason, events: events,
            questions: site.shown.count - before)
    }

    /// Sends a request; for a payment, returns why it failed.
    private func send(_ request: JSON, in dialect: String) async throws -> RPCError? {
        switch dialect {
        case "link": _ = await site.send(request, in: LinkDialect())
        case "ethereum": _ = await site.send(request, in: EthereumDialect())
        default:
            let answer = await site.dispatcher.perform(
                request["method"]?.string ?? "", request["params"] ?? .null, for: try #require(payment))
            if case .failure(let error) = answer.result { return error }
        }
        return nil
    }

    /// Logs with the members that a node gives each.
    private nonisolated static func whole(_ logs: JSON) -> JSON {
        .array(
            (logs.array ?? []).map { log in
                var members = log.object ?? JSONObject()
                (members["address"], members["data"]) = (MadeBlocks.contract, "0x")
                return .object(members)
            })
    }

    private static func decision(_ answer: String) throws -> Decision {
        switch answer {
        case "approves": .approved
        case "rejects": .rejected
        default: .approved(entry: String(try #require(answer.split(separator: "types ").first)))
        }
    }

    /// The servers of coins, with the coins and tokens that the wallet has there.
    private static func servers(_ given: JSON) async throws -> [UTXOChain: any CoinServer] {
        var servers: [UTXOChain: any CoinServer] = [:]
        for member in given["coins"]?.object?.members ?? [] {
            let chain: UTXOChain = member.key == "BTC" ? .bitcoin : .bitcoinCash
            let path = chain == .bitcoin ? CoinSite.bitcoinReceiving : CoinSite.receiving
            let server = FakeCoinServer(chain)
            let value = UInt64(try #require(member.value.number?.integer))
            if value > 0 { await server.pay(value, to: try CoinSite.own(path + "0", on: chain)) }
            if chain == .bitcoinCash, let units = given["tokens"]?.number?.integer {
                try await pay(tokens: UInt64(units), to: server)
            }
            if given["broadcast"] == "refused" { await server.behave { $0.fate = .refused(.feeTooLow) } }
            servers[chain] = server
        }
        return servers
    }

    /// Creates a token of two decimals and sends some of it to the wallet.
    private static func pay(tokens units: UInt64, to server: FakeCoinServer) async throws {
        let genesis = SLPMessage.genesis(
            .fungible, try SLPGenesis(ticker: "EX", name: "Example", decimals: 2, quantity: 1_000_000))
        let source = await server.pay(546, to: Script([0x51]), others: [Output(0, to: genesis.script)])
        let message = SLPMessage.send(
            .fungible, token: source.transaction, quantities: [units, 1_000_000 - units])
        await server.add(
            BitcoinTransaction(
                inputs: [.init(source)],
                outputs: [
                    Output(0, to: message.script), Output(546, to: try CoinSite.own(CoinSite.tokens + "0")),
                    Output(546, to: Script([0x51])),
                ]))
    }

    /// A merchant's server with an invoice of 0.004 BCH.
    private static func sender(_ merchant: JSON) throws -> FakeSender {
        var invoice = MadeInvoice(script: try Destination(CoinSite.recipient, on: .bitcoinCash).script.bytes)
        invoice.memo = merchant["invoice"]?.string ?? ""
        invoice.paymentURL = "https://shop.example/pay"
        let (unsigned, memo) = (invoice.unsigned, merchant["memo"]?.string ?? "")
        let (status, hasInvoice) = (merchant["status"]?.number?.integer ?? 200, merchant["invoice"] != nil)
        return FakeSender { request in
            guard request.method == .post else {
                return HTTPResponse(
                    status: hasInvoice ? 200 : 404,
                    headers: [("content-type", "application/bitcoincash-paymentrequest")], body: unsigned)
            }
            return HTTPResponse(
                status: status, headers: [("content-type", "application/bitcoincash-paymentack")],
                body: MadeInvoice.field(1, request.body) + MadeInvoice.field(2, Array(memo.utf8)))
        }
    }

    /// How a node fails, by the names that golden messages use.
    private static let errors: [String: NodeError] = [
        "insufficientFunds": .refused(.insufficientFunds), "limit": .refused(.limit), "other": .refused(.other),
        "reverted": .refused(.reverted([0x08, 0xC3, 0x79, 0xA0])), "timedOut": .wire(.timedOut),
        "underpriced": .refused(.underpriced), "unreachable": .wire(.unreachable),
        "unsupported": .refused(.unsupported),
    ]
}
