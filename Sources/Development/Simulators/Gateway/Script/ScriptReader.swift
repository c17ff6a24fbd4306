internal import Bridge

/// Parses the members of a JSON object in a script, and reports unknown members and wrong types.
struct ScriptReader {
    private let members: JSONObject
    private let path: String
    private var known: Set<String> = []

    /// Creates a reader for an object.
    init(_ json: JSON, path: String = "") throws(SimulatorError) {
        guard let members = json.object else { throw .script(path: path, expected: "an object") }
        self.members = members
        self.path = path
    }

    /// The path of the member `key`.
    func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// The member `key`; `nil` if it is missing.
    mutating func any(_ key: String) -> JSON? {
        known.insert(key)
        return members[key]
    }

    /// A string.
    mutating func text(_ key: String) throws(SimulatorError) -> String? {
        guard let value = any(key) else { return nil }
        guard let text = value.string else { throw .script(path: place(key), expected: "a string") }
        return text
    }

    /// An integer.
    mutating func number(_ key: String) throws(SimulatorError) -> Int? {
        guard let value = any(key) else { return nil }
        guard let number = value.number?.integer else { throw .script(path: place(key), expected: "a whole number") }
        return number
    }

    /// An integer that is not negative.
    mutating func natural(_ key: String) throws(SimulatorError) -> Int? {
        guard let number = try number(key) else { return nil }
        guard number >= 0 else { throw .script(path: place(key), expected: "0 or more") }
        return number
    }

    /// A boolean.
    mutating func flag(_ key: String) throws(SimulatorError) -> Bool? {
        guard let value = any(key) else { return nil }
        guard let flag = value.bool else { throw .script(path: place(key), expected: "true or false") }
        return flag
    }

    /// A value of `Choice`.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, of type: Choice.Type
    ) throws(SimulatorError) -> Choice? where Choice.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .script(path: place(key), expected: "one of \(words)")
        }
        return choice
    }

    /// A list.
    mutating func list(_ key: String) throws(SimulatorError) -> [JSON]? {
        guard let value = any(key) else { return nil }
        guard let list = value.array else { throw .script(path: place(key), expected: "a list") }
        return list
    }

    /// Reports the first unknown member.
    func end() throws(SimulatorError) {
        if let unknown = members.keys.first(where: { !known.contains($0) }) {
            throw .script(path: place(unknown), expected: "one of \(known.sorted().joined(separator: ", "))")
        }
    }
}
