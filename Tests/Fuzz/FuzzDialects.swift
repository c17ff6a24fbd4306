import Bridge

/// Every message ends as a call, a refusal or silence, and every answer is JSON within its limits.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let limits = Limits()
    let dialects: [any Dialect] = [LinkDialect(), EthereumDialect(), InvokeDialect()]
    for dialect in dialects {
        switch dialect.decode(input(start, count), limits: limits) {
        case .silence:
            continue
        case .refusal(let error, let replyID):
            check(dialect.encode(.failure(error), to: replyID), replyID, limits)
        case .cancel(_, let replyID):
            check(dialect.encode(.success(.null), to: replyID), replyID, limits)
        case .call(let call, let replyID):
            check(dialect.encode(.success(call.params), to: replyID), replyID, limits)
            decode(call.params)
        }
    }
    attach(input(start, count), limits)
    return 0
}

/// A message with attachments has each of them once, or is refused.
private func attach(_ message: UnsafeBufferPointer<UInt8>, _ limits: Limits) {
    let attachments = [BinaryData([1]), BinaryData([UInt8](repeating: 2, count: 5_000))]
    guard case .call(let call, let replyID) = InvokeDialect().decode(message, attachments: attachments, limits: limits)
    else { return }
    var found: [BinaryData] = []
    let text = InvokeDialect().encode(.success(call.params), to: replyID, attachments: &found)
    hold(found == attachments, "each attachment is there once, in order")
    check(text, replyID, limits)
}

/// Reading parameters as types ends with a value or an error.
private func decode(_ params: JSON) {
    struct Parameters: Codable {
        let text: String?
        let number: Double?
        let count: Int8?
        let data: BinaryData?
        let list: [Int]?
        let table: [Int: JSON]?
    }
    guard let value = try? params.decoded(as: Parameters.self) else { return }
    hold((try? EncodedValue(encoding: value)) != nil, "what was read can be written")
}

private func check(_ answer: [UInt8], _ replyID: ReplyID, _ limits: Limits) {
    // An answer wraps what the page sent, so it may nest a little deeper than a request.
    hold((try? JSON(parsing: answer, rules: JSONRules(depth: limits.depth + 4))) != nil, "an answer is JSON")
    hold((replyID.id.string?.utf8.count ?? 0) <= limits.idBytes, "an echoed id is short")
}
