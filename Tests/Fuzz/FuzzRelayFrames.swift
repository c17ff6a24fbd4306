import Bridge
@testable import WalletConnect

/// What a relay sends: each frame is read as one thing, and what is in it has its limits.
///
/// The first byte of the input chooses what follows: a frame, or the result of a call.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = input(start, count)
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    if bytes.first.map({ $0 % 4 == 0 }) ?? true { readResult(text) } else { readFrame(text) }
    return 0
}

private func readFrame(_ text: String) {
    switch RelayFrame(text) {
    case .answer(let id, let outcome):
        hold(id != nil || outcome != nil || text.utf8.count > 0, "an answer comes from a text")
        if case .failure(let response)? = outcome { check(WalletConnectError.Relay(response)) }
    case .delivery(let id, let message):
        check(message)
        answer(id)
    case .other(let id):
        answer(id)
    case .malformed(let id):
        if let id { answer(id) }
    }
}

/// What the client answers is a frame with the same id, which a relay can read.
private func answer(_ id: RPCID) {
    for text in [RelayAnswer.confirmation(id), RelayAnswer.refusal(id, .invalidRequest)] {
        guard let message = try? RPCMessage(parsing: Array(text.utf8)), case .response(let response) = message else {
            hold(false, "an answer is a response")
            return
        }
        hold(response.id == id, "an answer repeats the id")
    }
}

private func check(_ message: RelayMessage) {
    hold(1...Envelope.maximumTextBytes ~= message.message.utf8.count, "a message has a limited size")
    hold(message.attestation.map { $0.utf8.count <= RelayMessage.maximumAttestationBytes } ?? true, "so has its proof")
    hold(message.publishedAt >= 0 && message.tag >= 0, "a number has no sign")
    if let envelope = try? Envelope(parsing: message.message, from: .relay) {
        hold((try? Envelope(parsing: envelope.text(for: .relay), from: .relay)) == envelope, "it is read as written")
    }
}

private func check(_ fault: WalletConnectError.Relay) {
    guard case .rejected(_, let name) = fault else { return hold(false, "an error is a rejection") }
    hold(name.map(WalletConnectError.Relay.isName) ?? true, "a name can be logged")
    hold(fault.description.utf8.count < 200, "what is logged is short")
}

private func readResult(_ text: String) {
    guard case .value(let json) = JSON.read(text, rules: .message) else { return }
    if let id = RelayResults.subscription(json) { hold(1...128 ~= id.utf8.count, "an id has a limited size") }
    for count in [1, 2, 500] {
        if let ids = RelayResults.subscriptions(json, count: count) { hold(ids.count == count, "one id for each") }
        if let outcomes = RelayResults.outcomes(json, count: count) {
            hold(outcomes.count == count, "one outcome for each")
        }
    }
    if let page = RelayResults.page(json) {
        hold(page.malformed >= 0, "a count has no sign")
        for message in page.messages { check(message) }
    }
    if let message = RelayMessage(json) { check(message) }
}
