internal import Bridge

/// The gateway's objects, read so that a member that is absent and one that is `null` are the same.
extension JSON {
    /// Reads JSON text from a string inside other JSON; `nil` if it is longer than such texts are.
    init?(short text: String) {
        guard text.utf8.count <= Self.shortBytes, let value = try? JSON(parsing: text) else { return nil }
        self = value
    }

    /// The member `key`, unless it is `null`.
    func memberIfAny(_ key: String) -> JSON? {
        guard let value = self[key], value != .null else { return nil }
        return value
    }

    /// The member `key`, which must be there.
    func member(_ key: String) throws(PayError) -> JSON {
        guard let value = memberIfAny(key) else { throw .malformed }
        return value
    }

    /// The text under `key`, which must be there.
    func text(_ key: String) throws(PayError) -> String {
        guard let text = try textIfAny(key) else { throw .malformed }
        return text
    }

    /// The text under `key`, if it is there.
    func textIfAny(_ key: String) throws(PayError) -> String? {
        guard let value = memberIfAny(key) else { return nil }
        guard let text = value.string else { throw .malformed }
        return text
    }

    /// The whole number under `key`, which must be there.
    func integer(_ key: String) throws(PayError) -> Int64 {
        guard let number = try integerIfAny(key) else { throw .malformed }
        return number
    }

    /// The whole number under `key`, if it is there.
    func integerIfAny(_ key: String) throws(PayError) -> Int64? {
        guard let value = memberIfAny(key) else { return nil }
        guard let number = value.number?.integer else { throw .malformed }
        return Int64(number)
    }

    /// The time under `key` in seconds since 1970, up to the end of the year 9999, if it is there.
    func momentIfAny(_ key: String) throws(PayError) -> Int64? {
        guard let seconds = try integerIfAny(key) else { return nil }
        guard 0...253_402_300_799 ~= seconds else { throw .malformed }
        return seconds
    }

    /// The time under `key`, which must be there.
    func moment(_ key: String) throws(PayError) -> Int64 {
        guard let seconds = try momentIfAny(key) else { throw .malformed }
        return seconds
    }

    /// The Boolean under `key`, if it is there.
    func boolIfAny(_ key: String) throws(PayError) -> Bool? {
        guard let value = memberIfAny(key) else { return nil }
        guard let bool = value.bool else { throw .malformed }
        return bool
    }

    /// The elements of the array under `key`; none where it is absent.
    func elements(_ key: String) throws(PayError) -> [JSON] {
        guard let value = memberIfAny(key) else { return [] }
        guard let elements = value.array else { throw .malformed }
        return elements
    }
}
