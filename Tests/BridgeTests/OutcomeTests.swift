import Testing

@testable import Bridge

@MainActor @Suite struct OutcomeTests {
    private static let hash = "0x" + String(repeating: "5a", count: 32)

    private func text(_ outcome: Result<JSON, RPCError>, doneSentence: String? = nil, payload: [UInt8] = [1]) throws
        -> Question.OutcomeText
    {
        var approval = Approval("Do it.", verb: "Do")
        approval.payload = payload
        approval.doneSentence = doneSentence
        let question = Question(approval: approval, peer: .wallet, claim: nil, waiting: 0)
        #expect(question.outcomeText == nil)
        question.outcome = outcome
        return try #require(question.outcomeText)
    }

    @Test func `a signature is told as signed, and an answer as sent to the site`() throws {
        #expect(try text(.success("0x01")).sentence == "Signed.")
        #expect(try text(.success("7"), payload: []).sentence == "Sent to the site.")
    }

    @Test func `a transaction that was sent is told with its id, in either dialect`() throws {
        #expect(try text(.success(.string(Self.hash)), doneSentence: "Sent.").transaction == Self.hash)
        let link: JSON = ["txid": .string(String(Self.hash.dropFirst(2)))]
        #expect(try text(.success(link), doneSentence: "Sent.").transaction == String(Self.hash.dropFirst(2)))
    }

    @Test func `nothing else is taken for the id of a transaction`() throws {
        // A signed message that is 32 bytes long, and answers of other forms.
        #expect(try text(.success(.string(Self.hash))).transaction == nil)
        for answer: JSON in ["0x", "0xzz", .null, 7, ["txid": "abc"], .string(Self.hash + "0")] {
            #expect(try text(.success(answer), doneSentence: "Sent.").transaction == nil)
        }
    }

    @Test func `a failure is told in its own words, and is no success`() throws {
        let told = try text(.failure(RPCError(.failed, "The node refused it.")), doneSentence: "Sent.")
        #expect(told == Question.OutcomeText(sentence: "The node refused it.", transaction: nil, isSuccess: false))
    }
}
