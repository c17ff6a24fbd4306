import Bridge
import CGnuTLS
import Synchronization
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

    /// GnuTLS reported an error.
    struct Failure: Error {}

    private let x: [UInt8]
    private let y: [UInt8]
    private let secret: [UInt8]
    let state = Mutex(State())

    init() throws {
        var made: gnutls_privkey_t?
        guard gnutls_privkey_init(&made) >= 0, let key = made else { throw Failure() }
        defer { gnutls_privkey_deinit(key) }
        // As defined by the macro GNUTLS_CURVE_TO_BITS.
        let bits = 1 << 31 | GNUTLS_ECC_CURVE_SECP256R1.rawValue
        guard gnutls_privkey_generate(key, GNUTLS_PK_ECDSA, bits, 0) >= 0 else { throw Failure() }
        var curve = GNUTLS_ECC_CURVE_SECP256R1
        var (x, y, k) = (gnutls_datum_t(), gnutls_datum_t(), gnutls_datum_t())
        guard gnutls_privkey_export_ecc_raw(key, &curve, &x, &y, &k) >= 0 else { throw Failure() }
        defer {
            datum_free(&x)
            datum_free(&y)
            datum_free(&k)
        }
        (self.x, self.y, secret) = (Self.number(x), Self.number(y), Self.number(k))
    }

    /// The key as the service writes it.
    var answer: JSON {
        let expiry = state.withLock(\.expiry)
        let key: JSON = [
            "crv": "P-256", "kty": "EC", "x": .string(Base64Text.encodeForURL(x)),
            "y": .string(Base64Text.encodeForURL(y)),
        ]
        return JSON(members: [("publicKey", key), ("expiresAt", expiry.map { JSON($0) })])
    }

    /// A token about the text of an envelope.
    func token(
        _ text: String, origin: String, isVerified: Bool = true, isScam: Bool = false, expiry: Int64 = 1_800_000_300
    ) throws -> String {
        let claims: JSON = [
            "exp": JSON(expiry), "id": .string(Envelope.hash(ofText: text)), "origin": .string(origin),
            "isScam": .bool(isScam), "isVerified": .bool(isVerified),
        ]
        var failed = false
        let token = WebToken.make(header: ["alg": "ES256", "typ": "JWT"], claims: claims) { bytes in
            guard let signature = try? sign(bytes) else {
                failed = true
                return []
            }
            return signature
        }
        if failed { throw Failure() }
        return token
    }

    private func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        var made: gnutls_privkey_t?
        guard gnutls_privkey_init(&made) >= 0, let key = made else { throw Failure() }
        defer { gnutls_privkey_deinit(key) }
        let imported = Self.withDatum(x) { x in
            Self.withDatum(y) { y in
                Self.withDatum(secret) {
                    gnutls_privkey_import_ecc_raw(key, GNUTLS_ECC_CURVE_SECP256R1, &x, &y, &$0)
                }
            }
        }
        guard imported >= 0 else { throw Failure() }
        var encoded = gnutls_datum_t()
        let signed = Self.withDatum(bytes) { gnutls_privkey_sign_data(key, GNUTLS_DIG_SHA256, 0, &$0, &encoded) }
        guard signed >= 0 else { throw Failure() }
        defer { datum_free(&encoded) }
        var (r, s) = (gnutls_datum_t(), gnutls_datum_t())
        guard gnutls_decode_rs_value(&encoded, &r, &s) >= 0 else { throw Failure() }
        defer {
            datum_free(&r)
            datum_free(&s)
        }
        return Self.number(r) + Self.number(s)
    }

    /// A number in 32 bytes.
    private static func number(_ datum: gnutls_datum_t) -> [UInt8] {
        let bytes = Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size))).drop { $0 == 0 }
        return [UInt8](repeating: 0, count: max(32 - bytes.count, 0)) + bytes
    }

    private static func withDatum<Result>(_ bytes: [UInt8], _ body: (inout gnutls_datum_t) -> Result) -> Result {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(clamping: buffer.count))
            return body(&datum)
        }
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
