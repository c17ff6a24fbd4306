import BigInt
import Bitcoin
import BitcoinWallet
import Bridge
import Foundation
import HeadlessWallet
import Messages
import WalletCore
import WalletUI

/// The sentences about what the wallet holds.
enum HomeText {
    /// The balance; that it is not known, if it is not.
    static func amount(_ balance: AssetBalance) -> DisplayText {
        guard let text = balance.text else {
            return .trusted(localized("\(balance.asset.shownSymbol, as: "symbol"): not known"))
        }
        return .trusted(text)
    }

    /// The chain, the time of the balance, and the server that reported it.
    static func source(of balance: AssetBalance, in account: AccountSummary, now: Int64) -> String {
        let chain = account.shownChain
        guard let at = balance.at, balance.units != nil else { return chain }
        let time = clock(at, now: now)
        guard let source = balance.source else {
            return localized("\(chain, as: "network") · \(time, as: "time")")
        }
        return localized("\(chain, as: "network") · \(time, as: "time"), from \(source, as: "server")")
    }

    /// The chain, the time and the server of the balance, and what it is worth.
    static func detail(
        of balance: AssetBalance, in account: AccountSummary, _ prices: PriceList?, now: Int64
    ) -> String {
        let source = source(of: balance, in: account, now: now)
        guard let value = value(of: balance, in: account, prices, now: now) else { return source }
        return localized("\(source, as: "source") · \(value, as: "value")")
    }

    /// What a balance is worth, and who says so: `≈ 12.30 EUR (prices.example, 14:05)`.
    static func value(
        of balance: AssetBalance, in account: AccountSummary, _ prices: PriceList?, now: Int64
    ) -> String? {
        guard !account.isTest, let prices, let value = prices.value(of: balance) else { return nil }
        let time = clock(prices.at, now: now)
        return localized("≈ \(value, as: "value") (\(prices.source, as: "source"), \(time, as: "time"))")
    }

    /// Why a balance must be read with care; `nil` if there is nothing to say.
    static func badge(_ balance: AssetBalance) -> String? {
        let arriving = "+" + balance.asset.text(balance.unconfirmed)
        return switch balance.state {
        case .earlier: localized("Not updated")
        case .asking: localized("Asking…")
        case .offline: localized("Offline")
        case .incomplete: localized("Incomplete")
        case .noServer: localized("No server")
        case .disagreement: localized("Servers disagree")
        case .current where balance.unconfirmed > 0: localized("\(arriving, as: "amount") unconfirmed")
        case .current where balance.isUnchecked: localized("Not fully checked")
        case .current: nil
        }
    }

    /// What is known of all balances of an account, of which those above zero are listed.
    static func summary(of balances: [AssetBalance], isEmpty: Bool, now: Int64) -> String {
        let times = balances.compactMap { $0.units == nil ? nil : $0.at }
        guard let oldest = times.min() else { return localized("Balances not known") }
        let time = clock(oldest, now: now)
        let isComplete = balances.allSatisfy { $0.units != nil }
        return switch (isEmpty, isComplete) {
        case (true, true): localized("Nothing on any network · \(time, as: "time")")
        case (true, false): localized("Nothing found yet · some balances not known")
        case (false, true): localized("Nothing else on any network · \(time, as: "time")")
        case (false, false): localized("Some balances not known")
        }
    }

    /// What every screen about an account on a test network says.
    static var testNetwork: Screen.Paragraph {
        Screen.Paragraph(localized("This is a test network. Its coins have no value."), tone: .caution)
    }

    /// What a wallet for practice says first.
    static var practice: Screen.Paragraph {
        Screen.Paragraph(
            localized(
                """
                Practise here: the coins have no value, and nothing leaves this computer. Receive some, or send some to one \
                of your contacts. Everything is deleted when you close this window.
                """))
    }

    /// The mark of an account on a test network; `nil` for others.
    static func mark(of account: AccountSummary?) -> String? {
        account?.isTest == true ? localized("Test network") : nil
    }

    /// What is special about an account and a balance; `nil` if nothing is.
    static func badges(_ balance: AssetBalance, in account: AccountSummary) -> String? {
        let badges = [
            mark(of: account), account.isWatchOnly ? localized("Watch-only") : nil,
            account.isOnDevice ? localized("Hardware wallet") : nil, badge(balance),
        ].compactMap(\.self)
        return badges.isEmpty ? nil : badges.joined(separator: " · ")
    }

