import Bridge
import Testing

@testable import WalletConnect

/// What a relay sends, byte for byte.
@Suite struct RelayFrameTests {
    private let topic = Topic.number(1)

    @Test(arguments: [
        #"{"id":1800000000000123456,"jsonrpc":"2.0","result":true}"#,
        #"{"id":"1800000000000123456","jsonrpc":"2.0","result":true}"#,
        #" { "result" : true , "jsonrpc" : "2.0", "other":[], "id" : 1800000000000123456 } "#,
    ])
    func `an answer has its id as a number or as a text`(text: String) {
        #expect(RelayFrame(text) == .answer(1_800_000_000_000_123_456, .result(true)))
    }

    @Test func `an id that a Double cannot hold is exact`() {
        for id in [UInt64(Int64.max), UInt64(Int64.max) + 1, .max, 9_007_199_254_740_993] {
            #expect(RelayFrame(#"{"id":\#(id),"jsonrpc":"2.0","result":null}"#) == .answer(id, .result(nil)))
        }
    }

    @Test func `an error keeps its code, and its name if it is one`() throws {
        for (data, name) in [
            (#""TtlTooLong""#, "TtlTooLong"), (#"{"tag":"TtlTooLong","x":1}"#, "TtlTooLong"),
            (#"{"name":"TtlTooLong"}"#, "TtlTooLong"), (#""<script>""#, nil), (#""a b""#, nil), ("7", nil),
            ("null", nil),
            (#""\#(String(repeating: "a", count: 65))""#, nil),
        ] as [(String, String?)] {
            let text = #"{"id":7,"jsonrpc":"2.0","error":{"code":-32000,"message":"m","data":\#(data)}}"#
            guard case .answer(7, .failure(let response)) = RelayFrame(text) else {
                Issue.record("not an answer: \(text)")
                continue
            }
            #expect(WalletConnectError.Relay(response) == .rejected(code: -32_000, name: name))
        }
    }

    @Test(arguments: [
        #"{"id":7,"jsonrpc":"2.0","result":1,"error":{"code":1,"message":""}}"#,
        #"{"id":7,"jsonrpc":"1.0","result":1}"#, #"{"id":7,"result":1}"#,
        #"{"id":7,"jsonrpc":"2.0","error":"no"}"#, #"{"id":7,"jsonrpc":"2.0","error":{"code":"x"}}"#,
        #"{"id":"7","jsonrpc":"2.0","error":[]}"#,
    ])
    func `a malformed answer ends its call and is not answered`(text: String) {
        #expect(RelayFrame(text) == .answer(7, nil))
    }

    @Test(arguments: [
        "", " ", "{", "[]", "null", "1", "\"a\"", "{}", "[{}]", "\u{0}", "{\"id\":1", "NaN", "{'id':1}",
        #"{"jsonrpc":"2.0"}"#, #"{"jsonrpc":"2.0","method":"irn_subscription","params":{}}"#,
        #"{"id":1,"id":1,"jsonrpc":"2.0","result":true}"#, #"{"id":1.5,"jsonrpc":"2.0","method":"m"}"#,
        #"{"id":null,"jsonrpc":"2.0","method":"m"}"#, #"{"id":[1],"jsonrpc":"2.0","method":"m"}"#,
        #"{"id":{},"jsonrpc":"2.0","result":1,"method":"m"}"#,
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 10_000),
    ])
    func `what has no id cannot be answered`(text: String) { #expect(RelayFrame(text) == .malformed(nil)) }

    @Test(arguments: [
        #"{"id":5,"jsonrpc":"2.0"}"#, #"{"id":5,"jsonrpc":"2.0","method":7}"#, #"{"id":5,"method":"irn_subscription"}"#,
        #"{"id":5,"jsonrpc":"2.0","method":"irn_subscription","params":7}"#,
        #"{"id":5,"jsonrpc":"2.0","method":"irn_subscription","params":[]}"#,
        #"{"id":5,"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"1"}}"#,
        #"{"id":5,"jsonrpc":"2.0","method":"irn_subscription","params":{"data":{"topic":"00","message":"a"}}}"#,
        #"{"id":5,"jsonrpc":"2.0","method":"irn_subscription","params":{"data":[]}}"#,
        #"{"id":5,"jsonrpc":"2.0","method":"m","result":1}"#,
    ])
    func `a malformed request is answered with an error`(text: String) {
        #expect(RelayFrame(text) == .malformed(.number(5)))
    }

    @Test func `a request for something else is answered with an error`() {
        let text = #"{"id":5,"jsonrpc":"2.0","method":"irn_publish","params":{}}"#
        #expect(RelayFrame(text) == .other(.number(5)))
        #expect(
            RelayAnswer.refusal(.number(5), .methodNotFound)
                == #"{"id":5,"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found."}}"#)
    }

    private func delivery(_ data: String, method: String = "irn_subscription") -> RelayFrame {
        RelayFrame(#"{"id":"9","jsonrpc":"2.0","method":"\#(method)","params":{"id":"s","data":\#(data)}}"#)
    }

    @Test(arguments: ["irn_subscription", "waku_subscription", "iridium_subscription"])
    func `a message is read with everything that the relay says about it`(method: String) {
        let data =
            #"{"topic":"\#(topic)","message":"AA==","publishedAt":1800000000000,"tag":1108,"attestation":"x.y.z","more":{}}"#
        let message = RelayMessage(
            topic: topic, message: "AA==", publishedAt: 1_800_000_000_000, tag: 1108, attestation: "x.y.z")
        #expect(delivery(data, method: method) == .delivery(.text("9"), message))
        #expect(RelayAnswer.confirmation(.text("9")) == #"{"id":"9","jsonrpc":"2.0","result":true}"#)
    }

    @Test func `a message without a time, a tag or an attestation is read`() {
        let message = RelayMessage(topic: topic, message: "a")
        #expect(delivery(#"{"topic":"\#(topic)","message":"a"}"#) == .delivery(.text("9"), message))
        let long = String(repeating: "a", count: 8_193)
        #expect(
            delivery(#"{"topic":"\#(topic)","message":"a","attestation":"\#(long)","tag":null}"#)
                == .delivery(.text("9"), message))
    }

    @Test(arguments: [
        #"{"topic":7,"message":"a"}"#, #"{"message":"a"}"#, #"{"topic":"T","message":7}"#, #"{"topic":"T"}"#,
        #"{"topic":"T","message":""}"#, #"{"topic":"T","message":"a","publishedAt":"1"}"#,
        #"{"topic":"T","message":"a","publishedAt":-1}"#, #"{"topic":"T","message":"a","publishedAt":1e300}"#,
        #"{"topic":"T","message":"a","publishedAt":9223372036854775808}"#, #"{"topic":"T","message":"a","tag":1.5}"#,
        #"{"topic":"T","message":"a","tag":{}}"#,
    ])
    func `members of wrong types are refused`(data: String) {
        let data = data.replacing("\"T\"", with: "\"\(topic)\"")
        #expect(delivery(data) == .malformed(.text("9")))
    }

    @Test func `a message of 1 MiB is read, and a longer frame is not looked at`() {
        let long = String(repeating: "A", count: 1 << 20)
        guard case .delivery(_, let message) = delivery(#"{"topic":"\#(topic)","message":"\#(long)"}"#) else {
            Issue.record("not read")
            return
        }
        #expect(message.message == long)
        #expect(delivery(#"{"topic":"\#(topic)","message":"\#(long)A"}"#) == .malformed(.text("9")))
        #expect(delivery(#"{"topic":"\#(topic)","message":"\#(long + long)"}"#) == .malformed(nil))
    }

    @Test func `the calls are written as relays expect them`() throws {
        let publication = try Publication(topic: topic, message: "m", tag: 1109, lifetime: 300, prompts: true)
        #expect(
            RelayCall.publish(publication).frame(id: 1_800_000_000_000_000_000)
                == #"{"id":1800000000000000000,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"\#(topic)","message":"m","ttl":300,"tag":1109,"prompt":true}}"#
        )
        for (call, method, params) in [
            (RelayCall.subscribe(topic), "irn_subscribe", #"{"topic":"T"}"#),
            (.subscribeAll([topic]), "irn_batchSubscribe", #"{"topics":["T"]}"#),
            (.subscribeEach([topic]), "irn_batchSubscribeBlocking", #"{"topics":["T"]}"#),
            (.unsubscribe(topic, id: "i"), "irn_unsubscribe", #"{"topic":"T","id":"i"}"#),
            (.fetch([topic]), "irn_fetchMessages", #"{"topic":"T"}"#),
            (.fetch([topic, topic]), "irn_batchFetchMessages", #"{"topics":["T","T"]}"#),
        ] {
            let params = params.replacing("\"T\"", with: "\"\(topic)\"")
            #expect(call.frame(id: 7) == #"{"id":7,"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
        }
    }

    @Test func `results of the wrong form are refused`() {
        for json in [nil, true, 7, "", [], ["a", "b"], [7], [["id": 7]], .string(String(repeating: "a", count: 129))]
            as [JSON]
        {
            #expect(RelayResults.subscription(json) == nil)
            #expect(RelayResults.subscriptions(json, count: 1) == nil)
        }
        #expect(RelayResults.outcomes([["id": "a"]], count: 2) == nil)
        let outcomes = RelayResults.outcomes(
            ["a", ["id": "b"], ["error": ["code": 3001, "message": ""]], ["error": 7], [:], nil], count: 6)
        #expect(
            outcomes == [
                .success("a"), .success("b"), .failure(.relay(.rejected(code: 3001, name: nil))),
                .failure(.relay(.answer)), .failure(.relay(.answer)), .failure(.relay(.answer)),
            ])
        #expect(RelayResults.page(["messages": 7, "hasMore": true]) == nil)
        let page = RelayResults.page(["messages": [["topic": .string(topic.description), "message": "a"], 7]])
        #expect(page?.messages.map(\.message) == ["a"] && page?.malformed == 1 && page?.hasMore == false)
    }
}
