import Bridge
import LocalServer
import Simulators
import Testing

@testable import WalletTesting

/// Clients of the simulated Electrum server that want too much: its memory stays bounded, and others are served.
@Suite(.timeLimit(.minutes(5))) struct SimulatorLimitTests {
    private func isServing(_ simulator: CoinSimulator) async throws -> Bool {
        let wire = try await ElectrumWire(to: simulator.plain, versions: ["1.4", "1.6"])
        let hasAnswered = try await wire.ask("server.banner").string != nil
        await wire.close()
        return hasAnswered
    }

    @Test func `a line of 20 MB ends the connection`() async throws {
        let simulator = try await CoinSimulator.started()
        let wire = try await ElectrumWire(to: simulator.plain, versions: ["1.4", "1.6"])
        try? await wire.send(String(repeating: "a", count: 20_000_000))
        #expect(await wire.isEnded())
        #expect(try await isServing(simulator))
        await simulator.stop()
    }

    @Test func `a batch that is too long is refused as a whole`() async throws {
        let simulator = try await CoinSimulator.started()
        let wire = try await ElectrumWire(to: simulator.plain, versions: ["1.4", "1.6"])
        let question = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
        try await wire.send("[\([String](repeating: question, count: 251).joined(separator: ","))]")
        #expect(await wire.next()?["error"]?["code"] == -32_600)
        try await wire.send("[\([String](repeating: question, count: 250).joined(separator: ","))]")
        #expect(await wire.next()?.array?.count == 250)
        await simulator.stop()
    }

    @Test func `a connection follows 20,000 scripts and no more, until it stops following one`() async throws {
        let simulator = try await CoinSimulator.started()
        let wire = try await ElectrumWire(to: simulator.plain, versions: ["1.4", "1.6"])
        func script(_ number: Int) -> JSON {
            .string(String(repeating: "0", count: 59) + String(100_000 + number).suffix(5))
        }
        func question(_ number: Int) -> JSON {
            [
                "jsonrpc": "2.0", "id": .number(JSONNumber(number)), "method": "blockchain.scripthash.subscribe",
                "params": [script(number)],
            ]
        }
        for start in stride(from: 0, to: 20_000, by: 250) {
            try await wire.send(JSON.array((start..<start + 250).map(question)).text)
            #expect(await wire.next()?.array?.allSatisfy { $0["result"] == .null } == true)
        }
        #expect(try await wire.code("blockchain.scripthash.subscribe", script(20_000)) == 1)
        // One that is followed can be asked for again.
        #expect(try await wire.code("blockchain.scripthash.subscribe", script(7)) == nil)
        #expect(try await wire.ask("blockchain.scripthash.unsubscribe", script(7)) == true)
        #expect(try await wire.code("blockchain.scripthash.subscribe", script(20_000)) == nil)
        #expect(try await wire.code("blockchain.scripthash.subscribe", script(7)) == 1)
        await simulator.stop()
    }

    @Test func `a web page that sends HTTP to the port cannot ask anything`() async throws {
        let simulator = try await CoinSimulator.started()
        let wire = try await ElectrumWire(to: simulator.plain)
        let version = #"{"jsonrpc":"2.0","id":1,"method":"server.version","params":["page","1.4"]}"#
        for line in ["POST / HTTP/1.1\r", "Host: localhost\r", "\r", version] { try? await wire.send(line) }
        #expect(await wire.next()?["error"]?["code"] == -32_700)
        #expect(await wire.isEnded())
        #expect(simulator.faults.takeAsked() == [])
        await simulator.stop()
    }

    @Test func `values that are nested too deeply are refused`() async throws {
        let simulator = try await CoinSimulator.started()
        let wire = try await ElectrumWire(to: simulator.plain, versions: ["1.4", "1.6"])
        try await wire.send(String(repeating: "[", count: 100_000))
        #expect(await wire.next()?["error"]?["code"] == -32_700)
        #expect(try await wire.answer("server.ping", [])["result"] == .null)
        await simulator.stop()
    }

    @Test func `more connections than there is room for end at once, and those that are there go on`() async throws {
        let simulator = try await CoinSimulator.started()
        var wires: [ElectrumWire] = []
        for _ in 0..<LoopbackServer.connectionLimit {
            wires.append(try await ElectrumWire(to: simulator.plain, versions: ["1.4", "1.6"]))
        }
        let late = try? await ElectrumWire(to: simulator.plain)
        if let late { #expect(await late.isEnded()) }
        #expect(try await wires[0].ask("server.banner").string != nil)
        for wire in wires { await wire.close() }
        await simulator.stop()
    }
}
