internal import Bitcoin
internal import Bridge
import BitcoinWallet
import EthereumWallet
import Messages
import WalletCore

/// Link's `sendAssets`: sends coins or tokens to an address, after the user's approval.
struct SendAssets: Method {
    let names = ["sendAssets"]
    let access = MethodAccess.needsKeys
    let coins: CoinSender
    let recipients: any RecipientBook
    let sites: SiteAccounts
    let siteWarnings: SiteWarnings
    let ethereum: EthereumSending

    func parse(_ request: Request) throws(RPCError) -> Wish {
        try Wish(request.params, on: coins.siteChains)
    }

    func run(_ wish: Wish, for request: Request) async throws(RPCError) -> JSON {
        switch wish.asset {
        case .coins(let utxoChain):
            return ["txid": .string(try await send(wish, on: utxoChain, for: request).description)]
        case .tokens(let token):
            let sending = SendTokens(coins: coins, recipients: recipients, sites: sites, siteWarnings: siteWarnings)
            return [
                "txid": .string(
                    try await sending.send(wish.value, of: token, to: wish.recipient, for: request).description)
            ]
        case .ethereum(let contract):
            return [
                "txid": .string(
                    try await ethereum.sendAssets(
                        to: wish.recipient, value: wish.value, token: contract, for: request))
            ]
        }
    }

    private func send(_ wish: Wish, on utxoChain: UTXOChain, for request: Request) async throws(RPCError)
        -> TransactionID
    {
        let recipient = try CoinRecipient(wish.recipient, on: utxoChain)
        let value: UInt64
        do throws(BitcoinError) {
            value = try Bitcoin.DecimalText.satoshis(of: wish.value)
            guard value > 0 else { throw BitcoinError.amount(.zero) }
            guard value >= utxoChain.ledger.dust(of: recipient.destination.script) else {
                throw BitcoinError.amount(.dust)
            }
        } catch {
            throw RPCError(error)
        }
        let amount = "\(Bitcoin.DecimalText.text(ofSatoshis: value)) \(utxoChain.unit)"
        let (row, warnings) = await recipient.describe(by: recipients)
        let isKnown = await recipient.isKnown(to: recipients)
        var order = SpendRequest(
            on: utxoChain, paying: [Output(value, to: recipient.destination.script)],
            sentence: localized("Send \(amount, as: "amount") to \(recipient.short, as: "recipient")."),
            verb: localized("Send"),
            rows: [row, Approval.Row(localized("Amount"), .trusted(amount), role: .amount)],
            warnings: siteWarnings.warnings(about: request, isSigning: true) + warnings,
            what: TransactionRecord.Summary(
                localizable("Send \(amount, as: "amount") to \(recipient.address, as: "recipient").")),
            amount: value)
        order.isToUnknown = !isKnown
        order.hidesBalance = sites.grants.hidesBalance(of: utxoChain, from: request)
        if let data = wish.data { Self.add(data, to: &order) }
        let id = try await coins.pay(order, for: request)
        await recipients.remember(recipient, at: coins.now())
        return id
    }

    /// Adds a data output after the payment, where pages expect it, and records what the data is.
    private static func add(_ data: DataOutput, to order: inout SpendRequest) {
        order.outputs.append(Output(0, to: data.script))
        let name = data.protocolName
        order.rows.append(
            Approval.Row(
                localized("Public data"), .untrusted(data.lines.joined(separator: " ")),
                note: name
                    ?? localized("unknown kind")))
        if data.isTokenMessage {
            order.warnings.append(
                Approval.Warning(
                    .caution, localized("The data looks like a token message, but it moves no tokens in this place.")))
        } else if name == nil {
            order.warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        The site adds data in a format that the wallet does not know. Anyone can read it, \
                        forever.
                        """)))
        }
        if order.utxoChain.ledger == .bitcoin, data.script.bytes.count > DataOutput.largestOnBitcoin {
            order.warnings.append(
                Approval.Warning(
                    .caution,
                    localized("Not every Bitcoin node relays so much data, so the payment may be slow.")))
        }
    }
}

extension SendAssets {
    /// The parsed request of a page.
    struct Wish {
        /// What is sent.
        enum Asset: Hashable {
            case coins(UTXOChain)
            case tokens(TransactionID)
            case ethereum(contract: String?)
        }

        let recipient: String
        let asset: Asset
        /// The amount as the page wrote it, in whole coins or tokens rather than the smallest unit.
        let value: String
        let data: DataOutput?

        init(_ params: JSON, on chains: SiteChains) throws(RPCError) {
            guard let name = params["protocol"]?.string else {
                throw RPCError(.malformed, "“protocol” must be one of BCH, BTC, ETH, SLP.")
            }
            guard let recipient = params["to"]?.string, let value = params.numberText("value") else {
                throw RPCError(.malformed, "“to” and “value” must be strings.")
            }
            let assetID = try params.optionalText("assetId")
            self.recipient = recipient
            self.value = value
            data = try Self.data(in: params)
            switch (name, assetID) {
            case ("BCH", nil): asset = .coins(chains.chain(.bitcoinCash))
            case ("BTC", nil): asset = .coins(chains.chain(.bitcoin))
            case ("ETH", let contract): asset = .ethereum(contract: contract)
            case ("SLP", let token?):
                guard let token = TransactionID(token) else {
                    throw RPCError(.malformed, "“assetId” must be the id of a token: 64 hexadecimal digits.")
                }
                asset = .tokens(token)
            case ("SLP", nil): throw RPCError(.malformed, "“assetId” must name the token to send.")
            case ("BCH", _), ("BTC", _):
                throw RPCError(
                    .unsupported, "The wallet cannot send tokens of this kind; “assetId” is for SLP and ETH.")
            default:
                throw RPCError(.unsupported, "The wallet cannot send with the protocol \(RPCError.quoted(name)).")
            }
            guard data == nil || name == "BCH" || name == "BTC" else {
                throw RPCError(
                    .malformed, "“opReturn” is for BCH and BTC only: the data of an SLP payment is its tokens.")
            }
        }

        private static func data(in params: JSON) throws(RPCError) -> DataOutput? {
            guard let value = params["opReturn"], value != .null else { return nil }
            let texts = value.array?.compactMap(\.string)
            guard let texts, texts.count == value.array?.count else {
                throw RPCError(.malformed, "“opReturn” must be an array of strings.")
            }
            guard !texts.isEmpty else { return nil }
            do throws(BitcoinError) {
                return try DataOutput(texts)
            } catch {
                throw RPCError(error)
            }
        }
    }
}
