import Testing

@testable import Bridge

@MainActor @Suite struct OutcomeTests {
    private static let hash = "0x" + String(repeating: "5a", count: 32)

    private func text(_ outcome: Result<JSON, RPCError>, doneSentence: String? = nil, payload: [UInt8] = [1]) throws
        -> PendingApproval.OutcomeText
    {
        var approval = Approval("Do it.", verb: "Do")
        approval.payload = payload
        approval.doneSentence = doneSentence
        let question = PendingApproval(approval: approval, peer: .wallet, claim: nil, waiting: 0)
        #expect(question.outcomeText == nil)
        question.outcome = outcome
        return try #require(question.outcomeText)
    }

    @Test func `a signature is reported as signed, and another result as sent to the site`() throws {
        #expect(try text(.success("0x01")).sentence == "Signed.")
        #expect(try text(.success("7"), payload: []).sentence == "Sent to the site.")
    }

    @Test func `a sent transaction is reported with its ID, in both dialects`() throws {
        #expect(try text(.success(.string(Self.hash)), doneSentence: "Sent.").transaction == Self.hash)
        let link: JSON = ["txid": .string(String(Self.hash.dropFirst(2)))]
        #expect(try text(.success(link), doneSentence: "Sent.").transaction == String(Self.hash.dropFirst(2)))
    }

    @Test func `no other result is mistaken for a transaction ID`() throws {
        // A signed message that is 32 bytes long, and results of other forms.
        #expect(try text(.success(.string(Self.hash))).transaction == nil)
        for answer: JSON in ["0x", "0xzz", .null, 7, ["txid": "abc"], .string(Self.hash + "0")] {
            #expect(try text(.success(answer), doneSentence: "Sent.").transaction == nil)
        }
    }

    @Test func `a failure is reported with its own message, and not as a success`() throws {
        let told = try text(.failure(RPCError(.failed, "The node refused it.")), doneSentence: "Sent.")
        #expect(
            told == PendingApproval.OutcomeText(sentence: "The node refused it.", transaction: nil, isSuccess: false))
    }
}
