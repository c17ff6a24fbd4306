import Bridge
import Foundation
import Keys
import Store
import Synchronization

@testable import WalletConnect

/// A folder for one test.
final class ClientFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "drawbridge-client-\(UUID().uuidString)")
        path = url.path
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Encrypts with a vault, as the wallet does.
struct TestSealing: KeySealing {
    let vault: Vault

    func seal(_ secret: UnsafeRawBufferPointer) throws(WalletConnectError) -> [UInt8] {
        do throws(KeyError) { return try vault.seal(secret, for: "WalletConnect") } catch { throw .session(.locked) }
    }

    func open<Result>(
        _ sealed: [UInt8], _ use: (UnsafeRawBufferPointer) throws(WalletConnectError) -> Result
    ) throws(WalletConnectError) -> Result {
        let secret: SecretBytes
        do throws(KeyError) {
            secret = try vault.open(sealed, for: "WalletConnect")
        } catch {
            throw .session(.locked)
        }
        return try secret.withUnsafeBytes(use)
    }
}

/// A vault in a folder, with its passphrase.
struct TestVault {
    let vault: Vault
    private static let passphrase = "quiet river forty lamps"

    init(_ folder: ClientFolder) throws {
        let vaults = try VaultFolder(path: folder.path + "/vaults", policy: .forTests)
        vault = try vaults.create(
            name: VaultName("Savings"), phrase: Mnemonic(randomWords: 12),
            passphrase: SecretBytes(copying: Self.passphrase.utf8))
    }

    func unlock() throws { try vault.unlock(passphrase: SecretBytes(copying: Self.passphrase.utf8)) }
}

/// Two clients on one relay.
enum ClientBench {
    static let supported = SupportedNamespaces([
        SupportedNamespaces.Entry(
            "eip155", chains: [Sample.chain], methods: ["personal_sign"], events: ["accountsChanged"],
            accounts: [AccountID(Sample.account)].compactMap { $0 })
    ])

    static func client(
        _ name: String, _ storage: WalletConnectStorage, _ dialer: any RelayDialer,
        limits: SessionLimits = SessionLimits()
    ) throws -> WalletConnectClient {
        WalletConnectClient(
            try WalletConnectConfiguration(metadata: AppMetadata(name: name), relay: "wss://relay.example.org"),
            storage: storage, relayDialer: dialer, environment: .standing, limits: limits)
    }

    /// Connects an app and a wallet that run.
    static func connect(_ app: WalletConnectClient, _ wallet: WalletConnectClient) async throws -> AppSession {
        let link = Watched<String?>(nil)
        let connecting = Task {
            try await app.app.connect(Sample.wanted) { text in link.update { $0 = text } }
        }
        await link.wait { $0 != nil }
        let news = await wallet.wallet.news()
        try await wallet.wallet.pair(link.value ?? "")
        for await case .proposal(let proposal) in news {
            try await wallet.wallet.approve(proposal, with: supported)
            break
        }
        return try await connecting.value
    }

    /// The next request that a wallet shows.
    static func request(_ wallet: WalletConnectClient) async throws -> PendingSessionRequest {
        for await case .request(let request) in await wallet.wallet.news() { return request }
        throw WalletConnectError.session(.stopped)
    }
}
