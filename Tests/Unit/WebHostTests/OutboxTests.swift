import Testing

@testable import WebHost

/// The messages that are sent to a document at the end of a turn.
@Suite struct OutboxTests {
    @Test func `answers and events of one turn are sent together, and the answers are counted`() {
        var outbox = Outbox()
        outbox.answer(to: Array("L1".utf8), with: Array("{}".utf8))
        outbox.tell(UInt8(ascii: "E"), Array(#"{"event":1}"#.utf8))
        outbox.answer(to: Array("E2".utf8), with: [])
        #expect(text(outbox.take()) == "2\nL1:{}\u{1E}E:{\"event\":1}\u{1E}E2:")
    }

    @Test func `answers that were taken are not sent again`() {
        var outbox = Outbox()
        outbox.tell(UInt8(ascii: "E"), Array("1".utf8))
        #expect(text(outbox.take()) == "0\nE:1")
        #expect(outbox.take() == nil)
        outbox.answer(to: Array("L3".utf8), with: Array("3".utf8))
        #expect(text(outbox.take()) == "1\nL3:3")
    }

    @Test func `an empty answer is sent, because it ends its message`() {
        var outbox = Outbox()
        outbox.answer(to: Array("L1".utf8), with: [])
        #expect(text(outbox.take()) == "1\nL1:")
    }

    private func text(_ taken: (head: [UInt8], frames: [UInt8])?) -> String? {
        taken.map { String(decoding: $0.head + $0.frames, as: UTF8.self) }
    }
}
