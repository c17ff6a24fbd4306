internal import Synchronization

/// The 2,048 words of a language in order, with a lookup by index and by bytes.
struct WordList: Sendable {
    /// The number of words, for eleven bits.
    static let size = 2_048

    /// An upper bound for the length of a word in all lists, in bytes of decomposed UTF-8.
    static let longestWord = 36

    /// The lists that were used so far.
    private static let lists = Mutex<[Language: WordList]>([:])

    private let lines: [UInt8]

    /// The start of each word, and the end of the last one.
    private let starts: [Int]

    /// A hash table of word indices by their bytes; -1 for an empty slot.
    private let slots: [Int]

    /// The list of `language`.
    static func list(of language: Language) -> WordList {
        lists.withLock { lists in
            if let list = lists[language] { return list }
            let list = WordList(language)
            lists[language] = list
            return list
        }
    }

    private init(_ language: Language) {
        let lines = language.lines
        var starts = [0]
        for (index, byte) in lines.enumerated() where byte == 0x0A { starts.append(index + 1) }
        // No trap: the lists are part of the program.
        precondition(starts.count == Self.size + 1, "the list has eleven bits of words")
        self.lines = lines
        self.starts = starts
        slots = lines.withUnsafeBytes { lines in
            var slots = [Int](repeating: -1, count: Self.size * 4)
            for number in 0..<Self.size {
                let word = UnsafeRawBufferPointer(rebasing: lines[starts[number]..<(starts[number + 1] - 1)])
                var slot = Self.slot(of: word)
                while slots[slot] >= 0 { slot = (slot + 1) % slots.count }
                slots[slot] = number
            }
            return slots
        }
    }

    /// Passes the UTF-8 of the word with index `number` to `body`.
    func withWord<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        lines.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[starts[number]..<(starts[number + 1] - 1)]))
        }
    }

    /// The index of the word with the decomposed UTF-8 `bytes`; `nil` if it is not in the list.
    func number(of bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count <= Self.longestWord else { return nil }
        var slot = Self.slot(of: bytes)
        while slots[slot] >= 0 {
            if withWord(slots[slot], { $0.elementsEqual(bytes) }) { return slots[slot] }
            slot = (slot + 1) % slots.count
        }
        return nil
    }

    /// The first slot to check: the hash of Fowler, Noll and Vo.
    private static func slot(of word: UnsafeRawBufferPointer) -> Int {
        var hash: UInt32 = 0x811C_9DC5
        for byte in word { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int(hash % UInt32(size * 4))  // No trap: a constant.
    }
}
