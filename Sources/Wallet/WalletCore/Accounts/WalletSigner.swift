package import Bitcoin
package import Bridge
import Ethereum
public import Keys
import Messages
package import Primitives

/// The active account and its addresses.
///
/// It signs only with a ``/Bridge/Consent``.
///
/// An active account without keys, as in a locked wallet, has no addresses and cannot sign.
@MainActor public final class WalletSigner {
    /// The active account; its name is empty while there are no keys.
    public private(set) var account: Account

    /// A notice about the keys that every screen must show, if there is one.
    public let notice: String?

    /// The chains of coins that sites use.
    public let siteChains: SiteChains

    /// The number of times that the keys have changed; data derived from earlier keys is stale.
    private(set) var generation = 0

    /// The other accounts of the wallet with their addresses of Ethereum, which sites can be connected to as well.
    private var others: [WalletAddress] = []

    /// The accounts on EVM chains whose keys are on hardware wallets.
    private var devices: [WalletAddress] = []

    /// The one of ``devices`` that is used on EVM chains instead of ``account``.
    private var deviceInUse: WalletAddress?

    private(set) var signer: (any Signer)?
    private var addresses: [AddressKind: String] = [:]

    /// The addresses of other kinds of the other accounts, as far as they were needed.
    private var derived: [String: [AddressKind: String]] = [:]

    /// Creates an active account without keys.
    public init() {
        account = Account(name: "", index: 0)
        (notice, siteChains) = (nil, .main)
    }

    /// Derives the addresses of `account`.
    public init(
        signer: any Signer, account: Account, notice: String? = nil, on siteChains: SiteChains = .main
    ) throws(KeyError) {
        self.account = account
        (self.notice, self.siteChains) = (notice, siteChains)
        try open(signer, account)
    }

    /// Creates an active account with the public demo keys.
    public static func demo(on siteChains: SiteChains = .main) throws(KeyError) -> WalletSigner {
        try WalletSigner(
            signer: DemoKeys(), account: Account(name: localized("Demo account"), index: 0), notice: DemoKeys.notice,
            on: siteChains)
    }

    /// Switches to `account` and the keys of `signer`; if it throws, nothing has changed.
    public func open(_ signer: any Signer, _ account: Account) throws(KeyError) {
        var addresses: [AddressKind: String] = [:]
        for kind in AddressKind.allCases {
            addresses[kind] = siteChains.address(kind, of: try signer.publicKey(at: path(kind, of: account)))
        }
        self.addresses = addresses
        self.account = account
        self.signer = signer
        (others, derived, deviceInUse) = ([], [:], nil)
        generation += 1
    }

    /// Names the other accounts of the wallet, whose keys the same signer has; ``open(_:_:)`` forgets them.
    package func add(others accounts: [Account]) {
        guard let signer else { return }
        let (own, kind) = (addresses[.ethereum] ?? "", AddressKind.ethereum)
        others = accounts.prefix(Self.mostOthers).compactMap { account in
            guard let key = try? signer.publicKey(at: path(kind, of: account)) else { return nil }
            return WalletAddress(account, siteChains.address(kind, of: key))
        }.filter { $0.address != own }
    }

    private static let mostOthers = 200

    /// The accounts of the wallet whose keys it has, ``account`` first; none while there are no keys.
    package var accounts: [Account] { isOpen ? [account] + others.map(\.account) : [] }

    /// Names the accounts whose keys are on hardware wallets.
    func set(devices: [WalletAddress]) {
        self.devices = devices
        if let deviceInUse, !devices.contains(where: { $0.address == deviceInUse.address }) { self.deviceInUse = nil }
    }

    /// Uses the account at `address` on EVM chains, whose key is on a hardware wallet.
    ///
    /// - Returns: Whether there is such an account.
    func use(device address: String) -> Bool {
        guard isOpen, let own = ownDevices.first(where: { $0.address == address }) else { return false }
        deviceInUse = own
        return true
    }

    /// The accounts of devices whose keys the wallet does not have itself.
    private var ownDevices: [WalletAddress] {
        let here = Set(others.map(\.address) + [addresses[.ethereum] ?? ""])
        return devices.filter { !here.contains($0.address) }
    }

    /// The account that is used on EVM chains, with its address: ``account``, or one whose key is on a hardware wallet.
    package var ethereumAccount: WalletAddress {
        deviceInUse ?? WalletAddress(account, addresses[.ethereum] ?? "")
    }

