import Bridge
public import Keys

/// The account in use, its addresses, and the way to its signatures.
///
/// A keyring without keys, as it is while the wallet is locked, has no addresses and signs nothing.
@MainActor public final class Keyring {
    /// The account in use; without a name while there are no keys.
    public private(set) var account: Account

    /// A sentence about the keys that must be said on every screen, where there is one.
    public let notice: String?

    private(set) var signer: (any Signer)?
    private var addresses: [AddressKind: String] = [:]

    /// Creates a keyring without keys.
    public init() {
        account = Account(name: "", index: 0)
        notice = nil
    }

    /// Derives the addresses of `account`.
    public init(signer: any Signer, account: Account, notice: String? = nil) throws(KeyError) {
        self.account = account
        self.notice = notice
        try open(signer, account)
    }

    /// A keyring of the keys that everybody has.
    public static func demo() throws(KeyError) -> Keyring {
        try Keyring(
            signer: DemoKeys(), account: Account(name: "Demo account", index: 0), notice: DemoKeys.notice)
    }

    /// Goes on with `account` and the keys of `signer`; where it throws, nothing has changed.
    public func open(_ signer: any Signer, _ account: Account) throws(KeyError) {
        var addresses: [AddressKind: String] = [:]
        for kind in AddressKind.allCases {
            addresses[kind] = kind.address(of: try signer.publicKey(at: account.path(for: kind)))
        }
        self.addresses = addresses
        self.account = account
        self.signer = signer
    }

    /// Forgets the keys and the addresses.
    public func close() {
        signer = nil
        addresses = [:]
        account = Account(name: "", index: 0)
    }

    /// Whether there are keys.
    public var isOpen: Bool { signer != nil }

    /// The account's address of `kind`, whole; empty while there are no keys.
    public func address(_ kind: AddressKind) -> String {
        addresses[kind] ?? ""
    }

    /// Signs what the user saw: the Keccak-256 digest of the approval's payload, with the account's Ethereum key.
    ///
    /// The consent is used up, so there is one signature for one yes.
    ///
    /// - Returns: 65 bytes as hexadecimal text with `0x`: r, s, and v as 27 or 28.
    func sign(_ consent: consuming Consent) throws(RPCError) -> String {
        "0x" + Hex.encode(try signature(consent).encoded)
    }

    /// Signs what the user saw: the Keccak-256 digest of the approval's payload, with the account's Ethereum key.
    ///
    /// The consent is used up, so there is one signature for one yes. The account must be the one that the approval
    /// shows in one of its rows: the user may have gone on with another one meanwhile.
    func signature(_ consent: consuming Consent) throws(RPCError) -> RecoverableSignature {
        guard !consent.approval.payload.isEmpty else {
            throw RPCError(.failed, "There is nothing to sign.")
        }
        guard let signer else { throw .locked }
        let address = Words.exact(address(.ethereum))
        guard consent.approval.rows.contains(where: { $0.value == address }) else {
            throw RPCError(.failed, "The account was changed before the request was answered; nothing was signed.")
        }
        do throws(KeyError) {
            return try signer.sign(Keccak256.hash(consent.approval.payload), at: account.path(for: .ethereum))
        } catch .locked {
            throw .locked
        } catch {
            throw RPCError(.failed, "The wallet could not sign.")
        }
    }
}
