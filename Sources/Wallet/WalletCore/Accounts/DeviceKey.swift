package import Bridge
package import Keys
package import Primitives

/// Where the key of an account is on a hardware wallet.
package struct DeviceKey: Hashable, Sendable {
    /// The first four bytes of the hash of the device's master key.
    package let fingerprint: UInt32

    /// The path from the master key.
    package let path: DerivationPath

    /// Creates a place of a key.
    package init(fingerprint: UInt32, path: DerivationPath) {
        self.fingerprint = fingerprint
        self.path = path
    }

    /// Reads a place from the text of its path; `nil` if that is malformed.
    package init?(fingerprint: UInt32, _ path: String) {
        guard let path = try? DerivationPath(path) else { return nil }
        self.init(fingerprint: fingerprint, path: path)
    }

    /// The text of the path.
    package var pathText: String { path.description }

    /// The place as other wallets write it, such as `[d34db33f/44'/60'/0'/0/0]`.
    package var text: String {
        let start = String(fingerprint, radix: 16)
        return "[" + String(repeating: "0", count: 8 - start.count) + start + path.description.dropFirst() + "]"
    }
}

/// What a device with the key of an account on EVM chains can sign (ERC-4527).
package enum DeviceContent: Hashable, Sendable {
    /// A transaction: its payload without a signature.
    case transaction([UInt8], chainID: UInt64)
    /// Structured data: their JSON text.
    case typedData([UInt8], chainID: UInt64?)
    /// A message: its bytes, without the prefix of EIP-191.
    case message([UInt8])

    /// The maximum number of bytes: a series of QR codes with more would take longer than a minute.
    private static let longest = 250_000

    /// Whether there are at most 250,000 bytes.
    package var fitsCodes: Bool {
        switch self {
        case .transaction(let bytes, _), .typedData(let bytes, _), .message(let bytes): bytes.count <= Self.longest
        }
    }
}

/// Shows a device what it must sign, and reads what it answers.
@MainActor package protocol DeviceSigner: AnyObject {
    /// Waits for the user to carry the request to the device, and its answer back.
    ///
    /// - Returns: The signature, verified with ``DeviceRequest/signature(requestID:r:s:v:)``.
    /// - Throws: ``/Bridge/RPCError/rejected`` if the user cancels, or why the answer of the device is not taken.
    func signature(for wanted: DeviceRequest) async throws(RPCError) -> RecoverableSignature
}
