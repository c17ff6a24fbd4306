import Bridge

@testable import WebHost

/// A carrier whose other end is the test: it posts what any web process might.
@MainActor final class FakeCarrier: Carrier {
    var onText: (@MainActor (Parcel.Head, UnsafeBufferPointer<UInt8>) -> Void)?

    /// What was sent: the document's number and the text, with visible signs for what parts it.
    private(set) var sent: [String] = []

    /// The documents whose line was ended.
    private(set) var hungUp: [Int] = []
    private var numbers: [DocumentID: Int] = [:]

    /// Posts `frames` as the document with this number, which says that it is of `origin`.
    func post(_ number: Int, _ origin: String, _ frames: String) {
        let digits = String(number)
        guard let document = DocumentID(String(repeating: "0", count: 32 - digits.count) + digits) else { return }
        numbers[document] = number
        Array(frames.utf8).withUnsafeBufferPointer { onText?(Parcel.Head(document: document, origin: origin), $0) }
    }

    func send(_ text: [UInt8], to document: DocumentID) {
        let visible = String(decoding: text, as: UTF8.self).map { $0 == "\u{1E}" ? "␞" : $0 == "\n" ? "⏎" : $0 }
        sent.append("\(numbers[document] ?? 0) \(String(visible))")
    }

    func ping(_ document: DocumentID) -> Bool { true }

    func hangUp(_ document: DocumentID) {
        hungUp.append(numbers[document] ?? 0)
    }
}
