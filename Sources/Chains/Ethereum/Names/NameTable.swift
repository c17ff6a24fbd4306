internal import CNameTable

/// The data of ENSIP-15, and what follows from it.
struct NameTable: Sendable {
    /// The characters that may be in one label together.
    struct Group: Sendable {
        /// The name, such as `Latin`, or the abbreviation of a script.
        let name: String

        /// Whether only certain characters with marks are allowed, so that marks need no further check.
        let hasListedMarks: Bool

        let members: CodeSet
    }

    /// The version of Unicode.
    private(set) var unicode = ""

    private(set) var ignored = CodeSet()
    private(set) var mapped: [UInt32: [UInt32]] = [:]
    private(set) var fenced = CodeSet()
    private(set) var marks = CodeSet()
    private(set) var nonspacing = CodeSet()

    /// The largest number of non-spacing marks in a row.
    private(set) var mostNonspacing = 0

    private(set) var groups: [Group] = []
    private(set) var emoji = EmojiSequences()
    private(set) var form = CanonicalForm()

    /// Every character that text may have.
    private(set) var valid = CodeSet()

    /// For each character that can be taken for another one: the groups with such another character, outside its own
    /// extent.
    private(set) var confusable: [UInt32: Set<Int>] = [:]

    /// The table that the program contains.
    static let shared: NameTable = {
        var size = 0
        let start = drawbridge_name_table(&size)
        return NameTable(Array(UnsafeBufferPointer(start: start, count: size)))
    }()

    init(_ text: [UInt8]) {
        var wholes: [(valid: CodeSet, confused: CodeSet)] = []
        var (exclusions, decompositions, ranks) = (CodeSet(), [UInt32: [UInt32]](), [CodeSet]())
        for line in text.split(separator: UInt8(ascii: "\n")) {
            guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
            let payload = line[(space + 1)...]
            var reader = NameTableReader(payload)
            let name = String(decoding: line[..<space], as: UTF8.self)
            switch name {
            case "unicode": unicode = String(decoding: payload, as: UTF8.self)
            case "ignored": ignored = reader.set()
            case "mapped": mapped = reader.mapping()
            case "emoji": emoji = EmojiSequences(reader.sequences())
            case "fenced": fenced = reader.set()
            case "marks": marks = reader.set()
            case "nonspacing": nonspacing = reader.set()
            case "most": mostNonspacing = Int(reader.number() ?? 0)
            case "exclusions": exclusions = reader.set()
            case "decompositions": decompositions = reader.mapping()
            case "rank": ranks.append(reader.set())
            case "whole":
                let valid = reader.set()
                let confused = payload.firstIndex(of: UInt8(ascii: "/")).map { payload[($0 + 1)...] } ?? []
                var rest = NameTableReader(confused)
                wholes.append((valid, rest.set()))
            default:
                let parts = name.split(separator: ":", omittingEmptySubsequences: false)
                guard parts.count == 3, parts[0] == "group" else { continue }
                groups.append(
                    Group(name: String(parts[1]), hasListedMarks: parts[2].contains("m"), members: reader.set()))
            }
        }
        form = CanonicalForm(decompositions: decompositions, exclusions: exclusions, ranks: ranks)
        valid = union(decompositions.keys)
        for whole in wholes { join(whole.valid, whole.confused) }
    }

    /// The characters of all groups, and those into which they decompose.
    private func union(_ composed: some Sequence<UInt32>) -> CodeSet {
        let members = CodeSet(groups.flatMap { Array($0.members.runs) })
        let parts = composed.filter(members.contains).flatMap { form.decomposed([$0]) }
        let letters = members.contains(0xAC00) ? CanonicalForm.hangulLetters : []
        return CodeSet(Array(members.runs) + parts.map { ($0, $0) } + letters)
    }

    /// Stores, for each confusable character of a set, the groups that it excludes (ENSIP-15, section “Wholes”).
    private mutating func join(_ valid: CodeSet, _ confused: CodeSet) {
        var extents: [(groups: Set<Int>, codes: [UInt32])] = []
        for code in (Array(valid.runs) + Array(confused.runs)).flatMap({ Array($0.0...$0.1) }).sorted() {
            let own = Set(groups.indices.filter { groups[$0].members.contains(code) })
            if let place = extents.firstIndex(where: { !$0.groups.isDisjoint(with: own) }) {
                extents[place].groups.formUnion(own)
                extents[place].codes.append(code)
            } else {
                extents.append((own, [code]))
            }
        }
        let all = extents.reduce(into: Set<Int>()) { $0.formUnion($1.groups) }
        for extent in extents {
            for code in extent.codes where confused.contains(code) {
                confusable[code] = all.subtracting(extent.groups)
            }
        }
    }
}
