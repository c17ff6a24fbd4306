import Bitcoin
import Bridge
import Foundation
import Primitives
import TestSupport
import Store
import Synchronization
import Testing
import Network

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

/// Payments of a program that is killed, with a store on the disk and a server that speaks over sockets.
@MainActor @Suite(.timeLimit(.minutes(15))) struct KilledPaymentTests {
    /// Where the program is killed.
    enum Point: CaseIterable {
        /// The payment is recorded, but not sent.
        case recorded
        /// The server has it, and did not say so.
        case received
        /// It was on the line, and the server never had it.
        case lost
    }

    @Test(arguments: Point.allCases)
    func `a program that is killed while it pays neither pays twice nor loses its coins`(
        point: Point
    ) async throws {
        for round in 0..<8 {
            let folder = try Folder()
            let network = try await Network()
            let killed = try PaymentWriter(folder: folder.path, port: network.peer.port)
            let said = try #require(await killed.line())
            if point != .recorded {
                killed.goOn()
                await network.waitForPayment()
            }
            killed.kill()

            let store = try Store(folder: folder.path)
            let payment = try #require(try await store.journal.open().first)
            #expect(said == "recorded \(payment.txid)")
            #expect(payment.state == .signed)
            let received = network.received
            #expect(received == (point == .recorded ? nil : Hex.encode(payment.raw)))
            network.goOn(having: point == .received ? payment : nil)

            let site = try TestSite(servers: [.bitcoinCash: network.server()], journal: store.journal)
            await site.services.transactions.resolve()
            let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.005"]
            if point == .received {
                #expect(try await store.journal.recent(limit: 9).map(\.state) == [.sent])
                #expect(network.peer.facts.withLock(\.broadcasts).isEmpty)
                continue
            }
            #expect(await site.services.transactions.networkStatus(of: payment) == .missing)
            #expect(await site.link("sendAssets", wish)["error"]?["type"] == "SEND_ERROR")
            if round.isMultiple(of: 2) {
                try await site.services.transactions.sendAgain(payment)
                #expect(network.peer.facts.withLock(\.broadcasts) == [Hex.encode(payment.raw)])
                #expect(try await store.journal.recent(limit: 9).map(\.state) == [.sent])
            } else {
                try await site.services.transactions.giveUp(payment)
                #expect(await site.link("sendAssets", wish)["data"] != nil)
                #expect(try await store.journal.recent(limit: 9).map(\.state) == [.sent, .abandoned])
            }
        }
    }
}

/// A server on this machine that knows one coin of the wallet's; at first it ignores a payment that it receives.
private final class Network: Sendable {
    let peer: ElectrumPeer
    private let state: State

    /// The payment that the server received, and whether it leaves it unanswered.
    private final class State: Sendable {
        let received = Mutex<String?>(nil)
        let isMute = Mutex(true)
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    }

    init() async throws {
        let state = State()
        self.state = state
        peer = try await ElectrumPeer(nil, facts: try .holding(1_000_000)) { method, params in
            guard method == "blockchain.transaction.broadcast", state.isMute.withLock({ $0 }) else { return nil }
            state.received.withLock { $0 = params.first?.string }
            state.arrival.yield()
            return .silence
        }
    }

    /// The payment that came while the server was mute.
    var received: String? { state.received.withLock { $0 } }

    /// Waits until the server has received a payment.
    func waitForPayment() async {
        for await _ in state.arrivals { return }
    }

    /// Answers from now on, and knows `payment`, which waits for a block.
    func goOn(having payment: TransactionRecord?) {
        state.isMute.withLock { $0 = false }
        guard let payment else { return }
        peer.facts.withLock { facts in
            facts.transactions[payment.txid] = Hex.encode(payment.raw)
            for name in facts.histories.keys {
                let known = facts.histories[name]?.array ?? []
                facts.histories[name] = .array(known + [["tx_hash": .string(payment.txid), "height": 0]])
            }
        }
    }

    func server() -> ElectrumServers {
        ElectrumServers(
            .bitcoinCash, at: [peer.address("127.0.0.1", isSecure: false)], dialer: SocketDialer(trusting: .system),
            rules: MadeChain.rules)
    }
}

/// The program that pays, until it is killed.
private final class PaymentWriter {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(folder: String, port: Int) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "PaymentWriter")
        process.arguments = [folder, "\(port)"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// The next line that it says.
    func line() async -> String? {
        await withCheckedContinuation { continuation in
            // The server answers on this process's other threads; this one only waits.
            Thread.detachNewThread { [output] in
                let data = output.fileHandleForReading.availableData
                continuation.resume(
                    returning: data.isEmpty ? nil : String(decoding: data.dropLast(), as: UTF8.self))
            }
        }
    }

    func goOn() {
        input.fileHandleForWriting.write(Data("\n".utf8))
    }

    /// Kills it as a power cut does for a process.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// A folder that goes with the test.
private final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "drawbridge-paying-\(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
