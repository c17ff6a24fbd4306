import Bridge
import Primitives
import WalletConnect

/// Requests signatures, many at a time, and says what came of each.
struct FaultApp: Sendable {
    private let client: AppClient
    private let log: Log

    /// So long that no request expires during the test.
    private static let lifetime: Int64 = 86_400

    init(_ client: AppClient, _ log: Log) {
        self.client = client
        self.log = log
    }

    /// Connects, and makes `count` requests, of which `window` are open at a time.
    func run(count: Int, window: Int) async throws {
        let wanted = ProposalNamespaces([
            ProposalNamespaces.Entry("eip155", chains: ["eip155:1"], methods: ["personal_sign"])
        ])
        let session = try await client.connect(wanted) { link in log.write(["link": .string(link)]) }
        log.write(["connected": .string(session.details.topic.description)])
        let watching = Task {
            for await news in await client.news() {
                switch news {
                case .ended(_, let reason): log.write(["ended": .string("\(reason.code)")])
                case .expired: log.write(["ended": "expired"])
                case .lateAnswer(let key): log.write(["late": key.id.json])
                default: break
                }
            }
        }
        await withTaskGroup { group in
            for first in 1...window {
                group.addTask {
                    for number in stride(from: first, through: count, by: window) { await request(number, session) }
                }
            }
        }
        watching.cancel()
        log.write(["done": JSON(count)])
    }

    private func request(_ number: Int, _ session: AppSession) async {
        log.write(["asked": JSON(number)])
        let message = "0x" + Hex.encode(Array("Request \(number)".utf8))
        let account = await session.accounts().first?.address ?? ""
        var outcome: [(String, JSON)] = [("request", JSON(number))]
        do throws(WalletConnectError) {
            let result = try await session.request(
                "personal_sign", [.string(message), .string(account)], lifetime: Self.lifetime)
            outcome += [("outcome", "result"), ("signature", result)]
        } catch {
            if case .session(.rejected(let response)) = error {
                outcome += [
                    ("outcome", "rejected"), ("code", .string(String(response.code))),
                    ("message", .string(response.message)),
                ]
            } else {
                outcome.append(("outcome", .string("\(error)")))
            }
        }
        var object = JSONObject()
        for (name, value) in outcome { object[name] = value }
        log.write(.object(object))
    }
}
