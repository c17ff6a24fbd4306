package import BigInt
import Bitcoin
package import Bridge
import Ethereum
import Messages

/// The payment that a link asks for (BIP-321, EIP-681), wherever the link comes from.
package struct AskedPayment: Hashable, Sendable {
    /// The assets that are meant: one, or a coin of each test network whose addresses have this form.
    package let assets: [AssetID]

    /// The recipient.
    package let address: String

    /// The amount in the smallest unit; `nil` if the link leaves it open.
    package let units: BigUInt?

    /// The name of the recipient, by the author of the link.
    package let label: String?

    /// The schemes of such links, in lower case.
    package static let schemes: Set = ["bitcoin", "bitcoincash", "bchtest", "bchreg", "ethereum"]

    /// Whether `text` is meant as such a link.
    package static func isMeant(by text: some StringProtocol) -> Bool {
        text.contains(":") && schemes.contains(text.prefix { $0 != ":" }.lowercased())
    }

    /// Reads a link.
    ///
    /// - Parameters:
    ///   - text: The link; ``isMeant(by:)`` holds for it.
    ///   - chain: The network on which the user pays, which decides for links that fit several test networks.
    /// - Throws: The part of it that stops the payment.
    package init(_ text: String, on chain: ChainID? = nil) throws(RPCError) {
        if text.prefix(while: { $0 != ":" }).lowercased() == "ethereum" {
            self = try Self.ethereum(text)
        } else {
            self = try Self.coins(text, on: chain)
        }
    }

    /// Whether it asks for the coin of `chain`.
    package func isForCoin(of chain: ChainID) -> Bool { assets.contains { $0.chain == chain && $0.isCoin } }

    /// The account that can pay it, and what it holds of the asset: the account in use before others, an account with its
    /// keys before one without.
    ///
    /// - Throws: That no account has the asset.
    package func payer(
        among accounts: [AccountSummary]
    ) throws(RPCError) -> (account: AccountSummary, balance: AssetBalance) {
        let found = accounts.flatMap { account in
            account.balances.filter { assets.contains($0.asset.id) }.map { (account: account, balance: $0) }
        }
        let own = found.filter { !$0.account.isWatchOnly }
        if let payer = own.first(where: { !$0.account.isOfOtherAccount }) ?? own.first ?? found.first { return payer }
        guard let asset = assets.first, accounts.contains(where: { $0.id.chain == asset.chain }) else {
            throw RPCError(
                .invalidParameters, sentence: localizable("This link is for a network that this wallet does not use."))
        }
        throw RPCError(
            .invalidParameters,
            sentence: localizable(
                "This link asks for the token \(asset.reference, as: "token"), which no account of this wallet shows."))
    }

    private init(_ assets: [AssetID], _ address: String, _ units: BigUInt?, _ label: String?) {
        self.assets = assets
        self.address = address
        self.units = units
        self.label = label
    }

    private static func ethereum(_ text: String) throws(RPCError) -> Self {
        let link: EthereumLink
        do throws(EthereumError) {
            link = try EthereumLink(text)
        } catch {
            throw refusal(error.description)
        }
        let chain = ChainID(eip155: link.chainID ?? 1)
        let asset = link.token.map { AssetID("\(chain)/erc20:\($0)") } ?? AssetID(coin: 60, on: chain)
        return Self([asset].compactMap(\.self), link.recipient.description, link.amount, link.label)
    }

    private static func coins(_ text: String, on chain: ChainID?) throws(RPCError) -> Self {
        let inUse = UTXOChain.allCases.first { $0.chain == chain?.description }
        // A link does not say which test network is meant; its address has the form of one or two.
        let candidates = [inUse].compactMap(\.self) + UTXOChain.testnets.filter { $0 != inUse }
        let link: BitcoinURI
        do throws(BitcoinError) {
            link = try BitcoinURI(text)
        } catch {
            let found = candidates.filter(\.isTest).compactMap { try? BitcoinURI(text, onTestNetwork: $0) }
            guard let first = found.first else { throw refusal(error.sentence) }
            return Self(
                found.filter { $0.utxoChain == inUse || first.utxoChain != inUse }.map(\.asset),
                try recipient(of: first), first.units, first.label)
        }
        // An address in the old form of Bitcoin has another form on test networks; one of Bitcoin Cash names its network.
        return Self([link.asset], try recipient(of: link), link.units, link.label)
    }

    private static func recipient(of link: BitcoinURI) throws(RPCError) -> String {
        guard let address = link.address else {
            throw RPCError(
                .invalidParameters,
                sentence: localizable(
                    "This link asks for the payment of an invoice, which this wallet pays only for a page."))
        }
        guard link.token?.isItem != true else {
            throw RPCError(
                .invalidParameters,
                sentence: localizable("This link asks for a non-fungible token. Send it from “Coins…” of the account."))
        }
        return address
    }

    private static func refusal(_ reason: String) -> RPCError {
        RPCError(.invalidParameters, sentence: localizable("This link cannot be used. \(reason, as: "reason")"))
    }
}

extension BitcoinURI {
    /// The asset that it asks for.
    fileprivate var asset: AssetID {
        token.flatMap { AssetID("\(utxoChain.chain)/token:\($0.category)") } ?? utxoChain.coin
    }

    /// The amount of it.
    fileprivate var units: BigUInt? { token == nil ? amount.map { BigUInt($0) } : token?.amount.map { BigUInt($0) } }
}
