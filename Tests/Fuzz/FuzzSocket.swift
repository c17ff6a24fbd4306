// Together with: Sources/Bridge/WebHost/Transport/SocketReader.swift

/// Whatever comes through a socket, and in whatever pieces, gives the same texts, and takes no more memory than they.
///
/// The first byte of the input is the size of the pieces.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = input(start, count)
    guard let step = bytes.first.map({ Int($0) + 1 }) else { return 0 }
    let stream = Array(bytes.dropFirst())
    let (texts, isRefused) = read(stream)
    let reader = SocketReader(mostBytes: mostBytes)
    var found: [[UInt8]] = []
    var refused = false
    var index = 0
    while index < stream.count, !refused {
        reader.fill { space in
            hold(!space.isEmpty, "there is room for more")
            let part = stream[index..<min(index + min(step, space.count), stream.count)]
            space.copyBytes(from: part)
            index += part.count
            return part.count
        }
        var isDone = false
        while !isDone {
            switch reader.next() {
            case .text(let text): found.append(Array(text))
            case .nothing: isDone = true
            case .tooLong: (isDone, refused) = (true, true)
            }
        }
        hold(!reader.hasText || refused, "every complete text is taken")
    }
    hold(refused == isRefused, "exactly a text that is too long is refused")
    hold(found == texts, "the texts do not depend on the pieces")
    hold(reader.capacity <= max(SocketReader.usual, mostBytes + SocketReader.header), "memory is limited")
    return 0
}

private let mostBytes = 1_000

/// The texts of `stream`, up to the first that is too long.
private func read(_ stream: [UInt8]) -> (texts: [[UInt8]], isRefused: Bool) {
    var texts: [[UInt8]] = []
    var rest = stream[...]
    while rest.count >= 4 {
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= mostBytes else { return (texts, true) }
        guard rest.count >= 4 + length else { break }
        texts.append(Array(rest.dropFirst(4).prefix(length)))
        rest = rest.dropFirst(4 + length)
    }
    return (texts, false)
}
