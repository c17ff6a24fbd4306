@testable import Relay

/// What clients send in a frame: version 2, and the legacy bridge.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    var limits = RelayLimits()
    limits.batch = 20
    limits.messageBytes = 1000
    readJSON(bytes)
    readRequest(bytes, limits)
    readLegacy(bytes, limits)
    return 0
}

/// A text that is accepted gives values that lie in it, each inside the one before.
private func readJSON(_ bytes: [UInt8]) {
    guard let document = try? JSONDocument(bytes) else { return }
    hold(document.nodes.count <= 16_384, "a text has a limited number of values")
    var ends: [Int] = []
    for (index, node) in document.nodes.enumerated() {
        while let end = ends.last, end <= index { ends.removeLast() }
        hold(node.start >= 0 && node.start <= node.end && node.end <= bytes.count, "a value is in the text")
        hold(Int(node.next) > index && Int(node.next) <= ends.last ?? document.nodes.count, "a value has an end")
        ends.append(Int(node.next))
        let value = JSONValue(document: document, index: index)
        hold(ends.count <= 33, "a text has a limited depth")
        if let integer = value.integer { hold(integer >= 0, "a number has no sign") }
        if value.isString { hold(String(validating: value.raw, as: UTF8.self) != nil, "a string is UTF-8") }
        _ = value.elements(atMost: 10)
    }
}

private func readRequest(_ bytes: [UInt8], _ limits: RelayLimits) {
    switch IncomingFrame(bytes, limits: limits) {
    case .refused(let id, let error):
        hold(isJSON(OutgoingFrame.failure(id, error)), "a refusal is JSON")
    case .response: break
    case .request(let id, let call, let prefix):
        hold(isJSON(OutgoingFrame.success(id)), "a reply is JSON")
        hold(1...20 ~= call.cost, "a request has a cost")
        switch call {
        case .publish(let publications, _):
            hold(1...20 ~= publications.count, "a batch is limited")
            for publication in publications { check(publication, id, prefix, limits) }
        case .subscribe(let topics, let answer):
            hold(1...20 ~= topics.count, "a batch is limited")
            let results = topics.map { Result<Bytes32, RelayError>.success($0.bytes) }
            hold(isJSON(OutgoingFrame.subscribed(id, results, answer: answer)), "an answer is JSON")
        case .unsubscribe(let topics), .fetch(let topics): hold(1...20 ~= topics.count, "a batch is limited")
        case .receive(let receipts): hold(1...20 ~= receipts.count, "a batch is limited")
        }
    }
}

private func check(_ publication: Publication, _ id: RequestID, _ prefix: StaticString, _ limits: RelayLimits) {
    hold(publication.body.count <= limits.messageBytes + 256, "a message is limited")
    hold(limits.shortestLifetime...limits.longestLifetime ~= publication.lifetime, "a lifetime is limited")
    let message = StoredMessage(
        id: MessageID(milliseconds: 1, sequence: 0), topic: publication.topic,
        publisher: ClientID(bytes: publication.topic.bytes), expires: 1, body: publication.body)
    let delivery = OutgoingFrame.delivery(1, of: message, to: publication.topic.bytes, prefix: prefix)
    let root = try? JSONDocument(delivery).root
    hold(root?["params"]?["data"]?["message"]?.isString == true, "a delivery is JSON")
    hold(
        root?["params"]?["data"]?["topic"]?.plain.map { Array($0) } == publication.topic.bytes.hex,
        "a delivery has the topic of its publication")
    hold(isJSON(OutgoingFrame.fetched(id, [message], hasMore: true)), "an answer is JSON")
}

private func readLegacy(_ bytes: [UInt8], _ limits: RelayLimits) {
    guard case .publish(let publication) = LegacyFrame(bytes, limits: limits) else { return }
    hold(publication.body.count <= limits.messageBytes + 256, "a payload is limited")
    // What is passed on is a frame of the bridge again, for the same topic.
    guard case .publish(let again) = LegacyFrame(publication.body, limits: limits) else {
        return hold(false, "what is passed on is a frame")
    }
    hold(again.topic == publication.topic && again.body == publication.body, "what is passed on means the same")
}

private func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSONDocument(bytes)) != nil }
