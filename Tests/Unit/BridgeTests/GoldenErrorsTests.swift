import Bridge
import TestSupport
import Testing

/// The errors and messages of forms in `Tests/Data/Golden`, encoded by the dialects; `web/tests` tests the page's side.
@MainActor @Suite struct GoldenErrorsTests {
    /// Fails every request with a given error.
    private struct Failing: Handler {
        let error: RPCError

        func handle(_ request: Request) async throws(RPCError) -> JSON { throw error }
    }

    @Test func `every kind of error is encoded as its golden error`() async throws {
        let all = try #require(try GoldenMessages.value("errors.json").array)
        #expect(Set(all.map { $0["reason"]?.string }) == Set(RPCError.Kind.allCases.map(\.rawValue)))
        for golden in all {
            let error = try error(golden)
            let about: Comment = "\(golden["reason"]?.text ?? "")"
            #expect(try encoded(error, LinkDialect()) == golden["link"]?.text, about)
            #expect(try encoded(error, EthereumDialect()) == golden["ethereum"]?.text, about)
            #expect(try encoded(error, InvokeDialect()) == golden["invoke"]?.text, about)
            #expect(try await payment(error) == golden["payment"]?.text, about)
            #expect(FormDialect().encode(.failure(error), to: ReplyID(id: .null, command: "")).isEmpty)
        }
    }

    private func error(_ golden: JSON) throws -> RPCError {
        if golden["revert"] != nil { return RPCError(revert: [0x08, 0xC3, 0x79, 0xA0]) }
        return RPCError(
            try #require(golden["reason"]?.string.flatMap(RPCError.Kind.init(rawValue:))),
            try #require(golden["message"]?.string), phrase: golden["phrase"]?.string)
    }

    private func encoded(_ error: RPCError, _ dialect: any Dialect) throws -> String? {
        try JSON(parsing: dialect.encode(.failure(error), to: ReplyID(id: "m", command: "c")))["error"]?.text
    }

    /// The dispatcher's error for a payment's request that fails.
    private func payment(_ error: RPCError) async throws -> String? {
        let handler = Router([RequestDispatcher.paymentDialect: ["m": Failing(error: error)]])
        let dispatcher = RequestDispatcher(
            handler: handler, gate: Gate(approver: PatientUser()), time: ManualClock().time)
        var reported: String?
        dispatcher.traffic.add { reported = $0.direction == .answer ? $0.text : reported }
        let peer = PaymentPeer(origin: try Origin(serialized: "https://pay.example"), id: "p", account: "")
        guard case .failure(let failure) = await dispatcher.perform("m", [], for: peer).result else { return nil }
        #expect(failure == error)
        return reported
    }

    @Test func `every message of a form is decoded as its golden message`() throws {
        let all = try GoldenMessages.all(of: FormDialect().name)
        #expect(all.map(\.method) == ["IC_COMPLETE", "IC_ERROR", "_messages"])
        for file in all {
            for exchange in file.exchanges {
                let text = try #require(exchange["request"]).bytes
                let decoded = text.withUnsafeBufferPointer { FormDialect().decode($0, limits: Limits()) }
                var ending: String?
                if case .call(let call, _) = decoded { ending = call.method }
                #expect(ending == exchange["ending"]?.string, "\(file.method): \(exchange["name"]?.text ?? "")")
            }
        }
    }
}
