@testable import Network

/// What a WebSocket server sends: the head of its answer, and frames, which mean the same however they are divided.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    let limit = 1000
    let whole = read(bytes, limit: limit, part: bytes.count)
    hold(whole == read(bytes, limit: limit, part: 1), "frames mean the same byte by byte")
    hold(whole == read(bytes, limit: limit, part: 7), "frames mean the same in parts")
    for event in whole.events {
        switch event {
        case .message(let text): hold(text.utf8.count <= limit, "a message is not longer than the limit")
        case .ping(let payload): hold(payload.count <= 125, "a ping is short")
        case .close(let code, let reason):
            hold(code.map(WebSocketFrame.isClosing) ?? true, "a code may be sent")
            hold(reason.utf8.count <= 123, "a reason is short")
            hold(WebSocketFrame.closing(code ?? 1000, reason).count <= 125, "a close frame is short")
        case .pong: break
        }
    }
    if let head = ResponseHead(bytes) {
        let response = HTTPResponse(status: head.status, headers: head.headers)
        hold(100...599 ~= response.status, "a status is one")
        hold(response.headers.allSatisfy { HTTPRequest.isField($0.name, $0.value) }, "each field could be sent")
        if let date = response.date { hold(0...253_402_300_800 ~= date, "a date is one of four digits") }
        _ = head.members("connection")
    }
    hold(ResponseHead.chunks(bytes).count <= bytes.count, "chunks are not longer than what they came in")
    let date = HTTPResponse(status: 200, headers: [("date", String(decoding: bytes, as: UTF8.self))]).date
    if let date { hold(0...253_402_300_800 ~= date, "a date is one of four digits") }
    return 0
}

/// What `bytes` mean in parts of `part` bytes, and why they were refused.
private func read(
    _ bytes: [UInt8], limit: Int, part: Int
) -> (events: [WebSocketEvent], refusal: WebSocketFrameReader.Refusal?) {
    var reader = WebSocketFrameReader(limit: limit)
    var events: [WebSocketEvent] = []
    var rest = bytes[...]
    do throws(NetworkError) {
        while !rest.isEmpty {
            reader.take(Array(rest.prefix(part)))
            rest = rest.dropFirst(part)
            while let event = try reader.next() { events.append(event) }
        }
    } catch {
        hold(reader.refusal != nil, "a refusal has a reason")
    }
    return (events, reader.refusal)
}
