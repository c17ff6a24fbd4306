import Bridge

/// Made visible, no text draws a second row or changes the direction of another.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: input(start, count), as: UTF8.self)
    let visible = VisibleText.of(text)
    hold(visible.unicodeScalars.allSatisfy(isPlain), "visible text has no hidden character")
    hold(original(of: visible).elementsEqual(text.unicodeScalars), "two texts are never drawn alike")
    let breaks = text.unicodeScalars.count { $0 == "\n" }
    hold(VisibleText.lines(of: text).count == breaks + 1, "only a line feed begins a line")
    return 0
}

private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xE0000...0xE0FFF: false
    default: true
    }
}

/// Undoes the escapes: since a bracket of the text is escaped too, there is one way to read each.
private func original(of visible: String) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    var rest = visible.unicodeScalars[...]
    while let scalar = rest.popFirst() {
        guard scalar == "⟨" else {
            scalars.append(scalar)
            continue
        }
        let digits = rest.prefix { $0 != "⟩" }.dropFirst(2)
        rest = rest.drop { $0 != "⟩" }.dropFirst()
        guard let value = UInt32(String(digits), radix: 16), let escaped = Unicode.Scalar(value) else { return [] }
        scalars.append(escaped)
    }
    return scalars
}
