internal import Bridge

/// Accessors for the gateway's objects; a member that is `null` counts as absent.
extension JSON {
    /// Parses JSON text from a string inside other JSON; `nil` if it is too long for such a text.
    init?(short text: String) {
        guard text.utf8.count <= Self.shortBytes, let value = try? JSON(parsing: text) else { return nil }
        self = value
    }

    /// The member `key`, unless it is `null`.
    func memberIfAny(_ key: String) -> JSON? {
        guard let value = self[key], value != .null else { return nil }
        return value
    }

    /// The member `key`, which is required.
    func member(_ key: String) throws(PayError) -> JSON {
        guard let value = memberIfAny(key) else { throw .malformed }
        return value
    }

    /// The string under `key`, which is required.
    func text(_ key: String) throws(PayError) -> String {
        guard let text = try textIfAny(key) else { throw .malformed }
        return text
    }

    /// The string under `key`, if it is present.
    func textIfAny(_ key: String) throws(PayError) -> String? {
        guard let value = memberIfAny(key) else { return nil }
        guard let text = value.string else { throw .malformed }
        return text
    }

    /// The integer under `key`, which is required.
    func integer(_ key: String) throws(PayError) -> Int64 {
        guard let number = try integerIfAny(key) else { throw .malformed }
        return number
    }

    /// The integer under `key`, if it is present.
    func integerIfAny(_ key: String) throws(PayError) -> Int64? {
        guard let value = memberIfAny(key) else { return nil }
        guard let number = value.number?.integer else { throw .malformed }
        return Int64(number)
    }

    /// The time under `key` in seconds since 1970, up to the end of the year 9999, if it is present.
    func momentIfAny(_ key: String) throws(PayError) -> Int64? {
        guard let seconds = try integerIfAny(key) else { return nil }
        guard 0...253_402_300_799 ~= seconds else { throw .malformed }
        return seconds
    }

    /// The time under `key`, which is required.
    func moment(_ key: String) throws(PayError) -> Int64 {
        guard let seconds = try momentIfAny(key) else { throw .malformed }
        return seconds
    }

    /// The Boolean under `key`, if it is present.
    func boolIfAny(_ key: String) throws(PayError) -> Bool? {
        guard let value = memberIfAny(key) else { return nil }
        guard let bool = value.bool else { throw .malformed }
        return bool
    }

    /// The elements of the array under `key`; empty if it is absent.
    func elements(_ key: String) throws(PayError) -> [JSON] {
        guard let value = memberIfAny(key) else { return [] }
        guard let elements = value.array else { throw .malformed }
        return elements
    }
}
