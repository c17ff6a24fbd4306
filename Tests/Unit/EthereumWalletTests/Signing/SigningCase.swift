import Bridge
import Foundation
import TestSupport

/// A request of the corpus in `Vectors/signing`, as a page sends it, with the answers of the node.
struct SigningCase: Sendable {
    /// The two halves of the corpus.
    enum Half: String, Sendable {
        /// Approving it loses something, or may lose something.
        case stealing
        /// It is what users of a well-known dapp approve every day.
        case honest
    }

    let id: String
    let family: String
    let what: String
    let source: String
    let origin: String
    let chainID: UInt64
    let method: String
    var params: JSON
    let facts: SigningFacts

    /// The contracts and people whom a node of the case knows.
    let world: SigningWorld

    /// What a node that simulates the transaction reports.
    var effects: SigningEffects

    /// Whether the wallet must refuse it before it asks the user.
    let isRefused: Bool

    /// Whether only the node's answers reveal the danger.
    let needsNode: Bool

    /// Reads `json`; members that it lacks are taken from `file`, which has those for all of its cases.
    init(_ json: JSON, in file: JSON, family: String, world: SigningWorld) throws(SigningFault) {
        func text(_ key: String) throws(SigningFault) -> String {
            guard let text = (json[key] ?? file[key])?.string else {
                throw SigningFault("\(family): \(json["id"]?.string ?? "?") has no “\(key)”")
            }
            return text
        }
        id = try text("id")
        what = try text("what")
        source = try text("source")
        origin = try text("origin")
        self.family = family
        guard let chain = (json["chain"] ?? file["chain"])?.number?.integer else {
            throw SigningFault("\(id) has no “chain”")
        }
        chainID = UInt64(clamping: chain)
        let unknown = (json.object?.keys ?? []).filter { !Self.members.contains($0) }
        guard unknown.isEmpty else { throw SigningFault("\(id) has unknown members: \(unknown)") }
        isRefused = json["expect"]?.string == "refused"
        needsNode = json["needs"]?.string == "node"
        self.world = try world.adding(file["places"], on: chainID)
        let reader = SigningRequest(types: file["types"], words: SigningWords(world: self.world, chainID: chainID))
        do throws(SigningFault) {
            (method, params) = try reader.read(json, method: (json["method"] ?? file["method"])?.string)
            facts = try SigningFacts(json["facts"] ?? .null, words: reader.words)
            effects = try SigningEffects(json["effects"] ?? .null, words: reader.words)
            effects.contracts = file["places"]?.object?.members.compactMap { $0.value[0]?.string } ?? []
        } catch {
            throw SigningFault("\(id): \(error.text)")
        }
    }

    private static let members: Set<String> = [
        "id", "what", "source", "origin", "chain", "method", "params", "transaction", "message", "typedData", "facts",
        "expect", "needs", "effects",
    ]
}

extension SigningCase {
    /// The cases of one half, file by file.
    static func all(_ half: Half) throws -> [SigningCase] {
        switch half {
        case .stealing: try stealing.get()
        case .honest: try honest.get()
        }
    }

    private static let stealing = Result { try read("stealing") }
    private static let honest = Result { try read("honest") }

    /// The cases in the files of `folder`, which is in `Vectors/signing`.
    static func read(_ folder: String) throws -> [SigningCase] {
        let world = try SigningWorld.read()
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Vectors/signing/\(folder)").path
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }
        return try names.sorted().flatMap { name -> [SigningCase] in
            let file = try Vectors.json("signing/\(folder)/\(name)")
            let family = String(name.dropLast(".json".count))
            guard let cases = file["cases"]?.array else { throw SigningFault("\(name) has no “cases”") }
            return try cases.map { try SigningCase($0, in: file, family: family, world: world) }
        }
    }
}

/// Why a case of the corpus is invalid.
struct SigningFault: Error, CustomStringConvertible {
    let text: String
    var description: String { text }

    init(_ text: String) { self.text = text }
}
