/// The texts that a socket has not taken completely, in order.
struct SendQueue {
    /// A text, in two parts, and how much of it is sent.
    struct Text {
        let head: [UInt8]
        let body: [UInt8]
        /// How many bytes are sent, counted from the first of the header.
        var sent = 0

        /// The length of the text.
        var count: Int { head.count + body.count }

        /// Whether everything is sent.
        var isSent: Bool { sent == count + SocketReader.header }
    }

    /// The sizes of the texts in bytes, without headers.
    private(set) var bytes = 0

    private var texts: [Text] = []
    /// The texts before it are sent.
    private var start = 0

    /// The next text to send.
    var first: Text? { start < texts.count ? texts[start] : nil }

    /// How many texts it has memory for.
    var places: Int { texts.count }

    /// Adds a text behind the others.
    mutating func append(_ text: Text) {
        texts.append(text)
        bytes += text.count
    }

    /// Notes that the socket has taken `count` more bytes of the first text, which is removed when all is sent.
    mutating func send(_ count: Int) {
        guard start < texts.count else { return }
        texts[start].sent += count
        guard texts[start].isSent else { return }
        bytes -= texts[start].count
        texts[start] = Text(head: [], body: [])
        start += 1
        // Not one by one, which would move the others each time; with a slow reader, the queue may never be empty.
        guard start == texts.count || start >= 64 && start * 2 >= texts.count else { return }
        texts.removeFirst(start)
        start = 0
    }
}
