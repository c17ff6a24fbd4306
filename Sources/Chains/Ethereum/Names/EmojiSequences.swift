/// The emoji that names may have, as a tree.
struct EmojiSequences: Sendable {
    /// The character that asks for the image of an emoji; names are written without it.
    static let presentation: UInt32 = 0xFE0F

    private var next: [UInt64: UInt32] = [:]
    private var ends: [UInt32: [UInt32]] = [:]

    init() {}

    init(_ sequences: [[UInt32]]) {
        var count: UInt32 = 0
        for sequence in sequences {
            var places: [UInt32] = [0]
            for code in sequence {
                let reached = places.map { place in
                    let step = Self.step(place, code)
                    if let known = next[step] { return known }
                    count += 1
                    next[step] = count
                    return count
                }
                // The presentation may be missing.
                places = code == Self.presentation ? places + reached : reached
            }
            let plain = sequence.filter { $0 != Self.presentation }
            for place in places { ends[place] = plain }
        }
    }

    /// The longest emoji at the beginning of `codes`.
    ///
    /// - Returns: The emoji without presentation characters, and the number of code points that it takes.
    func first(in codes: ArraySlice<UInt32>) -> (emoji: [UInt32], count: Int)? {
        var place: UInt32 = 0
        var found: (emoji: [UInt32], count: Int)?
        for (offset, code) in codes.enumerated() {
            guard let reached = next[Self.step(place, code)] else { break }
            place = reached
            if let emoji = ends[place] { found = (emoji, offset + 1) }
        }
        return found
    }

    private static func step(_ place: UInt32, _ code: UInt32) -> UInt64 { UInt64(place) << 32 | UInt64(code) }
}
