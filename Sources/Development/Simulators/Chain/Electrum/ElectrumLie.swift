internal import Bridge
internal import Primitives

/// Answers of an Electrum server that are wrong and have the right form.
enum ElectrumLie {
    /// What a lying server says instead of the result of `method`.
    static func instead(of result: JSON, to method: String, _ service: ElectrumService) -> JSON {
        switch (method, result) {
        case ("blockchain.transaction.get", .string):
            // Another transaction.
            let other = service.ledger.read { state in
                state.chain.blocks.dropFirst().first.flatMap { state.chain.transactions[$0.ids[0]]?.bytes }
            }
            return other.map { .string(Hex.encode($0)) } ?? result
        case (_, .array(let entries)): return .array(entries.dropLast())
        case (_, .string(let text)): return .string(changed(text))
        case (_, .number(let number)): return JSONNumber(number.text + "1").map { .number($0) } ?? result
        case (_, .object(var object)):
            for member in object.members { object[member.key] = changed(member.value, member.key) }
            return .object(object)
        default: return result
        }
    }

    private static func changed(_ value: JSON, _ key: String) -> JSON {
        switch (key, value) {
        case ("hex", .string(let text)), ("header", .string(let text)), ("root", .string(let text)):
            .string(changed(text))
        case ("headers", .array(let all)): .array(all.map { .string(changed($0.string ?? "")) })
        // The first hash of a proof: one that no block has.
        case ("merkle", .array(let branch)):
            .array([.string(String(repeating: "1", count: 64))] + branch.dropFirst())
        case ("confirmed", .number(let number)): .number(JSONNumber((number.integer ?? 0) + 100_000_000))
        default: value
        }
    }

    /// Other hexadecimal digits at the beginning: a header then has no proof of work.
    private static func changed(_ text: String) -> String {
        text.utf8.count < 8 ? text : (text.hasPrefix("deadbeef") ? "beefdead" : "deadbeef") + text.dropFirst(8)
    }
}
