import Bridge
import Testing

struct FormDialectTests {
    private func decode(_ text: String, limits: Limits = Limits()) -> DecodedMessage {
        Array(text.utf8).withUnsafeBufferPointer { FormDialect().decode($0, limits: limits) }
    }

    private func ending(_ text: String) -> FormEnding? {
        guard case .call(let call, _) = decode(text) else { return nil }
        return FormEnding(rawValue: call.method)
    }

    @Test(arguments: [
        #"{"type":"IC_COMPLETE"}"#, #"{"type":"IC_COMPLETE","success":true}"#,
        #" {"success":null,"type":"IC_COMPLETE"} "#,
        #"{"type":"\u0049C_COMPLETE","formData":{"x":[1]}}"#,
    ])
    func `a completion completes`(text: String) {
        #expect(ending(text) == .complete)
    }

    @Test(arguments: [
        #"{"type":"IC_ERROR"}"#, #"{"type":"IC_ERROR","error":"no"}"#, #"{"type":"IC_ERROR","success":true}"#,
        #"{"type":"IC_COMPLETE","success":false}"#,
    ])
    func `an error, or a completion without success, is an error`(text: String) {
        #expect(ending(text) == .error)
    }

    @Test(arguments: [
        "", "IC_COMPLETE", #""IC_COMPLETE""#, #"["IC_COMPLETE"]"#, #"{"type":["IC_COMPLETE"]}"#,
        #"{"type":"ic_complete"}"#, #"{"type":"IC_COMPLETE "}"#, #"{"type":"IC_COMPLETE\u0000"}"#,
        #"{"Type":"IC_COMPLETE"}"#,
        #"{"type":"IC_COMPLETE","type":"IC_ERROR"}"#, #"{"type":"IC_ERROR","type":"IC_COMPLETE"}"#,
        #"{"type":"IC_COMPLETE","t\u0079pe":"IC_COMPLETE"}"#, #"{"type":"IC_COMPLETE","success":"false"}"#,
        #"{"type":"IC_COMPLETE","success":0}"#, #"{"type":"IC_COMPLETE","success":1}"#, #"{"type":"IC_COMPLETE",}"#,
        #"{"type":"IC_COMPLETE"}{"type":"IC_COMPLETE"}"#, #"{"type":"IC_COMPLETE"}x"#, "{'type':'IC_COMPLETE'}",
        #""{\"type\":\"IC_COMPLETE\"}""#, #"{"data":{"type":"IC_COMPLETE"}}"#, #"{"success":false}"#,
        #"{"type":"FOO","success":false}"#,
        "\u{FEFF}{\"type\":\"IC_COMPLETE\"}", "null", "{}", "7",
    ])
    func `a message in any other form is ignored`(text: String) {
        #expect(ending(text) == nil)
    }

    @Test func `nothing that was posted is repeated in the log or to the page`() {
        for text in [
            #"{"type":"SECRET"}"#, "SECRET", #"{"type":"IC_COMPLETE","success":"SECRET"}"#, #"{"SECRET":1,"SECRET":2}"#,
        ] {
            guard case .silence(let reason) = decode(text) else {
                Issue.record("\(text) was accepted")
                continue
            }
            #expect(!reason.contains("SECRET"))
        }
        guard case .call(let call, let replyID) = decode(#"{"type":"IC_ERROR","error":"SECRET"}"#) else {
            Issue.record("an error was not decoded")
            return
        }
        #expect(call == Call(method: "error"))
        #expect(FormDialect().encode(.success("SECRET"), to: replyID).isEmpty)
    }

    @Test func `a message larger than the limit is ignored`() {
        var limits = Limits()
        limits.bodyBytes = 22
        #expect(
            decode(#"{"type":"IC_COMPLETE"}"#, limits: limits) != .silence("it is larger than a form's message may be"))
        #expect(
            decode(#"{"type":"IC_COMPLETE" }"#, limits: limits) == .silence("it is larger than a form's message may be")
        )
    }
}
