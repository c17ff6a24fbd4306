import WalletConnect

/// A link that is read has the topic of its key and has not expired, and every form of it is the same link.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = input(start, count)
    let zeros = String(repeating: "0", count: 64)
    let uri = "wc:66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925@2?relay-protocol=irn&symKey=\(zeros)"
    let starts = [
        "", uri, "\(uri)&methods=", "\(uri)&expiryTimestamp=", "wc:", "wallet://wc?uri=", "https://w.example/wc?uri=",
        "wallet://wc?sessionTopic=", "wc:a@1?key=\(zeros)&bridge=https%3A%2F%2F", "wc%3A", "d2M6",
    ]
    // The first byte chooses the start; that of a seed, X, chooses none.
    let text = starts[Int(bytes.first ?? 0) % starts.count] + String(decoding: bytes.dropFirst(), as: UTF8.self)
    let now: Int64 = 1_700_000_000
    guard let link = try? ConnectionLink(text, now: now) else { return 0 }
    hold(ConnectionLink.isMeant(by: text), "a link that is read is meant as one")
    switch link {
    case .pairing(let pairing):
        hold(pairing.topic == pairing.key.topic, "the topic is that of the key")
        hold(pairing.expiry > now, "an expired link is refused")
        hold(pairing.methods.count <= PairingURI.maximumMethods, "methods are few")
        check(pairing.text, link, now)
    case .legacy(let legacy):
        hold(legacy.bridge.hasPrefix("wss://") || legacy.bridge.hasPrefix("ws://"), "a bridge is a WebSocket")
        let authority = legacy.bridge.drop { $0 != ":" }.dropFirst(3).prefix { !"/?#".contains($0) }
        hold(!authority.isEmpty && !authority.contains("@"), "a bridge has a host and no user name")
        check(legacy.text, link, now)
    case .wakeUp(let topic, _): hold(topic.description.utf8.count == 64, "a topic is a hash")
    }
    return 0
}

/// The text of a link, and its encoded forms, are the same link.
private func check(_ text: String, _ link: ConnectionLink, _ now: Int64) {
    hold((try? ConnectionLink(text, now: now)) == link, "what is written is read as the same")
    let encoded = text.utf8.map { byte in
        let digits = String(byte, radix: 16)
        return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }.joined()
    guard encoded.utf8.count <= ConnectionLink.maximumBytes - 32 else { return }
    for form in [encoded, "wallet://wc?uri=\(encoded)", " \(text)\n"] {
        hold((try? ConnectionLink(form, now: now)) == link, "another form is the same link")
    }
}
