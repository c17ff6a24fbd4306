import Primitives
import WalletConnect

/// An envelope that is read is written as the same, and opens only if it was sealed with the key.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    let text = String(decoding: bytes, as: UTF8.self)
    for transport in [Envelope.Transport.relay, .link] {
        guard let envelope = try? Envelope(parsing: text, from: transport) else { continue }
        let written = envelope.text(for: transport)
        hold(written.filter { $0 != "=" } == text.filter { $0 != "=" }, "a text is canonical but for its padding")
        hold((try? Envelope(parsing: written, from: transport)) == envelope, "what is written is read as the same")
        open(envelope)
    }
    if let envelope = try? Envelope(bytes) {
        hold(envelope.bytes == bytes, "the bytes stay")
        open(envelope)
    }
    guard let sealed = try? Envelope.seal(bytes, with: Keys.topic) else {
        hold(false, "any message is sealed")
        return 0
    }
    hold((try? sealed.open(with: Keys.topic)) == bytes, "what is sealed is opened")
    if let frame = try? V1Frame(parsing: text) {
        hold((try? V1Frame(parsing: frame.text)) == frame, "a frame is written as it was read")
    }
    if let payload = try? V1Payload(parsing: text) {
        hold((try? V1Payload(parsing: payload.text)) == payload, "a payload is written as it was read")
        hold((try? payload.open(with: Keys.topic)) == nil, "nobody guesses a code")
    }
    let payload = V1Payload(sealing: bytes, with: Keys.topic)
    hold((try? payload.open(with: Keys.topic)) == bytes, "what is sealed is opened")
    if let link = try? LinkModeURL(parsing: text) {
        hold(
            (try? LinkModeURL(parsing: link.text(to: "https://w.example"))) == link, "a link is read as it was written")
    }
    return 0
}

/// A fuzzer cannot guess a key, but the sender's key may be any point.
private func open(_ envelope: Envelope) {
    hold((try? envelope.open(with: Keys.topic)) == nil, "nobody guesses a key")
    _ = try? envelope.open(with: Keys.agreement)
}

private enum Keys {
    static let topic = SymmetricKey.random()
    static let agreement = AgreementKey.random()
}
