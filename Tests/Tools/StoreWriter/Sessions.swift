import Primitives
import WalletConnect

/// Writes sessions of WalletConnect: each commit moves a window of three messages on by one, and names the last.
func writeSessions(_ storage: WalletConnectStorage, from first: Int) async throws -> Never {
    let claim = try storage.claim()
    defer { withExtendedLifetime(claim) {} }
    let topic = Topic(SHA256.hash("topic".utf8))
    _ = try await storage.identity.clientKey()
    var number = first
    while true {
        let message = """
            {"number":\(number),"topic":"\(topic)","message":"\(String(repeating: "m", count: number % 5_000 + 1))",\
            "publishing":{"tag":1108,"lifetime":300,"prompts":true},"expiry":\(number)}
            """
        let outgoing = try StoredRecord(parsing: message, as: .outgoing(Int64(number)))
        try await storage.sessions.commit([
            .put(outgoing), .put(.lastID(Int64(number))), .remove(.outgoing(Int64(number - 3))),
        ])
        acknowledge("committed \(number)")
        let publication = try Publication(topic: topic, message: "\(number)", tag: 1108, lifetime: 300)
        try await storage.outbox.add(
            OutboxEntry(id: UInt64(number) + 1, publication: publication, expiry: Int64(number)))
        acknowledge("queued \(number)")
        try await storage.received.insert(
            RelayMessage.Key(topic: topic, hash: SHA256.hash("\(number)".utf8)), at: Int64(number))
        acknowledge("received \(number)")
        number += 1
    }
}
