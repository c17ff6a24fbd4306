/// A map of a partially signed transaction: keys of a type and data, and their values, in their order.
package struct PSBTMap: Hashable, Sendable {
    /// An entry.
    package struct Entry: Hashable, Sendable {
        /// The type of the key.
        package let type: UInt64
        /// The data after the type.
        package let data: [UInt8]
        /// The value.
        package let value: [UInt8]
    }

    /// The entries, each with another key.
    package private(set) var entries: [Entry]

    init() {
        entries = []
    }

    /// Reads entries up to the separator.
    init(_ reader: inout ByteReader) throws(BitcoinError) {
        entries = []
        var keys: Set<[UInt8]> = []
        while true {
            let key = try reader.text()
            guard !key.isEmpty else { return }
            guard keys.insert(key).inserted else { throw .psbt(.duplicate) }
            var keyReader = ByteReader(key)
            let type = try keyReader.size()
            let data = try keyReader.take(keyReader.remaining)
            entries.append(Entry(type: type, data: data, value: try reader.text()))
        }
    }

    func append(to bytes: inout [UInt8]) {
        for entry in entries {
            var key: [UInt8] = []
            key.append(size: entry.type)
            bytes.append(text: key + entry.data)
            bytes.append(text: entry.value)
        }
        bytes.append(0)
    }

    /// The value of the key of a type without data, or `nil`.
    package subscript(type: UInt64) -> [UInt8]? {
        self[type, []]
    }

    /// The value of a key, or `nil`.
    package subscript(type: UInt64, data: [UInt8]) -> [UInt8]? {
        entries.first { $0.type == type && $0.data == data }?.value
    }

    /// The entries of a type.
    package func all(_ type: UInt64) -> [Entry] {
        entries.filter { $0.type == type }
    }

    /// Sets the value of a key; a new key is placed after those of its type.
    package mutating func set(_ type: UInt64, _ data: [UInt8] = [], to value: [UInt8]) {
        let entry = Entry(type: type, data: data, value: value)
        if let place = entries.firstIndex(where: { $0.type == type && $0.data == data }) {
            entries[place] = entry
        } else {
            let next = entries.firstIndex { type < $0.type }
            entries.insert(entry, at: next ?? entries.endIndex)
        }
    }

    /// Removes the entries whose type is not kept.
    mutating func keep(_ isKept: (UInt64) -> Bool) {
        entries.removeAll { !isKept($0.type) }
    }

    /// Removes an entry.
    mutating func remove(_ entry: Entry) {
        entries.removeAll { $0 == entry }
    }

    /// Adds the entries of `other` whose keys are new, without the keys of these types that have no data.
    mutating func add(_ other: PSBTMap, without types: Set<UInt64>) {
        for entry in other.entries where self[entry.type, entry.data] == nil {
            if entry.data.isEmpty, types.contains(entry.type) { continue }
            set(entry.type, entry.data, to: entry.value)
        }
    }
}
