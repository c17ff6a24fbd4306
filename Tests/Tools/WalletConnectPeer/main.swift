// An app and a wallet of WalletConnect for tests: reads commands as lines of JSON, and writes what happens as lines of
// JSON. The wallet has a public test key, and approves everything unless it is told otherwise.
//
//   WalletConnectPeer RELAY [CERTIFICATE [BRIDGE]]

import Bridge
import Dispatch
import Glibc
import Network
import WalletConnect

let words = CommandLine.arguments
guard 2...4 ~= words.count else {
    print("usage: WalletConnectPeer RELAY [CERTIFICATE [BRIDGE]]")
    exit(64)
}
let roots = words.count > 2 ? try TrustRoots.only(pem: contents(of: words[2])) : .system
var configuration = try WalletConnectConfiguration(
    metadata: AppMetadata(name: "Peer", url: "https://peer.example"), relay: words[1],
    bridge: words.count > 3 ? words[3] : nil)
let client = WalletConnectClient(configuration, dialer: WebSocketClient(trusting: roots))
try await client.start()
let output = Output()
let wallet = try TestWallet(client.wallet, output)
let app = TestApp(client.app, output)
let listening = Task { await wallet.listen() }
let watching = Task {
    for await news in await client.app.news() {
        switch news {
        case .ended(let topic, let reason):
            output.write(["event": "ended", "session": .string(topic.description), "code": .init(reason.code)])
        case .expired(let topic): output.write(["event": "expired", "session": .string(topic.description)])
        default: break
        }
    }
}

// Reading waits on a thread of its own.
let (lines, reader) = AsyncStream.makeStream(of: String.self)
DispatchQueue.global().async {
    while let line = readLine() { reader.yield(line) }
    reader.finish()
}
for await line in lines {
    guard let command = try? JSON(parsing: line), let name = command["do"]?.string else {
        output.write(["failed": "not a command"])
        continue
    }
    // Each runs on its own: a request waits while others go on.
    Task {
        let id = command["id"] ?? .null
        do {
            if name == "state" {
                output.write(["id": id, "state": .string("\(await client.connectionState())")])
            } else if let answer = try CodecCommands.answer(to: name, command) {
                output.write(["id": id, "answer": answer])
            } else if try await !app.take(name, command, id: id), try await !wallet.take(name, command, id: id) {
                output.write(["id": id, "failed": "unknown command"])
            }
        } catch WalletConnectError.session(.rejected(let response)) {
            output.write(["id": id, "code": .init(response.code), "message": .string(response.message)])
        } catch {
            output.write(["id": id, "failed": .string("\(error)")])
        }
    }
}
await client.stop()

/// The bytes of a file.
func contents(of path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw WalletConnectError.key }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
}
