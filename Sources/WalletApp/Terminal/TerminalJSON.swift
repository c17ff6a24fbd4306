import BigInt
import BigInt
import Bitcoin
import Bridge
import Messages
import Primitives
import WalletCore
import WalletUI

/// What commands of the terminal print as JSON; amounts are strings, times are in UTC (RFC 3339).
enum TerminalJSON {
    /// An account with its balances.
    static func account(_ account: AccountSummary) -> JSON {
        [
            "chain": .string(account.id.chain.description), "network": .string(account.chainName),
            "address": .string(account.id.address), "name": .string(account.name), "test": .bool(account.isTest),
            "watchOnly": .bool(account.isWatchOnly), "onDevice": .bool(account.isOnDevice),
            "balances": .array(account.balances.map(balance)),
        ]
    }

    private static func balance(_ balance: AssetBalance) -> JSON {
        var members: JSONObject = [
            "asset": .string(balance.asset.id.description), "symbol": .string(balance.asset.symbol),
            "decimals": .number(JSONNumber(balance.asset.decimals)), "known": .bool(balance.asset.isVouchedFor),
            "state": .string(name(of: balance.state)),
        ]
        if balance.items > 0 { members["items"] = .number(JSONNumber(balance.items)) }
        if balance.inItems > 0 { members["inItems"] = .string(balance.asset.number(balance.inItems)) }
        if let units = balance.units {
            members["amount"] = .string(balance.asset.number(units))
            members["units"] = .string(String(units))
        }
        if balance.unconfirmed > 0 { members["unconfirmed"] = .string(balance.asset.number(balance.unconfirmed)) }
        if balance.unavailable > 0 { members["unavailable"] = .string(balance.asset.number(balance.unavailable)) }
        if balance.isUnchecked { members["unchecked"] = .bool(true) }
        if let at = balance.at { members["time"] = .string(HistoryExport.time(at)) }
        if let source = balance.source { members["source"] = .string(source) }
        if let site = balance.nodeSite { members["nodeSite"] = .string(site) }
        if case .disagreement(let claims) = balance.state {
            members["others"] = .array(
                claims.map { ["source": .string($0.source), "amount": .string(balance.asset.number($0.units))] })
        }
        return .object(members)
    }

    private static func name(of state: AssetBalance.State) -> String {
        switch state {
        case .earlier: "earlier"
        case .asking: "asking"
        case .current: "current"
        case .offline: "offline"
        case .incomplete: "incomplete"
        case .noServer: "noServer"
        case .disagreement: "disagreement"
        }
    }

    /// An address at which the user receives.
    static func address(_ address: ReceiveAddress, _ asset: HeldAsset, of account: AccountSummary) -> JSON {
        var forms: JSONObject = [:]
        for written in address.forms { forms[written.form.rawValue] = .string(written.text) }
        return [
            "chain": .string(address.account.chain.description), "network": .string(account.chainName),
            "test": .bool(account.isTest), "asset": .string(asset.id.description),
            "symbol": .string(asset.symbol), "decimals": .number(JSONNumber(asset.decimals)),
            "known": .bool(asset.isVouchedFor), "address": .string(address.written(for: asset)?.text ?? ""),
            "forms": .object(forms),
        ]
    }

    /// What each server said about a transaction.
    static func servers(_ replies: [BroadcastReply]) -> JSON {
        .array(
            replies.map { reply in
                var members: JSONObject = ["server": .string(reply.server), "outcome": .string(reply.name)]
                if let reason = reply.reason { members["reason"] = .string(reason) }
                return .object(members)
            })
    }

    /// The coins of an account on Bitcoin or Bitcoin Cash.
    static func coins(_ account: AccountSummary, _ coins: [HeldCoin]) -> [JSON] {
        guard let asset = account.balances.first?.asset else { return [] }
        return coins.map { coin in
            var members: JSONObject = [
                "chain": .string(account.id.chain.description), "network": .string(account.chainName),
                "account": .string(account.id.address), "coin": .string(coin.outpoint),
                "symbol": .string(asset.symbol), "amount": .string(asset.number(BigUInt(coin.value))),
                "units": .string(String(coin.value)), "address": .string(coin.address),
                "confirmations": .number(JSONNumber(coin.confirmations)), "frozen": .bool(coin.isFrozen),
                "state": .string(coin.isFrozen ? "frozen" : coin.obstacle == nil ? "spendable" : "unavailable"),
            ]
            if !coin.label.isEmpty { members["label"] = .string(coin.label) }
            if let token = coin.token { members["token"] = .string(token.description) }
            if let carried = coin.carried {
                members["tokenAmount"] = .string(String(carried.amount))
                if let capability = carried.capability {
                    members["capability"] = .string("\(capability)")
                    members["commitment"] = .string(Hex.encode(carried.commitment))
                }
            }
            return .object(members)
        }
    }

    /// A site, an app or a payment service.
    static func site(_ entry: SiteEntry) -> JSON {
        var members: JSONObject = [
            "state": .string(state(of: entry)), "sees": .array(entry.addresses.map { .string($0.address) }),
        ]
        switch entry.kind {
        case .site(let origin):
            members["kind"] = "site"
            members["origin"] = .string(origin.description)
        case .app(let topic):
            members["kind"] = "walletConnect"
            members["topic"] = .string(topic)
            members["claim"] = .string(entry.name.text)
        case .paymentService(let origin):
            members["kind"] = "paymentService"
            members["origin"] = .string(origin.description)
            members["opensLinks"] = .bool(entry.opensLinks)
            members["forms"] = .array(entry.forms.map { .string($0) })
        }
        if let chain = entry.chain { members["network"] = .string(chain) }
        if let record = entry.record {
            members["since"] = .string(HistoryExport.time(record.since))
            members["lastUsed"] = .string(HistoryExport.time(record.lastUsed))
        }
        return .object(members)
    }

    private static func state(of entry: SiteEntry) -> String {
        if entry.record?.isBlocked == true { return "blocked" }
        if entry.isSilenced { return "silenced" }
        return switch entry.kind {
        case .site where entry.isConnectedElsewhere: "connectedToAnother"
        case .site: entry.sees.isEmpty ? "notConnected" : "connected"
        case .app: "connected"
        case .paymentService: entry.opensLinks ? "connected" : "linksNotOpened"
        }
    }

    /// The filter in a request for the history.
    static func filter(_ request: JSON) -> HistoryFilter {
        var filter = HistoryFilter()
        filter.text = request["text"]?.string ?? ""
        filter.direction = request["direction"]?.string.flatMap { HistoryFilter.Direction(rawValue: $0) }
        filter.state = request["state"]?.string.flatMap { HistoryFilter.StateKind(rawValue: $0) }
        filter.from = request["from"]?.number?.integer.flatMap { Int64(exactly: $0) }
        filter.until = request["until"]?.number?.integer.flatMap { Int64(exactly: $0) }
        return filter
    }
}
