internal import Bitcoin
internal import Bridge
import Messages
internal import Primitives
import BitcoinWallet
import WalletCore

/// Link's `createToken`: a new token of the Simple Ledger Protocol (type 1), after the user's approval.
struct CreateToken: Method {
    let names = ["createToken"]
    let access = MethodAccess.needsKeys
    let coins: CoinSender
    let recipients: any RecipientBook
    let sites: SiteAccounts
    let siteWarnings: SiteWarnings

    func parse(_ request: Request) throws(RPCError) -> Wish {
        try Wish(request.params, on: coins.siteChains)
    }

    func run(_ wish: Wish, for request: Request) async throws(RPCError) -> JSON {
        var outputs = [
            Output(0, to: SLPMessage.genesis(.fungible, wish.genesis).script),
            SendTokens.transport(for: wish.receiver.destination.script),
        ]
        if let baton = wish.baton { outputs.append(SendTokens.transport(for: baton.destination.script)) }
        var order = SpendRequest(
            on: wish.receiver.utxoChain, paying: outputs, sentence: localized("Create a new token."),
            verb: localized("Create"),
            rows: await rows(of: wish),
            warnings: siteWarnings.warnings(about: request, isSigning: true) + warnings(about: wish),
            what: TransactionRecord.Summary(
                localizable(
                    """
                    Create a token with a supply of \(wish.supply, as: "amount") for \
                    \(wish.receiver.address, as: "recipient").
                    """)),
            amount: nil)
        order.hidesBalance = sites.grants.hidesBalance(of: order.utxoChain, from: request)
        return ["tokenId": .string(try await coins.pay(order, for: request).description)]
    }

    private func rows(of wish: Wish) async -> [Approval.Row] {
        var rows = [
            Approval.Row(localized("Name"), .untrusted(wish.genesis.nameText ?? "")),
            Approval.Row(localized("Symbol"), .untrusted(wish.genesis.tickerText ?? "")),
            Approval.Row(
                localized("Initial supply"), .trusted(wish.supply),
                note: localized(
                    "\(wish.genesis.decimals, as: "count") decimal",
                    plural: "\(wish.genesis.decimals, as: "count") decimals", count: wish.genesis.decimals)),
            await wish.receiver.describe(by: recipients, label: localized("Recipient")).row,
        ]
        if let baton = wish.baton {
            rows.append(await baton.describe(by: recipients, label: localized("Minting right to")).row)
        } else {
            rows.append(Approval.Row(localized("Future supply"), .trusted(localized("fixed: no more can be created"))))
        }
        if !wish.documentURI.isEmpty { rows.append(Approval.Row(localized("Document"), .untrusted(wish.documentURI))) }
        if !wish.genesis.documentHash.isEmpty {
            rows.append(Approval.Row(localized("Document hash"), .exact("0x" + Hex.encode(wish.genesis.documentHash))))
        }
        return rows
    }

    private func warnings(about wish: Wish) -> [Approval.Warning] {
        let own = [sites.activeAccount.address(.simpleLedger)]
        guard own.contains(wish.receiver.address) else {
            return [Approval.Warning(.caution, localized("The new tokens go to an address other than this account's."))]
        }
        return []
    }
}

extension CreateToken {
    /// The parsed request of a page; numbers may also be strings, because pages send both.
    struct Wish {
        let genesis: SLPGenesis
        let receiver: CoinRecipient
        let baton: CoinRecipient?
        /// The supply, as shown to the user.
        let supply: String
        let documentURI: String

        init(_ params: JSON, on chains: SiteChains) throws(RPCError) {
            guard let name = params["name"]?.string, let symbol = params["symbol"]?.string,
                let receiverText = params["tokenReceiverAddress"]?.string
            else { throw RPCError(.malformed, "“name”, “symbol” and “tokenReceiverAddress” must be strings.") }
            guard let decimals = params.numberText("decimals").flatMap({ UInt8($0) }), decimals <= 9 else {
                throw RPCError(.malformed, "“decimals” must be a whole number from 0 to 9.")
            }
            guard let supplyText = params.numberText("initialSupply") else {
                throw RPCError(.malformed, "“initialSupply” must be a number.")
            }
            receiver = try CoinRecipient(token: receiverText, field: "tokenReceiverAddress", on: chains)
            baton = try params.optionalText("batonReceiverAddress").map { text throws(RPCError) in
                try CoinRecipient(token: text, field: "batonReceiverAddress", on: chains)
            }
            documentURI = try params.optionalText("documentUri") ?? ""
            let hash = try params.optionalText("documentHash").map { Hex.decode($0) ?? [0] } ?? []
            do throws(BitcoinError) {
                let units = try Bitcoin.DecimalText.units(of: supplyText, decimals: Int(decimals))
                guard let quantity = UInt64(exactly: units) else { throw BitcoinError.amount(.tooLarge) }
                genesis = try SLPGenesis(
                    ticker: symbol, name: name, documentURI: documentURI, documentHash: hash, decimals: decimals,
                    baton: baton == nil ? nil : 2, quantity: quantity)
                supply = Bitcoin.DecimalText.text(of: units, decimals: Int(decimals))
            } catch {
                throw RPCError(error)
            }
        }
    }
}
