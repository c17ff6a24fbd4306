import Bridge
import TestSupport
import Testing

/// What the dialects understand and write, against the golden texts.
@Suite struct GoldenTests {
    @Test(arguments: [LinkDialect() as any Dialect, EthereumDialect()])
    func `the golden texts are understood, and answered by the golden answers`(dialect: any Dialect) throws {
        let pairs = try Golden.read(dialect.name)
        #expect(pairs.count > 15)
        for pair in pairs {
            let hearing = Array(pair.message.utf8).withUnsafeBufferPointer { dialect.decode($0, limits: Limits()) }
            switch hearing {
            case .call(let call, let replyID):
                #expect(call == pair.call, "\(pair.name)")
                let outcome = try #require(pair.outcome, "\(pair.name)")
                #expect(text(dialect.encode(outcome, to: replyID)) == pair.answer, "\(pair.name)")
            case .refusal(let error, let replyID):
                #expect(error == pair.refusal, "\(pair.name)")
                #expect(text(dialect.encode(.failure(error), to: replyID)) == pair.answer, "\(pair.name)")
            case .silence:
                #expect(pair.call == nil && pair.refusal == nil && pair.answer == nil, "\(pair.name)")
            }
        }
    }

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
