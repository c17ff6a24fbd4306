import Testing

@testable import Bridge

@MainActor @Suite struct HallTests {
    @Test func `a message beyond the limit is refused by the host, too`() throws {
        var limits = Limits()
        limits.bodyBytes = 64
        let gate = Gate(approver: Nobody(), limits: limits)
        let hall = Hall(handler: Router([:]), gate: gate, limits: limits)
        let peer = Peer.page(
            origin: try Origin(serialized: "https://shop.example"),
            document: try #require(DocumentID(String(repeating: "0", count: 32))))
        var answers: [String] = []
        for padding in ["", String(repeating: "x", count: 64)] {
            let message = #"{"messageId":"m1","command":"c","data":"\#(padding)"}"#
            Array(message.utf8).withUnsafeBufferPointer { text in
                hall.hear(text, in: LinkDialect(), from: peer) { answers.append(String(decoding: $0, as: UTF8.self)) }
            }
        }
        #expect(answers.map { $0.contains(#""reason":"tooLarge""#) } == [false, true])
    }

    /// A user who is never asked.
    private final class Nobody: Approver {
        func decide(_ question: Question) async -> Decision { .rejected }
    }
}
