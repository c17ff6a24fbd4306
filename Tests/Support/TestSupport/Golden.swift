public import Bridge
import Foundation

/// A message and its answer as texts, from `Tests/Data/Golden/texts`.
public struct Golden: Sendable {
    /// What the pair shows.
    public let name: String

    /// What a page gives to send the message; `nil` where no page can.
    public let asked: JSON?

    /// The text that reaches the wallet.
    public let message: String

    /// What is understood of it, without what an answer repeats.
    public let call: Call?

    /// Why it is not a valid call.
    public let refusal: RPCError?

    /// What the wallet comes to.
    public let outcome: Result<JSON, RPCError>?

    /// The text that goes back; `nil` where nothing does.
    public let answer: String?

    /// Reads the pairs of the dialect with this name.
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
        refusal = Self.error(pair["refusal"])
        outcome =
            Self.error(pair["outcome"]?["error"]).map { .failure($0) }
            ?? pair["outcome"]?["result"].map { .success($0) }
        answer = pair["answer"]?.string
    }

    private static func error(_ value: JSON?) -> RPCError? {
        guard let kind = value?["kind"]?.string.flatMap(RPCError.Kind.init(rawValue:)),
            let message = value?["message"]?.string
        else { return nil }
        return RPCError(kind, message)
    }
}
