import NIOCore
import NIOEmbedded

@testable import Relay

/// What a Redis server sends: the same values however the bytes are divided, and a page of messages or none.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    let whole = read(bytes, part: max(1, bytes.count))
    hold(whole == read(bytes, part: 1), "values mean the same byte by byte")
    hold(whole == read(bytes, part: 5), "values mean the same in parts")
    for value in whole.values {
        _ = value.number
        if let bytes = value.bytes { _ = MessageID(bytes) }
        guard let page = RedisMailbox.page(value, topic) else { continue }
        hold(page.messages.count * 4 + 2 == value.array?.count, "a page has all of its messages")
    }
    _ = RedisLink.warnings(String(decoding: bytes, as: UTF8.self))
    return 0
}

private let topic = Topic(legacy: [])

/// The values in `bytes`, in parts of `part` bytes, and whether the rest was refused.
private func read(_ bytes: [UInt8], part: Int) -> (values: [RESPValue], isRefused: Bool) {
    let channel = EmbeddedChannel(handler: ByteToMessageHandler(RESPDecoder(), maximumBufferSize: 64 << 20))
    defer { _ = try? channel.finish() }
    var (values, rest): ([RESPValue], ArraySlice<UInt8>) = ([], bytes[...])
    while !rest.isEmpty {
        let isRefused = (try? channel.writeInbound(ByteBuffer(bytes: rest.prefix(part)))) == nil
        rest = rest.dropFirst(part)
        while let value = try? channel.readInbound(as: RESPValue.self) { values.append(value) }
        if isRefused { return (values, true) }
    }
    return (values, false)
}

private func == (one: (values: [RESPValue], isRefused: Bool), other: (values: [RESPValue], isRefused: Bool)) -> Bool {
    one.values == other.values && one.isRefused == other.isRefused
}
