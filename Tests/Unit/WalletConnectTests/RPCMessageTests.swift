import Bridge
import Testing

@testable import WalletConnect

@Suite struct RPCMessageTests {
    private func read(_ text: String) throws(WalletConnectError) -> RPCMessage {
        try RPCMessage(parsing: Array(text.utf8))
    }

    @Test(arguments: [
        (#"[]"#, "jsonrpc"), (#""x""#, "jsonrpc"), ("1", "jsonrpc"), ("null", "jsonrpc"), ("{}", "jsonrpc"),
        (#"{"id":1,"method":"m"}"#, "jsonrpc"), (#"{"jsonrpc":2.0,"id":1,"method":"m"}"#, "jsonrpc"),
        (#"{"jsonrpc":"1.0","id":1,"method":"m"}"#, "jsonrpc"), (#"{"jsonrpc":"2.0","method":"m"}"#, "id"),
        (#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, "id"), (#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, "id"),
        (#"{"jsonrpc":"2.0","id":1e3,"method":"m"}"#, "id"), (#"{"jsonrpc":"2.0","id":-0,"method":"m"}"#, "id"),
        (#"{"jsonrpc":"2.0","id":[1],"method":"m"}"#, "id"), (#"{"jsonrpc":"2.0","id":true,"method":"m"}"#, "id"),
        (#"{"jsonrpc":"2.0","id":"","method":"m"}"#, "id"),
        (#"{"jsonrpc":"2.0","id":18446744073709551616,"method":"m"}"#, "id"),
        (#"{"jsonrpc":"2.0","id":-9223372036854775809,"method":"m"}"#, "id"),
        (#"{"jsonrpc":"2.0","id":"\#(String(repeating: "1", count: 129))","method":"m"}"#, "id"),
        (#"{"jsonrpc":"2.0","id":1,"method":""}"#, "method"), (#"{"jsonrpc":"2.0","id":1,"method":1}"#, "method"),
        (#"{"jsonrpc":"2.0","id":1,"method":null}"#, "method"),
        (#"{"jsonrpc":"2.0","id":1,"method":"\#(String(repeating: "m", count: 129))"}"#, "method"),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","params":"x"}"#, "params"),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#, "params"),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","result":true}"#, "result"),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","error":{}}"#, "result"), (#"{"jsonrpc":"2.0","id":1}"#, "result"),
        (#"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#, "result"),
        (#"{"jsonrpc":"2.0","result":true}"#, "id"), (#"{"jsonrpc":"2.0","id":null,"result":true}"#, "id"),
        (#"{"jsonrpc":"2.0","id":{},"error":{"code":1}}"#, "id"),
        (#"{"jsonrpc":"2.0","id":1,"error":"x"}"#, "error.code"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}"#, "error.code"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"code":"1"}}"#, "error.code"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"code":1.5}}"#, "error.code"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"code":1e400}}"#, "error.code"),
    ])
    func `a message that is not JSON-RPC is refused, and the member is named`(text: String, member: String) {
        #expect(throws: WalletConnectError.message(member)) { try read(text) }
    }

    @Test(arguments: [
        ("", JSON.Fault.Reason.syntax), ("{", .syntax), (#"{"id":1,}"#, .syntax), (#"{"id":1,"id":2}"#, .duplicateKey),
        (#"{"params":{"a":1,"a":1}}"#, .duplicateKey), (#"{"a":"\ud800"}"#, .notUTF8),
        (String(repeating: "[", count: 100_000), .depth),
        ("[" + String(repeating: "0,", count: 70_000) + "0]", .tooMany), ("\u{FEFF}{}", .syntax),
    ])
    func `a message that is not strict JSON is refused`(text: String, reason: JSON.Fault.Reason) {
        do {
            _ = try read(text)
            Issue.record("it was read")
        } catch {
            guard case .json(let fault) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(fault.reason == reason)
        }
    }

    @Test func `a message that is too long is refused before it is read`() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: RPCMessage.maximumBytes + 1)
        #expect(throws: WalletConnectError.envelope(.tooLong)) { try RPCMessage(parsing: bytes) }
    }

    @Test(arguments: [
        "1", "0", "-1", "1700000000000123", "1700000000000123456", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "18446744073709551615", #""1700000000000123456""#, #""a""#, #""é\n""#,
    ])
    func `an id is answered exactly as it was written`(id: String) throws {
        guard case .request(let request) = try read(#"{"id":\#(id),"jsonrpc":"2.0","method":"m"}"#) else { return }
        let answer = RPCMessage.response(RPCResponse(id: request.id, result: true)).json.text
        #expect(answer == #"{"id":\#(id),"jsonrpc":"2.0","result":true}"#)
        #expect(try read(answer).id == request.id)
    }

    @Test func `a number and the same digits as text are two ids`() {
        #expect(RPCID(.string("1")) != RPCID(1))
    }

    @Test func `a request is written as the published one`() throws {
        let request = RPCRequest(id: .number(1), method: "test_method", params: .object(JSONObject()))
        #expect(request.json.text == Vectors.plain)
        #expect(try read(Vectors.plain) == .request(request))
    }

    @Test func `parameters that are missing are an empty object`() throws {
        guard case .request(let request) = try read(#"{"jsonrpc":"2.0","id":1,"method":"m","more":[]}"#) else { return }
        #expect(request.params == .object(JSONObject()))
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"result":null}"#, RPCResponse(id: .number(1), result: .null)),
        (#"{"jsonrpc":"2.0","id":1,"result":7,"error":null}"#, RPCResponse(id: .number(1), result: 7)),
        (
            #"{"jsonrpc":"2.0","id":1,"error":{"code":5000,"message":"User rejected."},"result":null}"#,
            RPCResponse(id: .number(1), failure: ErrorResponse(.userRejected))
        ),
        (
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#,
            RPCResponse(id: nil, failure: ErrorResponse(code: -32700, message: ""))
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":null}}"#,
            RPCResponse(id: .number(1), failure: ErrorResponse(code: 1, message: "m"))
        ),
        (
            #"{"jsonrpc":"2.0","error":{"code":-32700,"data":{"a":1}}}"#,
            RPCResponse(id: nil, failure: ErrorResponse(code: -32700, message: "", data: ["a": 1]))
        ),
    ])
    func `an answer is read`(text: String, response: RPCResponse) throws {
        #expect(try read(text) == .response(response))
    }

    @Test func `the message of an error is cut off between characters`() throws {
        let text = String(repeating: "é", count: 1_000)
        guard
            case .response(let response) = try read(
                #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"\#(text)"}}"#),
            case .failure(let failure) = response.outcome
        else { return }
        #expect(failure.message == String(repeating: "é", count: 512))
        #expect("aé".prefix(bytes: 2) == "a")
        #expect("aé".prefix(bytes: 0) == "")
        #expect("e\u{301}".prefix(bytes: 2) == "e")
    }

    // MARK: Ids

    @Test(arguments: [
        (RPCID.number(1_700_000_000_000_123), Int64?(1_700_000_000_000)),
        (.number(1_700_000_000_000_123_456), 1_700_000_000_000), (.text("1700000000000123456"), 1_700_000_000_000),
        (.number(1), nil), (.number(-1), nil), (.text("x"), nil), (.large(.max), nil),
        (.number(.max), 9_223_372_036_854),
    ])
    func `an id tells when it was made`(id: RPCID, milliseconds: Int64?) {
        #expect(id.milliseconds == milliseconds)
    }

    @Test func `ids of one millisecond have a millisecond each`() {
        var source = RPCIDSource()
        let ids = (0..<100).map { _ in source.next(at: 1_700_000_000_000).milliseconds }
        #expect(ids == (0..<100).map { 1_700_000_000_000 + $0 })
    }

    @Test func `ids stay in order when the clock goes back, and after a restart`() {
        var source = RPCIDSource()
        let first = source.next(at: 1_700_000_000_000)
        var later = RPCIDSource(last: source.last)
        let second = later.next(at: 1_600_000_000_000)
        #expect((first.milliseconds ?? 0) + 1 == second.milliseconds)
    }

    @Test(arguments: [Int64.max, .min, 0, -1])
    func `ids are exact in a double, whatever the clock says`(now: Int64) {
        var source = RPCIDSource(last: now)
        for _ in 0..<10 {
            guard case .number(let value) = source.next(at: now) else { return }
            #expect(value >= 0 && value < 1 << 53)
        }
    }

    // MARK: Codes

    @Test func `the table of codes is that of the specification`() {
        let codes = PeerErrorCode.allCases.map(\.rawValue)
        #expect(
            codes == [
                1001, 1002, 1003, 1004, 1005, 1006, 3001, 3002, 3003, 3004, 3005, 4001, 5000, 5001, 5002, 5003, 5100,
                5101, 5102, 5103, 5104, 6000, 7000, 7001, 8000, 10001, 11001, 11002, 11003, 11004, 11005, 11006, 12001,
                12002, 14001, -32700, -32600, -32601, -32602, -32603,
            ])
        #expect(PeerErrorCode.allCases.allSatisfy { $0.message.hasSuffix(".") })
        #expect(
            PeerErrorCode.allCases.filter(\.isRejection).map(\.rawValue) == [
                4001, 5000, 5001, 5002, 5003, 12001, 14001,
            ])
    }
}
