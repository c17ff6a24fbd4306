import Bitcoin
import Bridge
import Testing

@Suite struct ElectrumMessageTests {
    private func read(_ text: String) -> [ElectrumMessage]? { ElectrumMessage.read(Array(text.utf8)) }

    @Test func `responses, errors and notifications are distinguished`() {
        #expect(read(#"{"jsonrpc":"2.0","id":1,"result":null}"#) == [.answer(id: 1, .null)])
        #expect(read(#"{"id":1,"result":[1],"error":null}"#) == [.answer(id: 1, [1])])
        #expect(read(#"{"method":"a","params":[1]}"#) == [.notice(method: "a", params: [1])])
        #expect(read(#"[{"id":2,"result":1},{"id":1,"result":2}]"#) == [.answer(id: 2, 1), .answer(id: 1, 2)])
        guard case .fault(id: 7, let fault)? = read(#"{"id":7,"error":{"code":-25,"message":"MISSING"}}"#)?.first else {
            Issue.record("no fault")
            return
        }
        #expect(fault.code == -25)
        #expect(fault.text == "missing")
    }

    @Test func `an error is recognized in every notation`() {
        for error in [#""text""#, "5", "[]", "{}", "true", #"{"message":5,"code":"x"}"#] {
            guard case .fault(id: nil, _)? = read(#"{"id":null,"error":\#(error)}"#)?.first else {
                Issue.record("no fault: \(error)")
                continue
            }
        }
    }

    @Test(arguments: [
        "", "5", "\"a\"", "null", "{}", "[]", "[5]", #"{"id":1}"#, #"{"result":1}"#, #"{"id":null,"result":1}"#,
        #"{"id":1.0,"result":1}"#, #"{"id":"1","result":1}"#, #"{"id":99999999999999999999,"result":1}"#,
        #"{"id":1,"id":2,"result":1}"#, #"{"method":5,"params":[]}"#, #"{"method":"a"}"#,
        #"{"method":"a","params":{}}"#, #"{"id":1,"method":"a","params":[]}"#, #"{"id":1,"result":1}x"#,
        #"[{"id":1,"result":1},5]"#, "{\"id\":1,\"result\":\"\u{0}\"}",
    ])
    func `a message outside the protocol is ignored`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `a line with too many messages is ignored`() {
        let one = #"{"id":1,"result":1}"#
        let lines = { "[" + Array(repeating: one, count: $0).joined(separator: ",") + "]" }
        #expect(read(lines(ElectrumMessage.most))?.count == ElectrumMessage.most)
        #expect(read(lines(ElectrumMessage.most + 1)) == nil)
    }

    @Test(
        arguments: [
            ("0.00001", 1000), ("1e-05", 1000), ("1E-5", 1000), ("0.00001042", 1042), ("0.000010421", 1043), ("0", 0),
            ("0.0", 0), ("1", 100_000_000), ("1.0000000000", 100_000_000), ("0.1e-3", 10_000), ("10e-4", 100_000),
            ("1e-40", 1), ("0.0000000000001", 1), ("0e40", 0),
        ] as [(String, UInt64)])
    func `fees are rounded up to whole satoshis`(text: String, satoshis: UInt64) throws {
        #expect(FeeText.satoshis(of: try #require(JSONNumber(text))) == satoshis)
    }

    @Test func `a line with too many values is ignored`() {
        let lines = { #"{"id":1,"result":["# + Array(repeating: "0", count: $0).joined(separator: ",") + "]}" }
        #expect(read(lines(200_000))?.count == 1)
        #expect(read(lines(260_000)) == nil)
    }

    @Test(arguments: [
        "-1", "-0.1", "1.00000001", "2", "1e1", "1e40", "1e99", "1e999999999999999999999", "123456789e0",
        "1e-9223372036854775808", "1e9223372036854775807", "0e-9223372036854775808", "1e-41", "1e41",
    ])
    func `an invalid fee is rejected`(text: String) throws {
        #expect(FeeText.satoshis(of: try #require(JSONNumber(text))) == nil)
    }
}
