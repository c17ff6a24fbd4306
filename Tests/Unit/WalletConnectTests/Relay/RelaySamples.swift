import Primitives

@testable import WalletConnect

extension Topic {
    /// A topic for a number.
    static func number(_ number: Int) -> Topic { Topic(SHA256.hash("topic \(number)".utf8)) }
}

extension Publication {
    static func text(_ text: String, lifetime: Int64 = 300) throws -> Publication {
        try Publication(topic: .number(1), message: text, tag: 1109, lifetime: lifetime, prompts: true)
    }
}