    /// The addresses of Ethereum of the wallet's accounts, that of the active account first.
    package var ethereumAddresses: [WalletAddress] {
        guard isOpen else { return [] }
        let all = [WalletAddress(account, addresses[.ethereum] ?? "")] + others + ownDevices
        guard let deviceInUse else { return all }
        return [deviceInUse] + all.filter { $0.address != deviceInUse.address }
    }

    /// The address of `kind` of one of ``ethereumAddresses``; empty if it cannot be derived.
    package func address(_ kind: AddressKind, of own: WalletAddress) -> String {
        guard kind != .ethereum else { return own.address }
        guard own.account.device == nil else { return "" }
        guard own.address != addresses[.ethereum] else { return address(kind) }
        if let known = derived[own.address]?[kind] { return known }
        guard let signer, let path = try? path(kind, of: own.account), let key = try? signer.publicKey(at: path) else {
            return ""
        }
        let address = siteChains.address(kind, of: key)
        derived[own.address, default: [:]][kind] = address
        return address
    }

    /// The account of the wallet with this address of Ethereum; `nil` if it has none.
    package func account(withEthereum address: String) -> Account? {
        ethereumAddresses.first { $0.address == address }?.account
    }

    /// The path of the key behind an account's address for sites.
    private func path(_ kind: AddressKind, of account: Account) throws(KeyError) -> DerivationPath {
        try account.path(for: kind, isTest: siteChains == .regtest)
    }

    /// Removes the keys and the addresses.
    public func close() {
        signer = nil
        (others, derived, deviceInUse) = ([], [:], nil)
        addresses = [:]
        account = Account(name: "", index: 0)
        generation += 1
    }

    /// Whether it has keys.
    public var isOpen: Bool { signer != nil }

    /// The account's full address of `kind`; empty while there are no keys.
    public func address(_ kind: AddressKind) -> String {
        if kind == .ethereum, let deviceInUse { return deviceInUse.address }
        return addresses[kind] ?? ""
    }

    /// Where the key of the account with this address of Ethereum is; `nil` if the wallet has it, or no such account.
    package func device(ofEthereum address: String) -> DeviceKey? { account(withEthereum: address)?.device }

