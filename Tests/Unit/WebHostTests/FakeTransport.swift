import Bridge

@testable import WebHost

/// A transport that the test controls: it posts whatever a web process might.
@MainActor final class FakeTransport: Transport {
    weak var receiver: (any TransportReceiver)?

    /// The sent texts: the document's number and the text, with visible separators.
    private(set) var sent: [String] = []

    /// How many bytes no document has fetched.
    var unfetched = 0

    /// Whether sent texts also count as unfetched.
    var isHanging = false

    /// The documents whose connections were closed.
    private(set) var closed: [Int] = []
    private var numbers: [DocumentID: Int] = [:]
    private var waiting: (condition: ([String]) -> Bool, continuation: CheckedContinuation<Void, Never>)?

    /// Posts `frames` as the document with this number, which claims this `origin`.
    func post(_ number: Int, _ origin: String, _ frames: String) {
        let digits = String(number)
        guard let document = DocumentID(String(repeating: "0", count: 32 - digits.count) + digits) else { return }
        numbers[document] = number
        Array(frames.utf8).withUnsafeBufferPointer {
            receiver?.receive(FrameCodec.Head(document: document, origin: origin), $0)
        }
    }

    /// Ends the connection of the document with this number, as a broken socket does.
    func end(_ number: Int) {
        for (document, other) in numbers where other == number { receiver?.lose(document) }
    }

    func send(_ head: [UInt8], _ body: [UInt8], to document: DocumentID) {
        let text = head + body
        let visible = String(decoding: text, as: UTF8.self).map { $0 == "\u{1E}" ? "␞" : $0 == "\n" ? "⏎" : $0 }
        sent.append("\(numbers[document] ?? 0) \(String(visible))")
        if isHanging { unfetched += text.count }
        if let (condition, continuation) = waiting, condition(sent) {
            waiting = nil
            continuation.resume()
        }
    }

    /// Waits until the sent texts satisfy `condition`: long responses are encoded off the main thread.
    func wait(until condition: @escaping ([String]) -> Bool) async {
        guard !condition(sent) else { return }
        await withCheckedContinuation { waiting = (condition, $0) }
    }

    func ping(_ document: DocumentID) -> Bool { true }

    func unfetchedBytes(of document: DocumentID) -> Int { unfetched }

    func close(_ document: DocumentID) {
        closed.append(numbers[document] ?? 0)
    }

    func closeAll() {}
}
