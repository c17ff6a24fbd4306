// A wallet with your own key: here it is created at the start and never stored; it could be in a card, a device or
// another process. The wallet's methods use it through the protocol `Signer`, and only after an approval.
//
//   own-keys           requests an account and a signature, like a site, and asks in the terminal
//   own-keys --check   approves automatically, and fails unless the signature was made with the key

import Bridge
import Glibc
import Keys
import Primitives
import WalletCore
import WalletMethods

/// Signs with a key that this program holds.
final class OwnKey: Signer {
    private let key: PrivateKey

    init() throws(KeyError) { key = try PrivateKey(SecretBytes(randomCount: 32)) }

    func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey { try key.publicKey() }

    func sign(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> RecoverableSignature {
        try key.sign(digest)
    }

    func signSchnorr(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> SchnorrSignature {
        try key.signSchnorr(digest)
    }

    func signTaproot(
        _ digest: Digest32, at path: DerivationPath, tweak: TaprootTweak
    ) throws(KeyError) -> BIP340Signature {
        try key.signTaproot(digest, tweak: tweak)
    }
}

/// Asks the user in the terminal.
final class TerminalApprover: Approver {
    let isCheck: Bool

    init(isCheck: Bool) { self.isCheck = isCheck }

    func decide(_ question: PendingApproval) async -> Decision {
        print("\n\(question.approval.sentence)")
        for row in question.approval.orderedRows { print("  \(row.label): \(VisibleText.of(row.value.text))") }
        for field in question.approval.fields { print("  \(field.path): \(VisibleText.of(field.value))") }
        print("  Bytes: \(VisibleText.of(String(decoding: question.approval.payload, as: UTF8.self)))")
        for warning in question.approval.warnings { print("  ! \(warning.text)") }
        print("\(question.approval.verb)? [y/N] ", terminator: "")
        return isCheck || readLine() == "y" ? .approved : .rejected
    }
}

let isCheck = CommandLine.arguments.contains("--check")
let account = try WalletSigner(
    signer: OwnKey(), account: Account(name: "My key", index: 0, isSingleKey: true))
let gate = Gate(approver: TerminalApprover(isCheck: isCheck))
let services = WalletServices(activeAccount: account, gate: gate)
let dispatcher = RequestDispatcher(handler: Router.wallet(services, version: "1"), gate: gate)

// In a program with a window, a web view is the channel and authenticates the page; here there is one site.
guard let document = DocumentID("00000000000000000000000000000001") else { exit(1) }
let site = Peer.page(origin: try Origin(ofURL: "https://example.org"), document: document)

/// Sends a request as the site, and returns its result.
@MainActor func request(_ method: String, _ params: JSON = []) async throws -> JSON? {
    let message = (["method": .string(method), "params": params] as JSON).bytes
    let reply = await withCheckedContinuation { continuation in
        message.withUnsafeBufferPointer { message in
            dispatcher.receive(message, in: EthereumDialect(), from: site) { continuation.resume(returning: $0) }
        }
    }
    return try JSON(parsing: reply)["result"]
}

let accounts = try await request("eth_requestAccounts")
print("\naccounts: \(accounts?.text ?? "refused")")
guard let address = accounts?[0] else { exit(1) }

let message: JSON = "0x48656c6c6f"
let signature = try await request("personal_sign", [message, address])
print("\nsignature: \(signature?.text ?? "refused")")
guard let signature else { exit(1) }

let signer = try await request("personal_ecRecover", [message, signature])
print("signed by: \(signer?.text ?? "unknown")")
exit(signer?.string?.lowercased() == address.string?.lowercased() ? 0 : 1)
