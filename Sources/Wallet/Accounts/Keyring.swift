import Bridge
public import Keys

/// The account in use, its addresses, and the way to its signatures.
@MainActor public final class Keyring {
    /// The account in use.
    public let account: Account

    /// A sentence about the keys that must be said on every screen, where there is one.
    public let notice: String?

    private let signer: any Signer
    private let addresses: [AddressKind: String]

    /// Derives the addresses of `account`.
    public init(signer: any Signer, account: Account, notice: String? = nil) throws(KeyError) {
        self.signer = signer
        self.account = account
        self.notice = notice
        var addresses: [AddressKind: String] = [:]
        for kind in AddressKind.allCases {
            let key = try signer.publicKey(at: account.path(for: kind))
            addresses[kind] = kind.address(of: key)
        }
        self.addresses = addresses
    }

    /// A keyring of the keys that everybody has.
    public static func demo() throws(KeyError) -> Keyring {
        try Keyring(
            signer: DemoKeys(), account: Account(name: "Demo account", index: 0), notice: DemoKeys.notice)
    }

    /// The account's address of `kind`, whole.
    public func address(_ kind: AddressKind) -> String {
        addresses[kind] ?? ""
    }

    /// Signs what the user saw: the Keccak-256 digest of the approval's payload, with the account's Ethereum key.
    ///
    /// The consent is used up, so there is one signature for one yes.
    ///
    /// - Returns: 65 bytes as hexadecimal text with `0x`: r, s, and v as 27 or 28.
    func sign(_ consent: consuming Consent) throws(RPCError) -> String {
        guard !consent.approval.payload.isEmpty else {
            throw RPCError(.failed, "There is nothing to sign.")
        }
        do throws(KeyError) {
            let digest = Keccak256.hash(consent.approval.payload)
            let signature = try signer.sign(digest, at: account.path(for: .ethereum))
            return "0x" + Hex.encode(signature.encoded)
        } catch {
            throw RPCError(.failed, "The wallet could not sign.")
        }
    }
}
