import BigInt
import Bitcoin
import BitcoinWallet
public import Bridge
import Messages
import Store
package import WalletCore
import WalletMethods

/// An address to receive at: on Bitcoin and Bitcoin Cash one that was not used before.
public struct Receive: StoredCommand {
    /// The name on the socket.
    public static let name = "receive"

    let asset: AssetReference

    /// Asks for an address for an asset.
    public init(_ asset: AssetReference) { self.asset = asset }

    /// Chooses the address.
    public func run(in wallet: Wallet) async throws(WalletError) -> ReceivingAddress {
        let (account, balance) = try asset.find(in: wallet.holdings.accounts)
        return try await WalletError.of { () throws(RPCError) in
            let source = try wallet.holdings.part(wallet.holdings.addresses, for: account.id)
            let address = try await source.newAddress(of: account.id)
            let warning = address.gapWarning(among: try source.addresses(of: account.id))
            return ReceivingAddress(address, balance.asset, of: account, warning: warning)
        }
    }

    package func run(in store: StoredWallet) async throws -> ReceivingAddress {
        let accounts = try await store.store.balances.load()
        guard !accounts.isEmpty else {
            throw WalletError(
                .locked, localized("No window of the wallet is open, and no account is known yet. Run `drawbridge`."))
        }
        let (account, balance) = try asset.find(in: accounts)
        // The address of the account's ID has no prefix.
        let utxoChain = account.id.utxoChain
        let isCash = utxoChain?.ledger == .bitcoinCash
        let text = isCash ? "\(utxoChain?.network.cashPrefix ?? ""):\(account.id.address)" : account.id.address
        let forms = utxoChain.map { CoinWallet.forms(of: text, on: $0) } ?? [ReceiveAddress.Written(.usual, text)]
        return ReceivingAddress(
            ReceiveAddress(account.id, forms: forms, path: "", state: .shown), balance.asset, of: account)
    }
}

/// An address at which the user receives an asset.
public struct ReceivingAddress: Codable, Hashable, Sendable {
    /// The network (CAIP-2).
    public let chain: String

    /// The name of the network.
    public let network: String

    /// Whether its coins have no value.
    public let test: Bool

    /// The asset (CAIP-19).
    public let asset: String

    /// The symbol of the asset.
    public let symbol: String

    /// The number of decimals of the asset.
    public let decimals: Int

    /// Whether the wallet vouches for the symbol.
    public let known: Bool

    /// The address in its usual form, or in the one that was asked for.
    public private(set) var address: String

    /// The address in all its forms, in their order.
    public let forms: JSON

    /// Why a payment to it could be lost, as a sentence; `nil` if nothing is known.
    public let warning: String?

    /// The payment link; `nil` until it was asked for with ``asked(form:amount:label:)``.
    public private(set) var link: String?

    package init(
        _ address: ReceiveAddress, _ held: HeldAsset, of account: AccountSummary, warning: String? = nil
    ) {
        var forms: JSONObject = [:]
        for written in address.forms { forms[written.form.rawValue] = .string(written.text) }
        chain = address.account.chain.description
        network = account.chainName
        test = account.isTest
        asset = held.id.description
        symbol = held.symbol
        decimals = held.decimals
        known = held.isVouchedFor
        self.address = address.written(for: held)?.text ?? ""
        self.forms = .object(forms)
        self.warning = warning
    }

    /// The address in a form, with a payment link.
    ///
    /// - Parameters:
    ///   - form: The form; `nil` for the preferred one.
    ///   - amount: The amount in the link, as it was typed.
    ///   - label: The user's name or the purpose, in the link.
    /// - Returns: The address with its link.
    /// - Throws: An error if the address has no such form, or the amount is invalid for the asset.
    public func asked(form: String?, amount: String?, label: String?) throws(WalletError) -> ReceivingAddress {
        guard let id = AssetID(asset) else {
            throw WalletError(.failed, localized("The wallet’s window did not answer."))
        }
        guard let text = form.map({ forms[$0]?.string }) ?? address else {
            throw WalletError(field: .form, localized("The address does not have this form."))
        }
        let held = HeldAsset(id, symbol: symbol, decimals: decimals, isVouchedFor: known)
        var units: BigUInt?
        if let amount {
            guard let number = held.units(try EnteredText.number(amount, field: .amount)), number > 0 else {
                throw WalletError(
                    field: .amount,
                    localized("Enter an amount of \(held.shownSymbol, as: "symbol"), such as 0.5."))
            }
            units = number
        }
        var asked = self
        asked.address = text
        asked.link = ReceiveLink.text(to: text, held, units: units, label: label ?? "")
        guard asked.link != nil || (units == nil && label == nil) else {
            throw WalletError(
                field: .form,
                localized("There is no payment link for this address, so it can have no amount and no name."))
        }
        asked.link = asked.link ?? text
        return asked
    }
}

extension ReceiveAddress {
    /// The warning that a restore would not find the address; `nil` if it would.
    ///
    /// The addresses are those of the account, the newest first.
    package func gapWarning(among addresses: [ReceiveAddress]) -> String? {
        let older = addresses.drop { $0.text != text }
        let unused = older.prefix { address in if case .used = address.state { false } else { true } }.count
        guard unused > Int(CoinLedger.gap) else { return nil }
        return localized(
            """
            The last \(unused - 1, as: "count") addresses that were shown are unused. A wallet that restores your \
            recovery phrase stops after \(Int(CoinLedger.gap), as: "limit") unused addresses, so it would not find a \
            payment to this one. Give an earlier address out again: “Addresses” lists them.
            """)
    }
}
