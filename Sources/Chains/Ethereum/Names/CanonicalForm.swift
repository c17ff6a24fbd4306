/// The normalization forms C and D of the Unicode version of a name table (Unicode Standard Annex 15).
struct CanonicalForm: Sendable {
    /// The letters into which Hangul syllables decompose.
    static let hangulLetters: [(UInt32, UInt32)] = [(0x1100, 0x1112), (0x1161, 0x1175), (0x11A8, 0x11C2)]

    private var decompositions: [UInt32: [UInt32]] = [:]
    private var compositions: [UInt64: UInt32] = [:]
    private var classes: [UInt32: Int] = [:]

    init() {}

    /// Creates the forms from the decompositions of characters, those that are not composed again, and the marks in the
    /// order of their classes.
    init(decompositions: [UInt32: [UInt32]], exclusions: CodeSet, ranks: [CodeSet]) {
        self.decompositions = decompositions
        for (rank, set) in ranks.enumerated() {
            for (first, last) in set.runs { for code in first...last { classes[code] = rank + 1 } }
        }
        for (composed, parts) in decompositions where parts.count == 2 && !exclusions.contains(composed) {
            // What begins with a mark is not composed.
            guard classes[composed] == nil, classes[parts[0]] == nil else { continue }
            compositions[Self.pair(parts[0], parts[1])] = composed
        }
    }

    /// Form D.
    func decomposed(_ codes: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        for code in codes { append(code, to: &result) }
        sortMarks(&result)
        return result
    }

    /// Form C.
    func composed(_ codes: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        var starter: Int?
        // The class of the last character that stayed between the starter and the next one.
        var before = 0
        for code in decomposed(codes) {
            let rank = classes[code] ?? 0
            if let place = starter, before < rank || before == 0 && result.count == place + 1,
                let composed = compose(result[place], code)
            {
                result[place] = composed
                continue
            }
            if rank == 0 { starter = result.count }
            before = rank
            result.append(code)
        }
        return result
    }

    private func append(_ code: UInt32, to result: inout [UInt32]) {
        if (Self.syllables..<Self.syllables + 11_172).contains(code) {
            let offset = code - Self.syllables
            result += [0x1100 + offset / 588, 0x1161 + offset % 588 / 28]
            if offset % 28 > 0 { result.append(0x11A7 + offset % 28) }
        } else if let parts = decompositions[code] {
            for part in parts where part != code { append(part, to: &result) }
        } else {
            result.append(code)
        }
    }

    /// Sorts the marks between two other characters by their classes; those of one class keep their order.
    private func sortMarks(_ codes: inout [UInt32]) {
        var start = 0
        while start < codes.count {
            guard classes[codes[start]] != nil else {
                start += 1
                continue
            }
            let end = codes[start...].firstIndex { classes[$0] == nil } ?? codes.count
            let sorted = codes[start..<end].enumerated().sorted { left, right in
                let (first, second) = (classes[left.element] ?? 0, classes[right.element] ?? 0)
                return first == second ? left.offset < right.offset : first < second
            }
            codes.replaceSubrange(start..<end, with: sorted.map(\.element))
            start = end
        }
    }

    private func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if (0x1100...0x1112).contains(first), (0x1161...0x1175).contains(second) {
            return Self.syllables + ((first - 0x1100) * 21 + second - 0x1161) * 28
        }
        if (Self.syllables..<Self.syllables + 11_172).contains(first), (first - Self.syllables) % 28 == 0,
            (0x11A8...0x11C2).contains(second)
        {
            return first + second - 0x11A7
        }
        return compositions[Self.pair(first, second)]
    }

    private static let syllables: UInt32 = 0xAC00

    private static func pair(_ first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) << 32 | UInt64(second) }
}
