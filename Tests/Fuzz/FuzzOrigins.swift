import Bridge

/// An origin is written as it was read, no character in it can be mistaken for another, and a URL's origin is its
/// beginning.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: input(start, count), as: UTF8.self)
    if let origin = try? Origin(serialized: text) {
        hold(origin.description == text, "an origin is written as it was read")
        hold(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "an origin is printable ASCII")
        hold((try? Origin(ofURL: text + "/@other.example:1#x")) == origin, "a path changes no origin")
        hold(VisibleText.of(text) == text, "an origin has nothing to hide")
    }
    if let origin = try? Origin(ofURL: text) {
        hold(text.utf8.starts(with: origin.description.utf8), "a URL begins with its origin")
        hold((try? Origin(serialized: origin.description)) == origin, "the origin of a URL is an origin")
    }
    return 0
}
