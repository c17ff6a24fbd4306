import Bridge
import Keys
import Primitives
import Testing

@testable import WalletConnect

/// The user of a wallet, with a key of Ethereum.
final class SignInUser: Sendable {
    private let key: PrivateKey
    let address: String

    init(byte: UInt8 = 7) throws {
        key = try PrivateKey(SecretBytes(copying: [UInt8](repeating: byte, count: 32)))
        address = "0x" + Hex.encode(Keccak256.hash(try key.publicKey().uncompressed.dropFirst()).bytes.suffix(20))
    }

    func sign(_ message: AuthenticationText) -> RecoverableSignature? {
        try? key.sign(SignedAuthentication.digest(of: message.text))
    }

    /// What the wallet can do, on Ethereum and Optimism.
    func supported(_ methods: [String] = ["personal_sign", "eth_sendTransaction"]) -> SupportedNamespaces {
        let chains = [ChainID(eip155: 1), ChainID(eip155: 10)]
        return SupportedNamespaces([
            SupportedNamespaces.Entry(
                "eip155", chains: chains, methods: methods, events: ["accountsChanged", "chainChanged"],
                accounts: chains.map { AccountID(chain: $0, address: address) })
        ])
    }
}

extension Sample {
    /// A sign-in on two chains.
    static func signIn(nonce: String = "a1b2c3d4") -> SignInRequest {
        SignInRequest(
            chains: [ChainID(eip155: 1), ChainID(eip155: 10)], domain: "app.example",
            audience: "https://app.example/in", nonce: nonce, at: 1_800_000_000)
    }
}

/// A wallet that signs in, and an app.
struct SignInPair {
    let pair: SessionPair
    let user: SignInUser
    let app: AppClient
    let wallet: WalletClient

    init(_ chains: [ChainID] = [ChainID(eip155: 1), ChainID(eip155: 10)]) async throws {
        pair = try await SessionPair()
        user = try SignInUser()
        app = AppClient(pair.appEngine)
        wallet = WalletClient(pair.walletEngine)
        await wallet.signIn(on: chains)
    }

    /// Asks for a sign-in, and pairs.
    func ask(
        _ request: SignInRequest = Sample.signIn(), methods: [String] = ["personal_sign"], isHeld: Bool = false
    ) async throws -> PairingURI {
        await pair.relay.hold(isHeld)
        let uri = try await pair.appEngine.authenticate(
            methods.isEmpty ? request : request.requesting(methods), fallback: Sample.wanted)
        try await pair.walletEngine.pair(uri)
        await pair.settle()
        return uri
    }

    /// The sign-in that waits.
    func shown() async throws -> PendingAuthentication {
        try #require(await pair.walletEngine.authentications().first)
    }

    func signed(_ shown: PendingAuthentication) throws -> [SignedAuthentication] {
        try shown.signIn.messages(for: user.supported()).map { try $0.signed(#require(user.sign($0))) }
    }

    /// What was published on a topic, as `key` opens it.
    func responses(on uri: PairingURI) async throws -> [RPCResponse] {
        try await pair.relay.published.filter { $0.topic == uri.topic }.compactMap { message in
            guard case .response(let response) = try SessionPair.open(message, uri.key) else { return nil }
            return response
        }
    }
}
