import Bridge
import Testing

/// Link's dialect beyond the golden messages.
@Suite struct LinkDialectTests {
    private let dialect = LinkDialect()

    @Test(arguments: RPCError.Kind.allCases)
    func `every error has one of the documented types`(kind: RPCError.Kind) throws {
        let documented: Set = [
            "MALFORMED_INPUT", "PROTOCOL_ERROR", "CANCELED", "CONNECTION_DENIED", "REQUEST_TIMEOUT",
            "SEND_ERROR", "MERCHANT_ERROR",
        ]
        let bytes = dialect.encode(.failure(RPCError(kind, "Why.")), to: ReplyID(id: "m", command: "c"))
        let error = try #require(try JSON(parsing: bytes)["error"])
        #expect(documented.contains(error["type"]?.string ?? ""))
        #expect(error["description"] == "Why.")
        #expect(error["data"]?["reason"]?.string == kind.rawValue)
    }

    @Test(arguments: [
        #"{"messageId":"a\u0000b","command":"c"}"#, #"{"messageId":"\u0007","command":"c"}"#,
        #"{"messageId":"\u0085","command":"c"}"#,
    ])
    func `an id with control characters is refused`(message: String) {
        guard case .refusal(let error, _) = decode(message) else {
            Issue.record("\(decode(message))")
            return
        }
        #expect(error.kind == .malformed)
    }

    @Test(arguments: [#"\u200b"#, #"\u202e\u2066"#, #"\u2800"#, #"\ufeff\u00ad"#])
    func `an id with only invisible characters is refused`(id: String) {
        guard case .refusal(let error, _) = decode(#"{"messageId":"\#(id)","command":"c"}"#) else {
            Issue.record("the id was taken")
            return
        }
        #expect(error.kind == .malformed)
    }

    // A truncated ID could be the ID of another message, which would then count as answered.
    @Test func `an answer repeats no part of an invalid id, and a command only up to its limit, in whole characters`() {
        let id = String(repeating: "é", count: 100)
        guard case .refusal(_, let replyID) = decode(#"{"messageId":"\#(id)","command":"\#(id)"}"#) else {
            Issue.record("an id of 200 bytes was taken")
            return
        }
        #expect(replyID.id == .null)
        #expect(replyID.command == String(repeating: "é", count: 64))
    }

    @Test func `a number of absurd length is not an id`() {
        let number = String(repeating: "9", count: 200)
        guard case .silence = decode(#"{"messageId":\#(number),"command":"c"}"#) else {
            Issue.record("\(decode(number))")
            return
        }
    }

    @Test func `the claim of a site is a title only`() {
        guard
            case .call(let call, _) = decode(
                #"{"messageId":"m","command":"c","origin":"https://bank.example","websiteMetadata":{"title":" A \n B ","url":"x"}}"#
            )
        else {
            Issue.record("it was not understood")
            return
        }
        #expect(call == Call(method: "c", claim: SiteClaim(title: "A B")))
    }

    @Test(arguments: ["5", "null", "[]", #""x""#, #"{"title":5}"#])
    func `malformed metadata makes no claim`(metadata: String) {
        guard case .call(let call, _) = decode(#"{"messageId":"m","command":"c","websiteMetadata":\#(metadata)}"#)
        else {
            Issue.record("it was not understood")
            return
        }
        #expect(call.claim == nil)
    }

    @Test func `the embedder's limits apply`() {
        var limits = Limits()
        (limits.idBytes, limits.depth) = (4, 2)
        guard case .refusal(_, let replyID) = decode(#"{"messageId":"12345","command":"c"}"#, limits) else {
            Issue.record("the id was taken")
            return
        }
        #expect(replyID.id == .null)
        guard case .refusal(let error, _) = decode(#"{"messageId":"1","command":"c","data":[[1]]}"#, limits) else {
            Issue.record("the depth was taken")
            return
        }
        #expect(error.kind == .malformed)
    }

    private func decode(_ message: String, _ limits: Limits = Limits()) -> DecodedMessage {
        Array(message.utf8).withUnsafeBufferPointer { dialect.decode($0, limits: limits) }
    }
}
