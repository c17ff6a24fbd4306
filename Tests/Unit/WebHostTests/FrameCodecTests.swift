import Bridge
import Testing

@testable import WebHost

/// Texts of the relay script, and texts that a compromised web process could post.
@Suite struct FrameCodecTests {
    private static let nonce = "0123456789abcdef0123456789abcdef"

    @Test func `a text consists of a head and frames`() throws {
        let frames = try #require(split("\(Self.nonce) https://shop.example\nL1:{}\u{1E}E22:[\"a:b\"]"))
        #expect(frames.head.document.description == Self.nonce)
        #expect(frames.head.origin == "https://shop.example")
        #expect(frames.frames == ["L1 {}", #"E22 ["a:b"]"#])
    }

    @Test func `a text may have no frames`() throws {
        #expect(try #require(split("\(Self.nonce) null\n")).frames == [])
    }

    @Test(arguments: [
        "", "\n", " \n", "x", "\(nonce)", "\(nonce) https://shop.example", "\(nonce)\nL1:{}", "short https://x\nL1:{}",
        "\(nonce.uppercased()) https://x\n", "\(nonce)0 https://x\n", "\u{0}\(nonce) https://x\n",
    ])
    func `a malformed text is refused`(text: String) {
        #expect(split(text) == nil)
    }

    @Test func `the search for the end of a head is limited`() {
        #expect(split(Self.nonce + " " + String(repeating: "x", count: 100_000) + "\n") == nil)
    }

    @Test(arguments: [
        "L:{}", "1:{}", ":{}", "L", "L1", "", "LL1:{}", "L-1:{}", "L 1:{}", "L1a:{}", "L99999999999999999999:{}",
        "L\u{0661}:{}",
    ])
    func `nothing is read after an invalid frame`(frame: String) throws {
        let frames = try #require(split("\(Self.nonce) https://x\nL1:{}\u{1E}\(frame)\u{1E}L7:{}", isValid: false))
        #expect(frames.frames == ["L1 {}"])
    }

    @Test func `the text of a frame may contain anything but the frame separator`() throws {
        let text = "{}:\n:L1:\u{0}é😀"
        #expect(try #require(split("\(Self.nonce) https://x\nL1:\(text)")).frames == ["L1 \(text)"])
    }

    private func split(_ text: String, isValid: Bool = true) -> (head: FrameCodec.Head, frames: [String])? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes -> (head: FrameCodec.Head, frames: [String])? in
            guard let (line, frames) = FrameCodec.split(bytes), let head = FrameCodec.head(line) else { return nil }
            var found: [String] = []
            let areValid = FrameCodec.forEachFrame(in: frames) { frame in
                #expect(frame.tag == frame.name.first)
                found.append(
                    "\(String(decoding: frame.name, as: UTF8.self)) \(String(decoding: frame.text, as: UTF8.self))")
            }
            #expect(areValid == isValid)
            return (head, found)
        }
    }
}
