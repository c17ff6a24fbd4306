import Bridge
import ClearSigning
import Ethereum
import Testing

/// Messages of unknown types that only state something, and those that may do more.
@Suite struct StatementTests {
    private func intent(
        _ type: String, _ fields: [(type: String, name: String, value: JSON)], named: String = "Example"
    ) throws -> Intent {
        var message = JSONObject()
        for field in fields { message[field.name] = field.value }
        let members: [JSON] = fields.map { ["name": .string($0.name), "type": .string($0.type)] }
        var types = JSONObject()
        types["EIP712Domain"] = [["name": "name", "type": "string"]]
        types[type] = .array(members)
        let data: JSON = [
            "types": .object(types),
            "primaryType": .string(type), "domain": ["name": .string(named)], "message": .object(message),
        ]
        return Intent(try TypedData(data))
    }

    private let time = (type: "uint256", name: "timestamp", value: JSON.string("1790000000"))

    @Test func `a text with a time is a statement`() throws {
        #expect(try intent("Comment", [("string", "content", "Great work."), time]).isComplete)
        #expect(try intent("Reaction", [("uint256", "postId", "12"), ("bool", "isLike", true), time]).isComplete)
    }

    @Test func `terms of use with the account and a time are a statement`() throws {
        let text: JSON = "I have read the risks of the token and agree to the terms of use of this site."
        let address: JSON = "0x66f8Ba3d5D9F2a4C5AE2B4f1C0d8e7A3B9162054"
        #expect(try intent("Terms", [("string", "content", text), ("address", "wallet", address), time]).isComplete)
        for more in [
            "Sign in to bank.example with the account that you have there, and with nothing else.",
            "This signature makes the trading key of my account, which can trade for me.",
            "I send all tokens of my account to 0x66f8Ba3d5D9F2a4C5AE2B4f1C0d8e7A3B9162054 now.",
        ] as [JSON] {
            #expect(try !intent("Terms", [("string", "content", more), time]).isComplete, "\(more)")
        }
    }

    @Test func `a message that may do more is none`() throws {
        let word: JSON = .string("0x" + String(repeating: "ab", count: 32))
        let address: JSON = "0x66f8Ba3d5D9F2a4C5AE2B4f1C0d8e7A3B9162054"
        for (type, fields) in [
            ("Comment", [("string", "content", "Great work.")]),
            ("Comment", [("bytes32", "content", word), time]), ("Comment", [("bytes", "content", "0x01"), time]),
            ("Vote2", [("uint256", "amount", "5"), time]), ("Vote2", [("uint256", "x", "5"), time]),
            ("Vote2", [("address", "spender", address), time]), ("Permit9", [("string", "content", "a"), time]),
            ("Order", [("uint256", "postId", "12"), time]), ("Login", [("string", "content", "a"), time]),
            ("Comment", [("string", "content", "Sign in to bank.example"), time]),
            ("Comment", [("string", "content", "Generate your trading key"), time]),
            ("Comment", [("string", "content", "See https://bank.example"), time]),
            ("Comment", [("bool", "approved", true), time]), ("Comment", [("uint256", "sessionNonce", "9")]),
        ] as [(String, [(type: String, name: String, value: JSON)])] {
            #expect(try !intent(type, fields).isComplete, "\(type) \(fields)")
        }
    }

    @Test func `the addresses of a statement are shown as those of others`() throws {
        let address: JSON = "0x66f8Ba3d5D9F2a4C5AE2B4f1C0d8e7A3B9162054"
        let intent = try intent("Comment", [("address", "author", address), ("string", "content", "a"), time])
        let actions = intent.all.compactMap { part -> ContractAction? in
            if case .action(let action) = part { action } else { nil }
        }
        #expect(actions.flatMap(\.recipients).count == 1)
    }
}
