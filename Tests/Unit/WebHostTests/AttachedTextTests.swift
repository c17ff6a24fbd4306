import Bridge
import Testing

@testable import WebHost

/// The format of a text with binary values beside it.
@Suite struct AttachedTextTests {
    private func split(_ bytes: [UInt8]) -> (text: [UInt8], attachments: [BinaryData])? {
        bytes.withUnsafeBufferPointer { bytes in
            AttachedText.split(bytes).map { (Array($0.text), $0.attachments) }
        }
    }

    @Test(arguments: [[], [[]], [[1]], [[1, 2], [], [0, 0, 0]]] as [[[UInt8]]])
    func `what is joined is split again`(values: [[UInt8]]) throws {
        let text = Array("1\nI7:{}".utf8)
        let (head, body) = AttachedText.joined(text, values.map { BinaryData($0) })
        let parts = try #require(split(head + body))
        #expect(parts.text == text)
        #expect(parts.attachments == values.map { BinaryData($0) })
    }

    @Test(arguments: ["", "I7:{}", "I7:{}\u{1E}I8:\0"])
    func `a text that does not begin with NUL is itself`(text: String) throws {
        let parts = try #require(split(Array(text.utf8)))
        #expect(parts.text == Array(text.utf8))
        #expect(parts.attachments.isEmpty)
    }

    @Test(
        arguments: [
            [0], [0, 1], [0, 1, 0, 0], [0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 9], [0, 0xFF, 0xFF, 0xFF, 0xFF],
            [0, 0, 0, 0, 0, 2, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func `a broken text is refused`(bytes: [UInt8]) {
        #expect(split(bytes) == nil)
    }

    @Test func `the number of attachments has a limit`() {
        let header: [UInt8] = [0, 0, 0, 0]
        let most = 1 << 16
        let text = [0] + Array(repeatElement(header, count: most + 1).joined())
        #expect(split(text)?.attachments.count == most)
        #expect(split(text + header) == nil)
    }
}
