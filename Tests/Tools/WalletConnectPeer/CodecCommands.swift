import Bridge
import Primitives
import WalletConnect

/// Envelopes, made and opened.
enum CodecCommands {
    /// The answer to a command; `nil` if it is another one.
    static func answer(to name: String, _ command: JSON) throws -> JSON? {
        switch name {
        case "seal": .string(try seal(command))
        case "open": .string(try open(command))
        case "agree":
            .string(
                try Hex.encode(
                    own(command).sharedKey(with: publicKey(command, "peer")).withUnsafeBytes { Array($0) }))
        default: Optional<JSON>.none
        }
    }

    private static func seal(_ command: JSON) throws -> String {
        let message = Array((command["text"]?.string ?? "").utf8)
        switch command["type"]?.number?.text {
        case "0": return try Envelope.seal(message, with: key(command)).text(for: .relay)
        case "1":
            let own = try own(command)
            let shared = try own.sharedKey(with: publicKey(command, "peer"))
            return try Envelope.seal(message, with: shared, sender: own.publicKey).text(for: .relay)
        default: return Envelope.plain(message).text(for: .link)
        }
    }

    private static func open(_ command: JSON) throws -> String {
        let text = command["text"]?.string ?? ""
        switch command["type"]?.number?.text {
        case "0":
            return String(decoding: try Envelope(parsing: text, from: .relay).open(with: key(command)), as: UTF8.self)
        case "1":
            return String(decoding: try Envelope(parsing: text, from: .relay).open(with: own(command)), as: UTF8.self)
        default:
            guard case .plain(let message) = try Envelope(parsing: text, from: .link) else {
                throw WalletConnectError.envelope(.form)
            }
            return String(decoding: message, as: UTF8.self)
        }
    }

    private static func key(_ command: JSON) throws -> SymmetricKey {
        guard let key = SymmetricKey(hex: command["key"]?.string ?? "") else { throw WalletConnectError.key }
        return key
    }

    private static func own(_ command: JSON) throws -> AgreementKey {
        try AgreementKey(copying: Hex.decode(command["own"]?.string ?? "") ?? [])
    }

    private static func publicKey(_ command: JSON, _ name: String) throws -> AgreementPublicKey {
        guard let key = AgreementPublicKey(hex: command[name]?.string ?? "") else { throw WalletConnectError.key }
        return key
    }
}
