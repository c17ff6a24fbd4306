import Bridge
import WalletConnect

/// What is stored, and what a peer of version 1 sends, is written as it was read; and a link leads only to servers that
/// it may lead to.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    let text = String(decoding: bytes, as: UTF8.self)
    if let record = try? LegacyRecord(parsing: text) {
        hold((try? LegacyRecord(parsing: record.text)) == record, "a record is written as it was read")
    }
    for form in [text, "wss://\(text)", "ws://\(text)"] {
        guard let address = try? LegacyBridgeAddress(form) else { continue }
        hold((try? LegacyBridgeAddress(address.description)) == address, "an address is written as it was read")
        hold(address.isLoopback || address.description.hasPrefix("wss://"), "other machines need TLS")
    }
    // A peer has the key, so what it sends is opened.
    let sealed = LegacyPayload(sealing: bytes, with: key)
    guard let frame = try? LegacyFrame(topic: "t", kind: .publish, payload: sealed.text),
        let received = try? LegacyFrame(parsing: frame.text),
        let payload = try? LegacyPayload(parsing: received.payload)
    else {
        hold(false, "what is sealed goes through a frame")
        return 0
    }
    hold((try? payload.open(with: key)) == bytes, "what is sealed is opened")
    guard let message = try? RPCMessage(parsing: bytes) else { return 0 }
    switch message {
    case .request(let request):
        if let proposal = try? LegacySessionRequest(request.params) {
            hold((try? LegacySessionRequest(proposal.json)) == proposal, "a proposal is written as it was read")
        }
        if let update = try? LegacySession(update: request.params) {
            hold((try? LegacySession(update: [update.json])) == update, "an update is written as it was read")
        }
    case .response(let response):
        guard case .result(let result) = response.outcome, let session = try? LegacySession(result: result) else {
            return 0
        }
        hold((try? LegacySession(result: session.json)) == session, "an answer is written as it was read")
    }
    return 0
}

private let key = SymmetricKey.random()
