/// The messages for one document that are sent at the end of this main loop iteration.
struct Outbox {
    private var frames: [UInt8] = []
    private var answers = 0

    /// How many bytes are queued.
    var count: Int { frames.count }

    /// Adds the response to the message `name`; an empty text only ends the message.
    mutating func answer(to name: [UInt8], with text: [UInt8]) {
        answers += 1
        add(name, text)
    }

    /// Adds an event for the dialect `tag`.
    mutating func tell(_ tag: UInt8, _ text: [UInt8]) {
        add([tag], text)
    }

    /// The beginning of the text, and the frames, which are not copied to follow it; `nil` instead of an empty list.
    mutating func take() -> (head: [UInt8], frames: [UInt8])? {
        guard !frames.isEmpty else { return nil }
        let text = (Array("\(answers)\n".utf8), frames)
        frames = []
        // The next one will probably be as long.
        frames.reserveCapacity(min(text.1.count, Self.usual))
        answers = 0
        return text
    }

    /// The maximum capacity in bytes that the next list has from the beginning.
    private static let usual = 1 << 16

    /// What precedes a text that is sent alone: a response to the message `name`, or an event of the dialect with the tag
    /// `name`, which ends no message.
    static func head(of name: [UInt8], answers: Int = 1) -> [UInt8] {
        Array("\(answers)\n".utf8) + name + [UInt8(ascii: ":")]
    }

    private mutating func add(_ name: [UInt8], _ text: [UInt8]) {
        if !frames.isEmpty { frames.append(FrameCodec.separator) }
        frames.append(contentsOf: name)
        frames.append(UInt8(ascii: ":"))
        frames.append(contentsOf: text)
    }
}
