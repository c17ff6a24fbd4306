import BigInt
import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

extension WalletAppError {
    /// The error as the response of a window.
    var json: JSON { ["error": .string(description), "kind": .string(kind.rawValue)] }

    /// Reads an error from the response of a window; `nil` if it is another response.
    init?(_ answer: JSON) {
        guard let sentence = answer["error"]?.string else { return nil }
        self.init(answer["kind"]?.string.flatMap { Kind(rawValue: $0) } ?? .failed, sentence)
    }
}

/// The answers of a running window to the commands of the terminal.
@MainActor struct TerminalAnswers {
    let home: HomeController

    private var services: WalletServices { home.wallet.services }
    private var holdings: WalletHoldings { services.holdings }

    /// Answers `request`, which has the member `command`.
    func answer(_ request: JSON) async -> JSON {
        do throws(WalletAppError) {
            guard let command = request["command"]?.string else {
                throw WalletAppError(.usage, localized("The request has no command."))
            }
            // Settings are no secrets, and a locked wallet has them, too.
            if command == "reload" {
                await home.wallet.lookups?.reload()
                await home.payments?.reload()
                await home.wallet.reloadServers()
                home.redraw()
                return ["result": .null]
            }
            // Another window may have changed it.
            try? services.present.read()
            // What a site was given can be revoked at any time.
            if command == "sites" { return ["result": .array(home.siteEntries.map(TerminalJSON.site))] }
            if command == "site" { return ["result": try await SiteAnswers(home: home).change(request)] }
            guard !home.isLocked else {
                throw WalletAppError(.locked, localized("The wallet is locked. Unlock it in its window."))
            }
            await holdings.takeStored()
            return ["result": try await result(of: command, request)]
        } catch {
            return error.json
        }
    }

    private func result(of command: String, _ request: JSON) async throws(WalletAppError) -> JSON {
        switch command {
        case "balance":
            if request["refresh"]?.bool == true { await holdings.refresh() }
            return .array(holdings.accounts.map(TerminalJSON.account))
        case "receive": return try await receive(request)
        case "send": return try await send(request)
        case "history":
            let (holdings, accounts) = (holdings, holdings.accounts)
            return await HistoryExport.array(
                of: try await TerminalHistory(request).items(among: accounts) { filter, limit throws(RPCError) in
                    try await holdings.history(filter, limit: limit)
                }, among: accounts)
        case "raise": return try await raise(request)
        case "sweep":
            home.window.present()
            guard let sent = try await home.sweeps.run(picture: request["picture"]?.string ?? "") else {
                throw WalletAppError(.rejected, localized("The form was closed."))
            }
            home.refresh()
            return sent.json
        case "coins": return .array(try await coins())
        case "coin": return try await changeCoin(request)
        case "message":
            home.window.present()
            let signature = try await MessageTasks(wallet: home.wallet).sign(
                request["message"]?.string ?? "", with: request["address"]?.string ?? "",
                form: request["form"]?.string ?? "")
            return ["signature": .string(signature)]
        case "psbt", "signPSBT", "sendPSBT": return try await psbt(command, request)
        case "find": return try await find(request)
        case "tokens": return .array(services.ownTokens.all.map(TokensCommand.json))
        case "token": return try await TokenAnswers(services: services).change(request)
        case "device": return try await addDevice(request)
        case "watch", "unwatch": return try await watch(request, adds: command == "watch")
        default: throw WalletAppError(.usage, localized("The window does not know this command."))
        }
    }

    /// Adds an account whose key a device has.
    private func addDevice(_ request: JSON) async throws(WalletAppError) -> JSON {
        var values: [String: String] = [:]
        for name in ["text", "name", "number"] { values[name] = request[name]?.string }
        return ["address": .string(try await DeviceEntry(values).add(to: holdings))]
    }

    /// Adds or removes an account whose keys are in another wallet.
    private func watch(_ request: JSON, adds: Bool) async throws(WalletAppError) -> JSON {
        if adds {
            var values: [String: String] = [:]
            for name in ["text", "name", "network", "type"] { values[name] = request[name]?.string }
            return ["address": .string(try await WatchEntry(values).add(to: holdings))]
        }
        let wanted = request["address"]?.string ?? ""
        guard
            let account = holdings.accounts.first(where: {
                ($0.isWatchOnly || $0.isOnDevice) && $0.id.address == wanted
            })
        else {
            throw WalletAppError(.failed, localized("The wallet does not watch this account."))
        }
        do throws(RPCError) {
            try await holdings.unwatch(account)
        } catch {
            throw WalletAppError(error)
        }
        return [:]
    }

    private func receive(_ request: JSON) async throws(WalletAppError) -> JSON {
        let (account, balance) = try TerminalAsset(request).find(in: holdings.accounts)
        do throws(RPCError) {
            let source = try holdings.part(holdings.addresses, for: account.id)
            let address =
                request["known"]?.bool == true
                ? try source.addresses(of: account.id).first : try await source.newAddress(of: account.id)
            guard let address else { throw RPCError.locked }
            return TerminalJSON.address(address, balance.asset, of: account)
        } catch {
            throw WalletAppError(error)
        }
    }

