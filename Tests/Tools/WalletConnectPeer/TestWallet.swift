import Bridge
import Keys
import Primitives
import Synchronization
import WalletConnect

/// The commands of a wallet, and what it answers.
final class TestWallet: Sendable {
    private struct State {
        var approves = true
        var signsIn = true
    }

    private let client: WalletClient
    private let output: Output
    private let key: PrivateKey
    private let address: String
    private let state = Mutex(State())
    private let chains = [ChainID(eip155: 1), ChainID(eip155: 10)]

    init(_ client: WalletClient, _ output: Output) throws {
        self.client = client
        self.output = output
        key = try PrivateKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
        address = "0x" + Hex.encode(Keccak256.hash(try key.publicKey().uncompressed.dropFirst()).bytes.suffix(20))
    }

    private var supported: SupportedNamespaces {
        SupportedNamespaces([
            SupportedNamespaces.Entry(
                "eip155", chains: chains, methods: ["personal_sign"], events: ["accountsChanged", "chainChanged"],
                accounts: chains.map { AccountID(chain: $0, address: address) })
        ])
    }

    /// Runs a command; `false` if it is none of a wallet.
    func take(_ name: String, _ command: JSON, id: JSON) async throws -> Bool {
        switch name {
        case "pair": try await client.pair(command["link"]?.string ?? "")
        case "policy":
            let signsIn = command["signsIn"]?.bool ?? true
            state.withLock {
                $0.approves = command["approves"]?.bool ?? true
                $0.signsIn = signsIn
            }
            await client.signIn(on: signsIn ? chains : [])
        case "end":
            for session in await client.sessions() { try await client.disconnect(session.topic) }
        default: return false
        }
        output.write(["id": id, "result": true])
        return true
    }

    /// Answers what comes, until the client is stopped.
    func listen() async {
        await client.signIn(on: chains)
        for await news in await client.news() {
            do {
                try await answer(news)
            } catch {
                output.write(["event": "failure", "failed": .string("\(error)")])
            }
        }
    }

    private func answer(_ news: SessionNews) async throws {
        let approves = state.withLock(\.approves)
        switch news {
        case .proposal(let proposal):
            output.write(["event": "proposal", "app": .string(proposal.app.name)])
            if approves {
                try await client.approve(proposal, with: supported)
            } else {
                try await client.reject(proposal)
            }
        case .authentication(let authentication):
            let messages = try authentication.signIn.messages(for: supported)
            output.write(["event": "sign-in", "texts": .array(messages.map { .string($0.text) })])
            guard approves else { return try await client.reject(authentication) }
            try await client.approve(authentication, Array(messages.prefix(1))) { sign($0.text) }
        case .request(let request):
            output.write(["event": "request", "method": .string(request.request.method)])
            guard approves, let text = request.request.params[0]?.string, let bytes = Hex.decode(text),
                let signature = sign(String(decoding: bytes, as: UTF8.self))
            else { return try await client.reject(request) }
            try await client.answer(request, with: .string("0x" + Hex.encode(signature.encoded)))
        case .settled(let session):
            output.write(["event": "settled", "session": .string(session.topic.description)])
        case .ended(let topic, let reason):
            output.write(["event": "wallet ended", "session": .string(topic.description), "code": .init(reason.code)])
        default: break
        }
    }

    /// Signs a text (EIP-191).
    private func sign(_ text: String) -> RecoverableSignature? {
        let bytes = Array(text.utf8)
        let message = Array("\u{19}Ethereum Signed Message:\n\(bytes.count)".utf8) + bytes
        return try? key.sign(Keccak256.hash(message))
    }
}