    /// What an account holds of an asset, and what is special about the account; `nil` if there is nothing to say.
    static func held(_ balance: AssetBalance, in account: AccountSummary) -> String? {
        let keys =
            account.isWatchOnly
            ? localized("Watch-only") : account.isOnDevice ? localized("Hardware wallet") : nil
        let parts = [mark(of: account), keys, balance.text].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// What the user must know about all balances, and what to do.
    static func state(of accounts: [AccountSummary], proxy: String?) -> [Screen.Paragraph] {
        let balances = accounts.flatMap(\.balances)
        guard !balances.isEmpty else { return [] }
        if balances.allSatisfy({ $0.state == .noServer }) {
            return [
                Screen.Paragraph(
                    localized(
                        """
                        No server is set, so the wallet does not know what you have, and cannot send. Set a server \
                        to see your balances; you can receive without one.
                        """), tone: .caution)
            ]
        }
        let served = balances.filter { $0.state != .noServer }
        if served.allSatisfy({ $0.state == .offline }) {
            let isKnown = served.contains { $0.units != nil }
            return [Screen.Paragraph(offline(isKnown: isKnown, proxy), tone: .caution)]
        }
        let disagreements = balances.compactMap(disagreement).map { Screen.Paragraph($0, tone: .danger) }
        guard served.contains(where: { $0.state == .incomplete }) else { return disagreements }
        let sentence = localized(
            """
            A server did not answer every question about an account, so its balance may be incomplete. Try again later, or \
            use another server.
            """)
        return disagreements + [Screen.Paragraph(sentence, tone: .caution)]
    }

    private static func offline(isKnown: Bool, _ proxy: String?) -> String {
        let known =
            isKnown ? localized("These are the last known balances.") : localized("Your balances are not known.")
        guard let proxy else {
            return localized(
                """
                No server can be reached. \(known, as: "balances") Check your internet connection, or set other servers.
                """)
        }
        return localized(
            """
            No server can be reached through the proxy \(proxy, as: "proxy"). \(known, as: "balances") Check that the \
            proxy runs, or change it under Proxy… in the menu.
            """)
    }

    /// What two servers say that disagree, or what one says that hides a payment.
    static func disagreement(_ balance: AssetBalance) -> String? {
        guard case .disagreement(let claims) = balance.state, let first = claims.first else { return nil }
        guard claims.count > 1 else {
            return localized(
                """
                \(first.source, as: "server") says \(balance.asset.text(first.units), as: "amount"), and hides a \
                payment that a block contains. Use another server.
                """)
        }
        return localized(
            """
            Two servers report different balances: \(first.source, as: "server") says \
            \(balance.asset.text(first.units), as: "amount"), and \(claims[1].source, as: "otherServer") says \
            \(balance.asset.text(claims[1].units), as: "otherAmount"). One of them is wrong.
            """)
    }

    /// A time of day in the user's time zone, with the day unless it is today: `14:05`, `2026-11-22 14:05`.
    static func clock(_ seconds: Int64, now: Int64) -> String {
        let text = moment(seconds)
        return text.prefix(10) == moment(now).prefix(10) ? String(text.suffix(5)) : text
    }

    /// A day in the user's time zone: `2026-11-22`.
    static func day(_ seconds: Int64) -> String { String(moment(seconds).prefix(10)) }

    /// A day and a time in the user's time zone: `2026-11-22 14:05`.
    static func moment(_ seconds: Int64) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current).year().month().day()
            .dateSeparator(.dash).time(includingFractionalSeconds: false).timeSeparator(.colon)
        // Far beyond any real time, but within what the format can write.
        let bounded = min(max(seconds, 0), 253_402_300_799)
        return String(Date(timeIntervalSince1970: TimeInterval(bounded)).formatted(style).prefix(16))
    }
}

extension AccountSummary {
    /// Whether the wallet can pay from it, or prepare a payment that the wallet with the keys signs.
    var canPay: Bool { !isWatchOnly || id.utxoChain?.ledger == .bitcoin }
}
