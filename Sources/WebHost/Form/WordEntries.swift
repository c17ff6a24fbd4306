import CWebKit

/// The fields for the words of a recovery phrase, as one: words that are pasted or typed with spaces between them go on
/// in the next fields, and the beginning of a word is completed where it can only become one.
@MainActor final class WordEntries {
    let entries: [Widget]

    /// Called when Enter is pressed in one of them.
    var onActivate: (@MainActor () -> Void)?

    /// Word lists, the most likely first.
    private let lists: [[String]]

    /// How many characters the user has typed into each, without what was completed.
    private var typed: [Int]
    private var isChanging = false

    /// The fewest characters that are completed.
    private static let fewest = 3

    init(count: Int, lists: [[String]]) {
        self.lists = lists
        entries = (0..<count).map { _ in gtk_entry_new() }
        typed = Array(repeating: 0, count: count)
        for (index, entry) in entries.enumerated() {
            gtk_entry_set_width_chars(entry.cast(), 10)
            gtk_entry_set_input_hints(entry.cast(), GTK_INPUT_HINT_NO_SPELLCHECK)
            Signal.connect(entry, "activate") { [weak self] () -> Void in self?.onActivate?() }
            Signal.connect(entry, "changed") { [weak self] () -> Void in self?.change(index) }
        }
    }

    /// GTK is still inserting: what follows is done in a later turn.
    private func change(_ index: Int) {
        guard !isChanging else { return }
        Idle.run { [weak self] in
            self?.settle(index)
            return false
        }
    }

    private func settle(_ index: Int) {
        let buffer = gtk_entry_get_buffer(entries[index].cast())
        let count = Int(gtk_entry_buffer_get_bytes(buffer))
        guard count > 0, let text = gtk_entry_buffer_get_text(buffer) else { return typed[index] = 0 }
        // A copy of ours, because setting a text wipes what GTK holds.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer {
            wipe(copy)
            copy.deallocate()
        }
        copy.copyMemory(from: UnsafeRawBufferPointer(start: text, count: count))
        let words = Self.words(in: UnsafeRawBufferPointer(copy))
        let hasSpace = words.count != 1 || words.first?.count != count
        if hasSpace { spread(words, of: UnsafeRawBufferPointer(copy), from: index) } else { complete(index) }
    }

    /// Puts the words into this field and the next ones; what is left over stays in the last one, all of it.
    private func spread(_ words: [Range<Int>], of text: UnsafeRawBufferPointer, from index: Int) {
        guard let last = entries.indices.last, let end = words.last else {
            return set(index, UnsafeRawBufferPointer(rebasing: text[0..<0]))
        }
        guard index < last || words.count == 1 else { return }
        let isOver = end.upperBound < text.count
        for (offset, word) in words.enumerated() where index + offset <= last {
            let isRest = index + offset == last && offset < words.count - 1
            let range = isRest ? word.lowerBound..<end.upperBound : word
            set(index + offset, UnsafeRawBufferPointer(rebasing: text[range]))
            // A space after a beginning says that the word is meant.
            if !isRest, isOver || offset < words.count - 1 { finish(index + offset) }
        }
        guard gtk_widget_has_focus(entries[index]) != 0 else { return }
        let next = min(index + words.count - (isOver ? 0 : 1), last)
        gtk_widget_grab_focus(entries[next])
        gtk_editable_set_position(OpaquePointer(entries[next]), -1)
    }

    /// Writes the only word that begins as this field does into it.
    private func finish(_ index: Int) {
        let text = text(of: index)
        guard text.count >= Self.fewest, let word = only(beginning: text), word != text else { return }
        change { gtk_entry_set_text(entries[index].cast(), word) }
    }

    /// Proposes the rest of a word behind what was typed, selected, so that the next key replaces it.
    private func complete(_ index: Int) {
        let text = text(of: index)
        let count = text.unicodeScalars.count
        let isLonger = count > typed[index]
        typed[index] = count
        let entry = entries[index]
        guard isLonger, text.count >= Self.fewest, gtk_widget_has_focus(entry) != 0,
            gtk_editable_get_position(OpaquePointer(entry)) == gint(count), let word = only(beginning: text),
            word != text
        else { return }
        change {
            gtk_entry_set_text(entry.cast(), word)
            gtk_editable_select_region(OpaquePointer(entry), gint(count), -1)
        }
    }

    /// The only word that begins with `text`, in the first list that has any.
    private func only(beginning text: String) -> String? {
        let text = text.lowercased()
        for list in lists {
            let found = list.lazy.filter { $0.hasPrefix(text) }.prefix(2)
            guard let first = found.first else { continue }
            return found.count == 1 || first == text ? first : nil
        }
        return nil
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

    /// Where the words stand; white space is that of ASCII, no-break spaces and ideographic ones.
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
        return words
    }

    /// How many bytes the white space at `place` has; 0 for what is none.
    private static func space(in text: UnsafeRawBufferPointer, at place: Int) -> Int {
        switch text[place] {
        case 0x20, 0x09...0x0D: 1
        case 0xC2 where place + 1 < text.count && text[place + 1] == 0xA0: 2
        case 0xE3 where place + 2 < text.count && text[place + 1] == 0x80 && text[place + 2] == 0x80: 3
        default: 0
        }
    }
}
