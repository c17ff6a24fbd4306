// One side of a session, for a test with faults: a wallet that shows requests and signs, or an app that makes them.
// Each keeps its sessions in a store, and says in a file what it does, line by line.
//
//   WalletConnectFaults wallet RELAY FOLDER SPEED PATIENCE [LINK]
//   WalletConnectFaults app RELAY FOLDER SPEED PATIENCE COUNT WINDOW
//
// The clock of the connection is SPEED times as fast as the real one. After PATIENCE milliseconds without a connection,
// the user presses “Connect now”. Each side ends when its input does.

import Bridge
import Dispatch
import Glibc
import Network
import Store
import WalletConnect

let words = CommandLine.arguments
guard words.count >= 6, let speed = Int(words[4]), let patience = Int(words[5]), 1...100 ~= speed, patience > 0 else {
    print("usage: WalletConnectFaults wallet|app RELAY FOLDER SPEED PATIENCE …")
    exit(64)
}
let (role, folder) = (words[1], words[3])
let log = try Log("\(folder)/\(role).jsonl")
var limits = SessionLimits()
limits.pendingOfSession = 512
let system = ClientEnvironment.system
let client = WalletConnectClient(
    try WalletConnectConfiguration(metadata: AppMetadata(name: role, url: "https://app.example"), relay: words[2]),
    storage: try Store(folder: folder).walletConnect(sealing: PlainSealing()),
    relayDialer: NetworkRelayDialer(WebSocketClient()),
    environment: ClientEnvironment(
        sessions: system.sessions, relay: RelayEnvironment(time: .fast(speed), now: system.relay.now)),
    limits: limits)
try await client.start()
let user = Task {
    while (try? await Task.sleep(for: .milliseconds(patience))) != nil {
        switch await client.connectionState() {
        case .waiting, .refused: await client.connectNow()
        default: break
        }
    }
}
switch role {
case "wallet":
    let wallet = try FaultWallet(client.wallet, log)
    if words.count > 6 { try? await client.wallet.pair(words[6]) }
    async let serving: Void = wallet.run()
    await endOfInput()
    log.write(["pending": JSON(await client.wallet.requests().count)])
    await client.stop()
    await serving
default:
    guard words.count == 8, let count = Int(words[6]), let window = Int(words[7]) else { exit(64) }
    let app = FaultApp(client.app, log)
    try await app.run(count: count, window: window)
    await endOfInput()
    log.write(["unread": JSON(await client.app.answers().count)])
    await client.stop()
}

/// Waits for the end of the input, on a thread of its own.
func endOfInput() async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            while readLine() != nil {}
            continuation.resume()
        }
    }
}

extension TimeSource {
    /// The system's clock, so many times as fast.
    static func fast(_ speed: Int) -> TimeSource {
        let start = ContinuousClock.now
        return TimeSource(
            now: { (ContinuousClock.now - start) * speed },
            sleep: { try await ContinuousClock().sleep(for: $0 / speed) })
    }
}
