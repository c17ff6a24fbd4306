import Bridge
import WalletConnect

/// What is stored, and what a peer of version 1 sends, is written as it was read; and a link leads only to servers that
/// it may lead to.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    let text = String(decoding: bytes, as: UTF8.self)
    if let record = try? V1Record(parsing: text) {
        hold((try? V1Record(parsing: record.text)) == record, "a record is written as it was read")
    }
    for form in [text, "wss://\(text)", "ws://\(text)"] {
        guard let address = try? V1BridgeAddress(form) else { continue }
        hold((try? V1BridgeAddress(address.description)) == address, "an address is written as it was read")
        hold(address.isLoopback || address.description.hasPrefix("wss://"), "other machines need TLS")
    }
    // A peer has the key, so what it sends is opened.
    let sealed = V1Payload(sealing: bytes, with: key)
    guard let frame = try? V1Frame(topic: "t", kind: .publish, payload: sealed.text),
        let received = try? V1Frame(parsing: frame.text),
        let payload = try? V1Payload(parsing: received.payload)
    else {
        hold(false, "what is sealed goes through a frame")
        return 0
    }
    hold((try? payload.open(with: key)) == bytes, "what is sealed is opened")
    guard let message = try? RPCMessage(parsing: bytes) else { return 0 }
    switch message {
    case .request(let request):
        if let proposal = try? V1SessionRequest(request.params) {
            hold((try? V1SessionRequest(proposal.json)) == proposal, "a proposal is written as it was read")
        }
        if let update = try? V1Session(update: request.params) {
            hold((try? V1Session(update: [update.json])) == update, "an update is written as it was read")
        }
    case .response(let response):
        guard case .result(let result) = response.outcome, let session = try? V1Session(result: result) else {
            return 0
        }
        hold((try? V1Session(result: session.json)) == session, "an answer is written as it was read")
    }
    return 0
}

private let key = SymmetricKey.random()
