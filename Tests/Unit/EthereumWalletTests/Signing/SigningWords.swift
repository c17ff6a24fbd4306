import BigInt
import Bridge
import Ethereum
import Foundation

/// Replaces the placeholders in the texts of a case, such as `{account}`, `{USDC}`, `{12.5 USDC}` and `{now+1800}`.
struct SigningWords {
    /// The clock of all cases, in seconds since 1970.
    static let now: Int64 = 1_790_000_000

    /// The account that signs.
    static let account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    let world: SigningWorld
    let chainID: UInt64

    /// `json` with the placeholders in all of its strings replaced.
    func filled(_ json: JSON) throws(SigningFault) -> JSON {
        switch json {
        case .string(let text): return .string(try filled(text))
        case .array(let elements):
            var filled: [JSON] = []
            for element in elements { filled.append(try self.filled(element)) }
            return .array(filled)
        case .object(let object):
            var filled = JSONObject()
            for member in object.members { filled[try self.filled(member.key)] = try self.filled(member.value) }
            return .object(filled)
        default: return json
        }
    }

    /// `text` with its placeholders replaced; braces around anything else stay as they are.
    func filled(_ text: String) throws(SigningFault) -> String {
        guard text.contains("{") else { return text }
        var result = ""
        var rest = text[...]
        while let match = rest.firstMatch(of: Self.placeholder) {
            result += rest[..<match.range.lowerBound]
            result += try value(String(match.output.1))
            rest = rest[match.range.upperBound...]
        }
        return result + rest
    }

    // A literal in the place of use would be parsed each time. Unchecked, because these have no closures.
    private nonisolated(unsafe) static let placeholder = /\{([A-Za-z0-9][A-Za-z0-9 .+:_\-]*)\}/
    private nonisolated(unsafe) static let largest = /max(\d+)/
    private nonisolated(unsafe) static let moment = /(date:)?now(?:([+\-]\d+))?/
    private nonisolated(unsafe) static let amount = /([0-9.]+) ([A-Za-z0-9_.\-]+)/

    private func value(_ word: String) throws(SigningFault) -> String {
        switch word {
        case "account": return Self.account
        case "accountLowercase": return Self.account.lowercased()
        case "max": return "\((BigUInt(1) << 256) - 1)"
        default: break
        }
        if let match = word.wholeMatch(of: Self.largest), let bits = Int(match.output.1), bits <= 256 {
            return "\((BigUInt(1) << bits) - 1)"
        }
        if let match = word.wholeMatch(of: Self.moment) {
            let moment = Self.now + (match.output.2.flatMap { Int64($0) } ?? 0)
            guard match.output.1 != nil else { return "\(moment)" }
            return Date(timeIntervalSince1970: Double(moment)).formatted(.iso8601)
        }
        if let match = word.wholeMatch(of: Self.amount) {
            guard let decimals = try decimals(of: String(match.output.2)),
                let units = AmountText.units(String(match.output.1), decimals: decimals)
            else { throw SigningFault("“\(word)” is not an amount") }
            return "\(units)"
        }
        return try world.place(word, on: chainID).address
    }

    private func decimals(of unit: String) throws(SigningFault) -> Int? {
        switch unit {
        case "ether": 18
        case "gwei": 9
        default: try world.place(unit, on: chainID).decimals
        }
    }
}