    /// The public key at the end of `path`.
    package func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
        guard let signer else { throw .locked }
        return try signer.publicKey(at: path)
    }

    /// The extended public key at the end of `path`.
    package func extendedPublicKey(at path: DerivationPath) throws(KeyError) -> ExtendedPublicKey {
        guard let signer else { throw .locked }
        return try signer.extendedPublicKey(at: path)
    }

    /// Signs what the user approved: the Keccak-256 digest of its payload, with the key of its account, which is the
    /// active one or another one of the wallet.
    ///
    /// The consent is consumed, so each approval allows one signature.
    ///
    /// - Parameters:
    ///   - consent: The consent.
    ///   - device: The signature of the device that has the key; it is taken only if it is one of exactly that payload by
    ///     that account.
    /// - Returns: The signature.
    /// - Throws: ``/Bridge/RPCError/locked``, or ``/Bridge/RPCError/Kind/failed`` if the wallet does not have the account.
    package func sign<Subject: AccountSignable>(
        _ consent: consuming Consent<Subject>, by device: RecoverableSignature? = nil
    ) throws(RPCError) -> RecoverableSignature {
        try consent.requirePermission()
        let subject = consent.subject
        guard let signer else { throw .locked }
        guard let account = account(withEthereum: subject.signer.description) else { throw Self.otherAccount }
        guard account.device == nil else {
            let digest = Keccak256.hash(subject.payload)
            guard let device, DeviceRequest.isValid(device, of: digest, by: subject.signer) else { throw Self.failed }
            return device
        }
        do throws(KeyError) {
            return try signer.sign(Keccak256.hash(subject.payload), at: account.path(for: .ethereum))
        } catch .locked {
            throw .locked
        } catch {
            throw Self.failed
        }
    }

    /// Signs the revocation that the user approved: first its authorization, then the transaction.
    ///
    /// The consent is consumed.
    ///
    /// - Returns: The raw transaction.
    /// - Throws: ``/Bridge/RPCError/locked``, or ``/Bridge/RPCError/Kind/failed`` if another account is active now.
    package func signRevocation<Subject: RevocationSignable>(
        _ consent: consuming Consent<Subject>
    ) throws(RPCError) -> [UInt8] {
        try consent.requirePermission()
        let subject = consent.subject
        guard let signer else { throw .locked }
        guard address(.ethereum) == subject.signer.description, subject.revocation.account == subject.signer,
            deviceInUse == nil
        else { throw Self.otherAccount }
        do throws(KeyError) {
            let path = try account.path(for: .ethereum)
            let authorization = try signer.sign(Keccak256.hash(subject.revocation.authorizationPayload), at: path)
            let signature = try signer.sign(Keccak256.hash(subject.revocation.payload(authorization)), at: path)
            return subject.revocation.signed(authorization, signature)
        } catch .locked {
            throw .locked
        } catch {
            throw Self.failed
        }
    }

    /// Signs each input of the payment that the user approved, with the key of the coin that it spends.
    ///
    /// The consent is consumed. A payment can have more than a thousand inputs, so other work of the main actor is done
    /// in between; nothing is returned if the wallet is locked meanwhile.
    ///
    /// - Throws: ``/Bridge/RPCError/locked``, or ``/Bridge/RPCError/Kind/failed`` if another account is active now.
    package func sign<Payment: CoinSignable>(_ consent: consuming Consent<Payment>) async throws(RPCError)
        -> BitcoinTransaction
    {
        let payment = consent.subject
        let keys = try await keys(of: payment)
        let generation = generation
        let (coins, digests) = (payment.unsigned.coins, await Self.digests(of: payment.unsigned))
        try consent.requirePermission()
        var unlocks: [(signature: InputSignature, key: PublicKey)] = []
        for (place, (coin, digest)) in zip(coins, digests).enumerated() {
            if place.isMultiple(of: Self.inputsAtOnce), place > 0 { await Task.yield() }
            guard let signer else { throw .locked }
            guard generation == self.generation else { throw Self.otherAccount }
            do throws(KeyError) {
                unlocks.append(
                    (try signer.sign(digest, for: coin.scheme, at: payment.path(ofInput: place)), keys[place]))
            } catch {
                throw Self.failed
            }
        }
        guard unlocks.count == coins.count else { throw Self.failed }
        // Signing many inputs takes a while.
        try consent.requirePermission()
        return payment.unsigned.signed(with: unlocks)
    }

    /// What is signed: for coins without witnesses, each digest is one of the whole transaction, which takes a while.
    @concurrent private static func digests(of transaction: UnsignedBitcoinTransaction) async -> [Digest32] {
        transaction.digests
    }

    /// The number of inputs whose keys are derived before other work is done.
    static let inputsAtOnce = 8

    /// The public keys of the inputs.
    ///
    /// - Throws: That the payment is neither of the active account, nor of another account whose keys this wallet has.
    private func keys(of payment: some CoinSignable) async throws(RPCError) -> [PublicKey] {
        guard isOpen else { throw .locked }
        if payment.isOfActiveAccount {
            guard let kind = siteChains.kind(on: payment.utxoChain), address(kind) == payment.from else {
                throw Self.otherAccount
            }
        }
        let generation = generation
        var (keys, known) = ([PublicKey](), [DerivationPath: PublicKey]())
        for (place, coin) in payment.unsigned.coins.enumerated() {
            if place.isMultiple(of: Self.inputsAtOnce), place > 0 { await Task.yield() }
            guard let signer else { throw .locked }
            guard generation == self.generation else { throw Self.otherAccount }
            do throws(KeyError) {
                let path = try payment.path(ofInput: place)
                let key = if let key = known[path] { key } else { try signer.publicKey(at: path) }
                known[path] = key
                keys.append(key)
            } catch .locked {
                throw .locked
            } catch {
                throw Self.failed
            }
            guard payment.isOfActiveAccount || coin.isLocked(to: keys[place]) else { throw Self.otherAccount }
        }
        return keys
    }

    /// Runs `body` with the keys.
    func withSigner<Result>(_ body: (any Signer) throws(RPCError) -> Result) throws(RPCError) -> Result {
        guard let signer else { throw .locked }
        return try body(signer)
    }

    /// Why nothing is signed with an account that was in use when the request began.
    package static let otherAccount = RPCError(
        .failed, "Another account was selected before the request was approved. Nothing was signed.")
    static let failed = RPCError(.failed, sentence: localizable("The wallet could not sign."))
}
