import Glibc
import Store
import Wallet

/// Writes to a store until it is killed, and says what is done: `StoreWriter FOLDER NAME FIRST`.
let arguments = CommandLine.arguments
guard arguments.count == 4, var number = Int(arguments[3]) else { exit(64) }
let (folder, name) = (arguments[1], arguments[2])

/// Says in one write, past every buffer, that something is durable.
func acknowledge(_ words: String) {
    let line = Array("\(words)\n".utf8)
    guard write(1, line, line.count) == line.count else { exit(1) }
}

do {
    let store = try Store(folder: folder)
    acknowledge("opened")
    while true {
        let id = "\(name)-\(number)"
        try await store.journal.record(
            Outgoing(
                chain: "bip122:test", txid: id, raw: Array(repeating: UInt8(truncatingIfNeeded: number), count: 300),
                from: "sender", spends: ["\(id):0", "\(id):1"], what: "Send", at: Int64(number)))
        acknowledge("recorded \(id)")
        try await store.journal.setState(.sent, of: id, on: "bip122:test")
        acknowledge("sent \(id)")
        try await store.recipients.remember(Recipient(chain: "bip122:test", address: id, lastUsed: Int64(number)))
        acknowledge("remembered \(id)")
        number += 1
    }
} catch {
    acknowledge("failed \(error)")
    exit(1)
}