    private func send(_ request: JSON) async throws(WalletAppError) -> JSON {
        let (account, balance) = try TerminalAsset(request).find(in: holdings.accounts)
        var values: [String: String] = [:]
        for name in ["note", "fee", "rate", "all"] { values[name] = request[name]?.string }
        let payees = request["payees"]?.array ?? []
        guard 1...SendScreens.mostPayees ~= payees.count else {
            throw WalletAppError(
                .usage, localized("A payment has 1 to \(SendScreens.mostPayees, as: "count") recipients."))
        }
        for (place, payee) in payees.enumerated() {
            values[SendScreens.field("to", place)] = payee["to"]?.string
            values[SendScreens.field("amount", place)] = payee["amount"]?.string
        }
        let contacts = (try? await holdings.contacts.contacts()) ?? []
        let entry = SendEntry(holdings: holdings, account: account.id, asset: balance.asset, contacts: contacts)
        let chosen = request["coins"]?.array?.compactMap(\.string) ?? []
        let form = try await entry.read(values, payees: payees.count, coins: chosen)
        if account.isWatchOnly {
            do throws(RPCError) {
                return ["psbt": .string(try await holdings.draft(form).base64)]
            } catch {
                throw WalletAppError(error)
            }
        }
        if balance.state == .noServer { throw Self.noServer(of: account) }
        home.window.present()
        do throws(RPCError) {
            let sent = try await HomeSending(wallet: home.wallet).send(form)
            home.refresh()
            return sent.json
        } catch {
            throw WalletAppError(error)
        }
    }

    private static func noServer(of account: AccountSummary) -> WalletAppError {
        let kind = account.id.chain.eip155.map(String.init) ?? account.balances.first?.asset.symbol ?? ""
        return WalletAppError(
            .failed,
            localized(
                """
                No server is set for \(HomeText.chain(of: account), as: "network"). Set one with `drawbridge endpoint \
                set \(kind, as: "networkID") ADDRESS`.
                """))
    }

    /// Raises the fee of a pending transaction.
    private func raise(_ request: JSON) async throws(WalletAppError) -> JSON {
        let wanted = request["txid"]?.string?.lowercased() ?? ""
        var filter = HistoryFilter()
        filter.text = wanted
        let (item, raises): (HistoryItem?, [HistoryScreens.Raise])
        do throws(RPCError) {
            item = try await holdings.history(filter, limit: 20).first { $0.txid.lowercased() == wanted }
            raises = if let item { await home.raises(of: item) } else { [] }
        } catch {
            throw WalletAppError(error)
        }
        let isCancelled = request["cancel"]?.bool == true
        let allowed = raises.filter { way in
            isCancelled ? way == .cancelling : way != .cancelling
        }
        let way = request["child"]?.bool == true ? allowed.first { $0 == .child } : allowed.first
        guard let item, let way else {
            throw WalletAppError(.failed, localized("The wallet cannot do this with this transaction."))
        }
        let fee = try ServerAnswer.number(request["fee"]?.string, field: "fee")
        guard fee.isEmpty || item.account.chain.eip155 == nil else {
            throw WalletAppError(.usage, localized("On this network, you set the fee in the approval."))
        }
        let pace = fee.isEmpty ? FeeOffer.Pace.fast : FeeOffer.Pace(rawValue: fee)
        home.window.present()
        do throws(RPCError) {
            let sent = try await FeeRaising(wallet: home.wallet).raise(
                item, way, fee: pace.map { .pace($0) } ?? .rate(fee))
            home.refresh()
            return sent.json
        } catch {
            throw WalletAppError(error)
        }
    }

    private func coins() async throws(WalletAppError) -> [JSON] {
        do throws(RPCError) {
            try await open()
            var all: [JSON] = []
            for account in holdings.accounts {
                guard let source = holdings.coinControl[account.id.chain.namespace] else { continue }
                all += TerminalJSON.coins(account, try await source.coins(of: account.id))
            }
            return all
        } catch {
            throw WalletAppError(error)
        }
    }

    /// Reads the accounts of a wallet that was just unlocked.
    private func open() async throws(RPCError) {
        do throws(CoinError) {
            try await holdings.coinWallet.open()
        } catch {
            throw RPCError(error)
        }
    }

    /// Freezes, unfreezes or labels a coin.
    private func changeCoin(_ request: JSON) async throws(WalletAppError) -> JSON {
        guard let action = CoinAction(request), let coin = request["coin"]?.string else {
            throw WalletAppError(.usage, localized("The window does not know this command."))
        }
        do throws(RPCError) {
            try await open()
            for account in holdings.accounts {
                guard let source = holdings.coinControl[account.id.chain.namespace],
                    try await source.coins(of: account.id).contains(where: { $0.outpoint == coin })
                else { continue }
                switch action {
                case .freeze, .unfreeze: try await source.freeze(coin, action == .freeze, of: account.id)
                case .label(let text): try await source.label(text, on: coin, of: account.id)
                }
                let changed = try await source.coins(of: account.id).filter { $0.outpoint == coin }
                return TerminalJSON.coins(account, changed).first ?? .null
            }
            throw RPCError(.failed, sentence: localizable("No account has this coin. `drawbridge coins` lists them."))
        } catch {
            throw WalletAppError(error)
        }
    }
}

