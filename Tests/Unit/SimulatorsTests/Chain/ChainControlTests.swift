import Bitcoin
import Bridge
import Network
import Simulators
import Testing

@testable import WalletTesting

@Suite(.timeLimit(.minutes(5))) struct ChainControlTests {
    private func ask(_ control: ChainControl, _ method: String, _ params: JSON = [:]) async -> JSON {
        await control.answer(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params])
    }

    private static let address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

    @Test func `every order does what it says`() async throws {
        let simulator = try await CoinSimulator.started()
        let ledger = simulator.ledger
        let control = ChainControl([simulator])
        let start = ledger.height
        #expect(await ask(control, "ledgers")["result"] == ["bitcoin"])
        let id = await ask(control, "fund", ["address": .string(Self.address), "amount": "0.25"])["result"]?.string
        #expect(id?.utf8.count == 64)
        #expect(ledger.height == start + 1)
        #expect(await ask(control, "mine", ["blocks": 3])["result"] == .null)
        #expect(await ask(control, "height")["result"] == .number(JSONNumber(start + 4)))
        let snapshot = await ask(control, "snapshot")["result"] ?? .null
        #expect(await ask(control, "setTime", ["time": 1_900_000_000])["result"] == .null)
        #expect(await ask(control, "advance", ["seconds": 60])["result"] == .null)
        #expect(await ask(control, "mine")["result"] == .null)
        let block = try #require(ledger.blocks(from: start + 5).first)
        let header = try #require(BlockHeader(Array(block.prefix(80))))
        #expect(header.time == 1_900_000_060)
        #expect(header.hasItsWork)
        #expect(await ask(control, "reorganise", ["depth": 2])["result"] == .null)
        #expect(ledger.height == start + 6)
        #expect(await ask(control, "restore", ["snapshot": snapshot])["result"] == .null)
        #expect(ledger.height == start + 4)
        #expect(await ask(control, "stop")["result"] == .null)
    }

    @Test func `a wrong order is refused with a sentence, and changes nothing`() async throws {
        let simulator = try await CoinSimulator.started()
        let control = ChainControl([simulator])
        let height = simulator.ledger.height
        for (method, params) in [
            ("mine", ["blocks": 0]), ("mine", ["blocks": -1]), ("mine", ["blocks": "1"]),
            ("mine", ["blocks": 1_000_000]),
            ("mine", ["ledger": "dogecoin"]), ("fund", [:]), ("fund", ["address": "x", "amount": "1"]),
            ("fund", ["address": .string(Self.address), "amount": "1e3"]),
            ("fund", ["address": .string(Self.address), "amount": "21000000"]),
            ("fund", ["address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "amount": "1"]),
            ("setTime", ["time": 5]), ("restore", ["snapshot": 3]), ("reorganise", ["depth": 9_999]),
            ("fault", ["fault": "explode"]), ("fault", ["fault": "refuse", "times": "twice"]), ("mine", [1]),
        ] as [(String, JSON)] {
            let answer = await ask(control, method, params)
            #expect(answer["error"]?["code"] == -32_000, "\(method) \(params)")
        }
        #expect(await ask(control, "nothing")["error"]?["code"] == -32_601)
        #expect(await control.answer(7)["error"]?["code"] == -32_600)
        #expect(simulator.ledger.height == height)
        await simulator.stop()
    }

    @Test func `it listens on a port of its own, but not to web pages`() async throws {
        let simulator = try await CoinSimulator.started()
        let control = ChainControl([simulator])
        let port = try await control.start()
        let order: JSON = ["jsonrpc": "2.0", "id": 1, "method": "mine", "params": ["blocks": 2]]
        func send(_ headers: [(String, String)]) async throws -> HTTPResponse {
            try await WebClient().send(
                HTTPRequest(.post, "http://127.0.0.1:\(port)/", headers: headers, body: order.bytes))
        }
        let height = simulator.ledger.height
        #expect(try await send([("Content-Type", "application/json")]).status == 200)
        #expect(simulator.ledger.height == height + 2)
        #expect(try await send([("Content-Type", "text/plain")]).status == 403)
        let page = [("Content-Type", "application/json"), ("Origin", "https://evil.example")]
        #expect(try await send(page).status == 403)
        #expect(simulator.ledger.height == height + 2)
        await control.close()
        await simulator.stop()
    }

    @Test func `a fault is for one method or all, once or always, in the order in which it was added`() async throws {
        let faults = ChainFaults()
        faults.add(.close, for: "a", isOnce: true)
        faults.add(.refuse(code: 1, message: "no"), for: "a", isOnce: true)
        faults.add(.lie)
        #expect(faults.next(for: "b") == .lie)
        #expect(faults.next(for: "a") == .close)
        #expect(faults.next(for: "a") == .refuse(code: 1, message: "no"))
        #expect(faults.next(for: "a") == .lie)
        faults.clear()
        #expect(faults.next(for: "a") == nil)
        #expect(faults.takeAsked() == ["b", "a", "a", "a", "a"])
        #expect(faults.takeAsked() == [])
        #expect(ChainFault.names.compactMap { ChainFault(name: $0)?.name } == ChainFault.names)
        #expect(ChainFault(name: "explode") == nil)
    }

    @Test func `each fault shows at the server`() async throws {
        let simulator = try await CoinSimulator.started()
        let faults = simulator.faults
        let wire = try await ElectrumWire(to: simulator.plain, versions: ["1.4", "1.6"])
        let good = try await wire.ask("blockchain.block.header", 5)
        faults.add(.refuse(code: 7, message: "no"), for: "blockchain.block.header", isOnce: true)
        #expect(try await wire.code("blockchain.block.header", 5) == 7)
        faults.add(.lie, for: "blockchain.block.header", isOnce: true)
        let lie = try await wire.ask("blockchain.block.header", 5)
        #expect(lie != good)
        #expect(ElectrumContract.header(lie)?.hasItsWork == false)
        faults.add(.delay(.milliseconds(1)), for: "blockchain.block.header", isOnce: true)
        #expect(try await wire.ask("blockchain.block.header", 5) == good)
        // The question after one without an answer is answered.
        faults.add(.stop, for: "server.banner", isOnce: true)
        try await wire.send(#"{"jsonrpc":"2.0","id":"lost","method":"server.banner"}"#)
        #expect(try await wire.answer("server.banner", [])["result"]?.string != nil)
        faults.add(.close, isOnce: true)
        #expect(try await wire.answer("server.banner", []) == .null)
        await simulator.stop()
    }
}
