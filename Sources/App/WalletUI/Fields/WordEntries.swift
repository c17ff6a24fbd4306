import CWebKit
import GLibKit
import WebHost

/// The fields for the words of a recovery phrase, which work as one: words that are pasted or typed with spaces
/// continue in the next fields, and the start of a word is completed if only one word starts with it.
@MainActor final class WordEntries {
    let entries: [Widget]

    /// Called when Enter is pressed in one of them.
    var onActivate: (@MainActor () -> Void)?

    private let completion: WordCompletion

    /// The number of characters that the user has typed into each field, without completions.
    private var typed: [Int]

    /// The number of characters in each field, and the fields into which several were inserted at once.
    private var lengths: [Int]
    private var pasted: Set<Int> = []
    private var isChanging = false

    init(count: Int, lists: [[String]]) {
        completion = WordCompletion(lists)
        entries = (0..<count).map { _ in gtk_entry_new() }
        typed = Array(repeating: 0, count: count)
        lengths = typed
        for (index, entry) in entries.enumerated() {
            gtk_entry_set_width_chars(entry.cast(), 10)
            gtk_entry_set_input_hints(entry.cast(), GTK_INPUT_HINT_NO_SPELLCHECK)
            Signal.connect(entry, "activate") { [weak self] () -> Void in self?.onActivate?() }
            Signal.connect(entry, "changed") { [weak self] () -> Void in self?.change(index) }
        }
    }

    /// GTK is still inserting text, so the rest is done in a later turn.
    private func change(_ index: Int) {
        let length = Int(gtk_entry_get_text_length(entries[index].cast()))
        let isPaste = length > lengths[index] + 1
        lengths[index] = length
        guard !isChanging else { return }
        if isPaste { pasted.insert(index) }
        Idle.run { [weak self] in
            self?.settle(index)
            return false
        }
    }

    private func settle(_ index: Int) {
        let isPaste = pasted.remove(index) != nil
        let buffer = gtk_entry_get_buffer(entries[index].cast())
        let count = Int(gtk_entry_buffer_get_bytes(buffer))
        guard count > 0, let text = gtk_entry_buffer_get_text(buffer) else { return typed[index] = 0 }
        // A separate copy is needed, because setting a text wipes GTK's copy.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer {
            wipe(copy)
            copy.deallocate()
        }
        copy.copyMemory(from: UnsafeRawBufferPointer(start: text, count: count))
        let words = Self.words(in: UnsafeRawBufferPointer(copy))
        let hasSpace = words.count != 1 || words.first?.count != count
        guard hasSpace else { return complete(index) }
        spread(words, of: UnsafeRawBufferPointer(copy), from: index, completing: !isPaste || words.count == 1)
    }

    /// Puts the words into this field and the next ones; the last field gets all remaining text.
    private func spread(
        _ words: [Range<Int>], of text: UnsafeRawBufferPointer, from index: Int, completing: Bool
    ) {
        guard let last = entries.indices.last, let end = words.last else {
            return set(index, UnsafeRawBufferPointer(rebasing: text[0..<0]))
        }
        guard index < last || words.count == 1 else { return }
        let isOver = end.upperBound < text.count
        for (offset, word) in words.enumerated() where index + offset <= last {
            let isRest = index + offset == last && offset < words.count - 1
            let range = isRest ? word.lowerBound..<end.upperBound : word
            set(index + offset, UnsafeRawBufferPointer(rebasing: text[range]))
            // A space after the start of a word accepts the completion; pasted words are not completed.
            if completing, !isRest, isOver || offset < words.count - 1 { finish(index + offset) }
        }
        guard gtk_widget_has_focus(entries[index]) != 0 else { return }
        let next = min(index + words.count - (isOver ? 0 : 1), last)
        gtk_widget_grab_focus(entries[next])
        gtk_editable_set_position(OpaquePointer(entries[next]), -1)
    }

    /// Replaces the text of this field with the only word that starts with it.
    private func finish(_ index: Int) {
        guard let word = word(for: index) else { return }
        change { gtk_entry_set_text(entries[index].cast(), word) }
    }

    /// Proposes the rest of a word after the typed text; it is selected, so that the next key replaces it.
    private func complete(_ index: Int) {
        let count = text(of: index).unicodeScalars.count
        let isLonger = count > typed[index]
        typed[index] = count
        let entry = entries[index]
        guard isLonger, gtk_widget_has_focus(entry) != 0,
            gtk_editable_get_position(OpaquePointer(entry)) == gint(count), let word = word(for: index)
        else { return }
        change {
            gtk_entry_set_text(entry.cast(), word)
            gtk_editable_select_region(OpaquePointer(entry), gint(count), -1)
        }
    }

    /// The only word that starts with the text of a field.
    private func word(for index: Int) -> String? {
        let others = entries.indices.filter { $0 != index }.map { text(of: $0) }
        return completion.word(beginning: text(of: index), besides: others)
    }

    private func text(of index: Int) -> String {
        gtk_entry_get_text(entries[index].cast()).map { String(cString: $0) } ?? ""
    }

    private func set(_ index: Int, _ text: UnsafeRawBufferPointer) {
        let ended = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count + 1, alignment: 1)
        defer {
            wipe(ended)
            ended.deallocate()
        }
        ended.copyMemory(from: text)
        ended[text.count] = 0
        change { gtk_entry_set_text(entries[index].cast(), ended.assumingMemoryBound(to: CChar.self).baseAddress) }
        typed[index] = Int(gtk_entry_get_text_length(entries[index].cast()))
    }

    private func change(_ body: () -> Void) {
        isChanging = true
        body()
        isChanging = false
    }

    /// The positions of the words, without the numbers of a numbered list.
    ///
    /// Separators are ASCII white space, no-break and ideographic spaces, commas and semicolons.
    static func words(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var (place, start) = (0, Int?.none)
        while place < text.count {
            let space = space(in: text, at: place)
            if space > 0, let begin = start {
                words.append(begin..<place)
                start = nil
            } else if space == 0, start == nil {
                start = place
            }
            place += max(space, 1)
        }
        if let start { words.append(start..<text.count) }
        return words.compactMap { withoutNumber($0, in: text) }
    }

    /// The word without a number such as `1.`, `2)` or `3:` in front; `nil` if it is only a number.
    private static func withoutNumber(_ word: Range<Int>, in text: UnsafeRawBufferPointer) -> Range<Int>? {
        var start = word.lowerBound + text[word].prefix(2).prefix { $0 &- 0x30 < 10 }.count
        if start == word.upperBound { return nil }
        guard ".):".utf8.contains(text[start]) else { return word }
        start += 1
        return start == word.upperBound ? nil : start..<word.upperBound
    }

    /// The number of bytes of the separator at `place`; 0 if there is no separator.
    private static func space(in text: UnsafeRawBufferPointer, at place: Int) -> Int {
        switch text[place] {
        case 0x20, 0x09...0x0D, UInt8(ascii: ","), UInt8(ascii: ";"): 1
        case 0xC2 where place + 1 < text.count && text[place + 1] == 0xA0: 2
        case 0xE3 where place + 2 < text.count && text[place + 1] == 0x80 && text[place + 2] == 0x80: 3
        default: 0
        }
    }
}