/// The asset that a command names.
struct TerminalAsset {
    /// A symbol, a contract, or an identifier (CAIP-19); empty for the only asset.
    let asset: String

    /// The network: a chain ID, a name, or an identifier (CAIP-2); empty for any.
    let network: String

    /// The address or the name of the account; empty for the one in use, or else another one whose keys are here.
    let account: String

    /// Reads the members `asset`, `network` and `account`.
    init(_ request: JSON) {
        asset = request["asset"]?.string ?? ""
        account = request["account"]?.string ?? ""
        network = request["network"]?.string ?? ""
    }

    /// The balance that is meant.
    ///
    /// - Throws: That there is none, or more than one.
    func find(in accounts: [AccountSummary]) throws(WalletAppError) -> (AccountSummary, AssetBalance) {
        func candidates(_ isMeantHere: (HeldAsset) -> Bool) -> [(AccountSummary, AssetBalance)] {
            accounts.filter(isMeant).flatMap { account in
                account.balances.filter { isMeantHere($0.asset) }.map { (account, $0) }
            }
        }
        var found = candidates(isMeant)
        // The coin of a network of the user's own has the symbol that the user gave it; any network can have one with a
        // well-known symbol, so such a coin is meant only if nothing else is.
        if found.isEmpty { found = candidates { $0.id.isCoin && asset.uppercased() == $0.symbol.uppercased() } }
        // A watched account is meant only if it is named, or if no other has the asset.
        if account.isEmpty, found.contains(where: { !$0.0.isWatchOnly }) { found.removeAll { $0.0.isWatchOnly } }
        // So is another account than the one in use.
        if account.isEmpty, found.contains(where: { !$0.0.isOfOtherAccount }) {
            found.removeAll { $0.0.isOfOtherAccount }
        }
        // And an account that a search has added: it must not change what a command means.
        if account.isEmpty, found.contains(where: { !$0.0.isBesides }) { found.removeAll { $0.0.isBesides } }
        // A symbol that a network's own coin has means that coin: anyone can send an account a token with the same symbol,
        // which must not change what a command means.
        if found.contains(where: { isCoin($0.1.asset) }) { found.removeAll { !isCoin($0.1.asset) } }
        // A symbol can be that of a token that nobody vouches for; such a one must be named by its contract.
        guard let first = found.first else {
            throw WalletAppError(.failed, localized("The wallet has no such asset. `drawbridge balance` lists them."))
        }
        guard found.count == 1 else {
            throw WalletAppError(.usage, Self.question(about: found.map(\.0)))
        }
        return first
    }

    /// Whether it is the coin of a network, and was not named by its identifier.
    private func isCoin(_ held: HeldAsset) -> Bool { held.id.isCoin && asset != held.id.description }

    /// Says what has to be named, with the networks or the accounts that have the asset.
    private static func question(about found: [AccountSummary]) -> String {
        let networks = found.map(HomeText.chain).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if networks.count > 1 {
            return localized(
                "Several networks have this asset. Name one with --network: \(list(networks), as: "networks")")
        }
        let accounts = found.map { "“\(Quotation.own($0.name, limit: 64))” \($0.id.address)" }
        return localized(
            """
            Several accounts have this asset. Name the address of one with --account: \(list(accounts), as: "accounts")
            """)
    }

    /// The first ones, separated by commas.
    private static func list(_ texts: [String]) -> String {
        texts.prefix(mostListed).joined(separator: ", ") + (texts.count > mostListed ? ", …" : "")
    }

    private static let mostListed = 8

    /// Whether the account and the network are those that are named.
    func isMeant(_ account: AccountSummary) -> Bool {
        let wanted = network.lowercased()
        // An address of Bitcoin Cash can have its prefix, which that of the account's ID has not.
        let address = account.id.address.lowercased()
        let prefix = account.id.utxoChain.flatMap { $0.ledger == .bitcoinCash ? $0.network.cashPrefix : nil }
        let addresses = [address] + (prefix.map { ["\($0):\(address)"] } ?? [])
        guard
            self.account.isEmpty || addresses.contains(self.account.lowercased()) || self.account == account.name
        else { return false }
        return wanted.isEmpty || wanted == account.id.chain.description || wanted == account.id.chain.reference
            || account.isWellKnownChain && wanted == account.chainName.lowercased()
            || UTXOChain(anyCase: wanted).map { account.id.chain == $0.chainID } ?? false
    }

    private func isMeant(_ held: HeldAsset) -> Bool {
        if asset == held.id.description { return true }
        if held.id.namespace == "erc20", asset.lowercased() == held.id.reference.lowercased() { return true }
        return held.isVouchedFor && asset.uppercased() == held.symbol.uppercased()
    }
}
