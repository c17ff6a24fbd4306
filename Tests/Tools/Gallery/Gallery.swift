import Bitcoin
import Bridge
import Ethereum
import Foundation
import WalletCore
import BitcoinWallet
import EthereumWallet
import WalletMethods
import WalletUI

/// A wallet with demo keys whose approvals are shown one after the other, photographed, and taken away.
@MainActor final class Gallery: Approver {
    /// The images that were taken.
    private(set) var taken: [String] = []

    /// The names of images for which no approval came.
    private(set) var missing: [String] = []

    let node = QuietNode()
    let coins: [UTXOChain: QuietCoins] = [.bitcoinCash: QuietCoins(.bitcoinCash), .bitcoin: QuietCoins(.bitcoin)]
    private(set) var services: WalletServices
    private(set) var dispatcher: RequestDispatcher
    private let folder: String
    private let names: [String]
    private let presenter: ApprovalPresenter
    private let window = BrowserWindow()

    /// What the approval that comes is called; one that has no name is approved at once.
    private var name: String?

    /// How many approvals come before the one that is wanted.
    private var skipped = 0

    init(folder: String, names: [String]) throws {
        self.folder = folder
        self.names = names
        let phrase = SecurityPhrase("amber-heron-22") ?? .random()
        presenter = ApprovalPresenter(parent: window, notice: nil, mark: PhraseMark(phrase))
        let relay = Relay()
        // A site whose requests are rejected again and again would have to wait: this user rejects them all.
        var limits = Limits()
        limits.refusalsInARow = .max
        let gate = Gate(approver: relay, limits: limits)
        let chains = ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { [node] _ in node }
        services = try WalletServices(activeAccount: .demo(), gate: gate, chains: chains, servers: coins)
        services.now = { 1_764_000_000 }
        services.coins.invoices = Invoices(Merchant())
        dispatcher = RequestDispatcher(handler: Router.wallet(services, version: "1.0.0"), gate: gate)
        relay.target = self
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func run() async throws {
        try await showEthereum()
        try await showWorth()
        try await showTypedData()
        try await showCoins()
        try await showOthers()
    }

    /// Has `ask` bring up an approval, and takes an image of it.
    func take(_ name: String, after skipped: Int = 0, _ ask: @MainActor () async throws -> JSON) async throws {
        guard names.isEmpty || names.contains(where: { name.contains($0) }) else { return }
        (self.name, self.skipped) = (name, skipped)
        let answer = try await ask()
        if self.name != nil {
            missing.append(name)
            print("no approval for \(name): \(answer.text.prefix(300))")
        }
        self.name = nil
    }

    func decide(_ question: PendingApproval) async -> Decision {
        guard let name, skipped == 0 else {
            skipped = max(0, skipped - 1)
            return .approved(entry: question.approval.entry?.initial)
        }
        self.name = nil
        let task = Task { await presenter.decide(question) }
        try? await Task.sleep(for: .milliseconds(1_800))
        do {
            try Screenshot.write(to: "\(folder)/\(name).png")
            taken.append(name)
        } catch {
            print(error)
        }
        task.cancel()
        _ = await task.value
        return .rejected
    }

    /// Asks as a page of `site` in Ethereum's dialect.
    func ask(_ method: String, _ params: JSON = .null, from site: String = "https://shop.example") async throws -> JSON
    {
        var message: JSONObject = ["method": .string(method)]
        if params != .null { message["params"] = params }
        return try await send(.object(message), in: EthereumDialect(), from: site)
    }

    /// Asks as a page of `site` in Link's dialect.
    func link(_ command: String, _ data: JSON = .null, from site: String = "https://shop.example") async throws -> JSON
    {
        let metadata: JSON = ["title": "Shop & Co"]
        let message: JSON = [
            "messageId": "m1", "command": .string(command), "data": data, "websiteMetadata": metadata,
        ]
        return try await send(message, in: LinkDialect(), from: site)
    }

    private var documents: [String: DocumentID] = [:]

    private func send(_ message: JSON, in dialect: any Dialect, from site: String) async throws -> JSON {
        let digits = String(documents.count)
        let document = documents[site] ?? DocumentID(String(repeating: "0", count: 32 - digits.count) + digits)
        guard let document else { throw BridgeError.origin(.malformed) }
        documents[site] = document
        let peer = Peer.page(origin: try Origin(serialized: site), document: document)
        let answer = await withCheckedContinuation { continuation in
            message.bytes.withUnsafeBufferPointer { text in
                dispatcher.receive(text, in: dialect, from: peer) { continuation.resume(returning: $0) }
            }
        }
        return (try? JSON(parsing: answer)) ?? .null
    }

    private final class Relay: Approver {
        weak var target: Gallery?

        func decide(_ question: PendingApproval) async -> Decision { await target?.decide(question) ?? .rejected }
    }
}
