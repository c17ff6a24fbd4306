import Bridge
import Synchronization
import TestServers
import Testing

@testable import WalletConnect

/// An attestation service with a key of its own.
final class AttestationService: AttestationKeySource, AttestationKeyStorage {
    struct State {
        var fetches = 0
        var answers = true
        var expiry: Int64? = 1_800_100_000
        var stored: [UInt8]?
        var gate: [CheckedContinuation<Void, Never>] = []
        var isHeld = false
    }

    private let signer: AttestationSigner
    let state = Mutex(State())

    init() throws { signer = try AttestationSigner() }

    /// The key as the service writes it.
    var answer: JSON { signer.answer(expiry: state.withLock(\.expiry)) }

    /// A token about the text of an envelope.
    func token(
        _ text: String, origin: String, isVerified: Bool = true, isScam: Bool = false, expiry: Int64 = 1_800_000_300
    ) throws -> String {
        try signer.token(text, origin: origin, isVerified: isVerified, isScam: isScam, expiry: expiry)
    }

    // MARK: Ports

    func fetch() async -> JSON? {
        let isHeld = state.withLock { state in
            state.fetches += 1
            return state.isHeld
        }
        if isHeld { await withCheckedContinuation { gate in state.withLock { $0.gate.append(gate) } } }
        return state.withLock(\.answers) ? answer : Optional<JSON>.none
    }

    /// Answers what was fetched.
    func release() {
        let gate = state.withLock { state in
            state.isHeld = false
            defer { state.gate = [] }
            return state.gate
        }
        for waiter in gate { waiter.resume() }
    }

    func load() async -> [UInt8]? { state.withLock(\.stored) }

    func store(_ bytes: [UInt8]) async { state.withLock { $0.stored = bytes } }
}
