import Bridge
import Network
import Testing

@testable import Simulators
import WalletTesting

/// What strangers send to the simulated node.
@Suite(.timeLimit(.minutes(5))) struct HostileNodeTests {
    private static let question = #"{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}"#

    private static let upgrade = """
        GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n
        """

    private func chain() async throws -> (EthereumChain, Int) {
        let chain = EthereumChain(chainID: 1, now: { 1_800_000_000 })
        try await chain.start()
        return (chain, try #require(Int(chain.address.split(separator: ":").last ?? "")))
    }

    private func post(_ origin: String, _ type: String = "application/json", _ body: String = question) -> String {
        """
        POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\(origin)Content-Type: \(type)\r\nConnection: close\r\n\
        Content-Length: \(body.utf8.count)\r\n\r\n\(body)
        """
    }

    @Test func `only pages of this machine and programs are answered`() async throws {
        let (chain, port) = try await chain()
        func status(_ text: String) async -> Substring {
            await RawSocket.exchange(Array(text.utf8), port: port, ends: true).prefix(12)
        }
        #expect(await status(post("")) == "HTTP/1.1 200")
        #expect(await status(post("Origin: http://127.0.0.1:8080\r\n")) == "HTTP/1.1 200")
        #expect(await status(post("Origin: https://evil.example\r\n")) == "HTTP/1.1 403")
        #expect(await status(post("Origin: http://127.0.0.1.evil.example\r\n")) == "HTTP/1.1 403")
        #expect(await status(post("Origin: null\r\n")) == "HTTP/1.1 403")
        #expect(await status(post("", "text/plain")) == "HTTP/1.1 415")
        #expect(await status(Self.upgrade + "Origin: https://evil.example\r\n\r\n") == "HTTP/1.1 403")
        #expect(await status(Self.upgrade.replacing("13", with: "12") + "\r\n") == "HTTP/1.1 400")
        #expect(await status(Self.upgrade + "\r\n") == "HTTP/1.1 101")
        await chain.stop()
    }

    @Test(
        arguments: [
            ("a frame without a mask", [0x81, 0x02, 0x68, 0x69], UInt8(0xEA)),
            ("a frame of 2^63 bytes", [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4], 0xF1),
            ("reserved bits", [0xF1, 0x80, 1, 2, 3, 4], 0xEA), ("binary", [0x82, 0x80, 1, 2, 3, 4], 0xEB),
            ("a continuation of nothing", [0x80, 0x80, 1, 2, 3, 4], 0xEA),
        ] as [(String, [UInt8], UInt8)]) func `a WebSocket that breaks the protocol is closed with the reason`(
            _ name: String, _ frame: [UInt8], _ code: UInt8
        ) async throws
    {
        let (chain, port) = try await chain()
        let answer = await RawSocket.bytes(Array((Self.upgrade + "\r\n").utf8) + frame, port: port)
        #expect(answer.suffix(4) == [0x88, 0x02, 0x03, code], "\(name)")
        await chain.stop()
    }

    @Test(arguments: [
        "", "{", "[]", "1", "{}", #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":{}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x12"]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":7}]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["0xffffffffffffffff","0xffffffffffffffff",[]]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0xffffffffffffffff","toBlock":"0x0","topics":[1]}]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x1","toBlock":"0x0"}]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x04c0"]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"number":"0xffffffffffffffff","time":"0x0"},"calls":[]}]}]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"number":"0xffffffffffffffff"}},{}]}]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{},"latest"]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"value":"0x5","gasPrice":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","gas":"0xffffffffffffffff"}]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x00000000000000000000000000000000000000aa","zz"]}"#,
    ]) func `an invalid request gets an error, and the node goes on`(_ text: String) async throws {
        let chain = EthereumChain(chainID: 1, now: { 1_800_000_000 })
        guard case .answer(let answer) = await chain.answer(Array(text.utf8), nil) else {
            Issue.record("no answer")
            return
        }
        #expect(answer["error"]?["code"]?.number?.integer ?? 0 < 0, "\(answer.text)")
        #expect(await chain.result("eth_chainId") == "0x1")
    }

    @Test func `several requests in one are answered in order, and too many are refused`() async throws {
        let chain = EthereumChain(chainID: 1, now: { 1_800_000_000 })
        let one = Self.question
        guard case .answer(let answers) = await chain.answer(Array("[\(one),1,\(one)]".utf8), nil) else {
            Issue.record("no answer")
            return
        }
        #expect(answers.array?.map { $0["result"] } == ["0x1", nil, "0x1"])
        let many = "[" + Array(repeating: one, count: 1_001).joined(separator: ",") + "]"
        guard case .answer(let refusal) = await chain.answer(Array(many.utf8), nil) else {
            Issue.record("no answer")
            return
        }
        #expect(refusal["error"]?["message"] == "batch too large")
    }
}
