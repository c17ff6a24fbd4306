public import Bridge
import Foundation

/// A message and its response as texts, from `Tests/Data/Golden/texts`.
public struct Golden: Sendable {
    /// What the pair demonstrates.
    public let name: String

    /// The page's arguments that produce the message; `nil` if no page can send it.
    public let asked: JSON?

    /// The text that the wallet receives.
    public let message: String

    /// The parsed call, without the members that a response repeats.
    public let call: Call?

    /// The ID of the request that it cancels.
    public let cancelled: JSON?

    /// Why the message is not a valid call.
    public let refusal: RPCError?

    /// The wallet's result.
    public let outcome: Result<JSON, RPCError>?

    /// The text of the response, or `nil`.
    public let answer: String?

    /// Reads the pairs of the dialect `dialect`.
    public static func read(_ dialect: String) throws -> [Golden] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appending(path: "Data/Golden/texts/\(dialect).json"))
        return try JSON(parsing: [UInt8](data)).array?.map(Golden.init) ?? []
    }

    private init(_ pair: JSON) {
        name = pair["name"]?.string ?? ""
        asked = pair["asked"]
        message = pair["message"]?.string ?? ""
        call = pair["call"].map { call in
            Call(
                method: call["method"]?.string ?? "", params: call["params"] ?? .null,
                claim: SiteClaim(title: call["title"]?.string ?? ""))
        }
        cancelled = pair["cancel"]
        refusal = Self.error(pair["refusal"])
        outcome =
            Self.error(pair["outcome"]?["error"]).map { .failure($0) }
            ?? pair["outcome"].flatMap(Self.result).map { .success($0) }
        answer = pair["answer"]?.string
    }

    /// The result, with binary values at the paths `buffers`.
    private static func result(_ outcome: JSON) -> JSON? {
        guard let result = outcome["result"] else { return nil }
        let paths = outcome["buffers"]?.array?.compactMap(\.array) ?? []
        return paths.reduce(result) { binary($0, at: $1[...]) }
    }

    private static func binary(_ value: JSON, at path: ArraySlice<JSON>) -> JSON {
        guard let step = path.first else {
            return (try? value.decoded(as: BinaryData.self)).map { .binary($0) } ?? value
        }
        if var members = value.object, let key = step.string, let member = members[key] {
            members[key] = binary(member, at: path.dropFirst())
            return .object(members)
        }
        guard var elements = value.array, let index = step.number?.integer, elements.indices.contains(index) else {
            return value
        }
        elements[index] = binary(elements[index], at: path.dropFirst())
        return .array(elements)
    }

    private static func error(_ value: JSON?) -> RPCError? {
        if let code = value?["code"]?.string {
            return RPCError(
                code: code, value?["message"]?.string ?? "", data: value?["data"].map { EncodedValue($0) })
        }
        guard let kind = value?["kind"]?.string.flatMap(RPCError.Kind.init(rawValue:)),
            let message = value?["message"]?.string
        else { return nil }
        return RPCError(kind, message)
    }
}
