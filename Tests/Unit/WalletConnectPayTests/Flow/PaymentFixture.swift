import BigInt
import Bridge
import Ethereum
import WalletConnectPay

/// Payments as a gateway offers them, and what it asks to be signed.
enum PaymentFixture {
    static let payer = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    static let other = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
    static let merchant = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"
    static let usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
    static let usdt = "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2"
    static let permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3"

    /// When the payments of these tests begin.
    static let now: Int64 = 1_800_000_000

    /// When their time is over.
    static let end = now + 600

    static var payment: PaymentID { id("pay_1") }

    static func id(_ text: String) -> PaymentID {
        guard let id = PaymentID(text) else { preconditionFailure("\(text) is no payment") }
        return id
    }

    static func account(_ address: String = payer, chain: String = "eip155:8453") -> AccountID {
        guard let account = AccountID("\(chain):\(address)") else { preconditionFailure("\(address) is no account") }
        return account
    }

    static func asset(_ text: String) -> AssetID {
        guard let asset = AssetID(text) else { preconditionFailure("\(text) is no asset") }
        return asset
    }

    static func token(_ contract: String, chain: String = "eip155:8453") -> AssetID {
        asset("\(chain)/erc20:\(contract)")
    }

    static let coin = asset("eip155:8453/slip44:60")

    static func amount(_ asset: AssetID, _ value: BigUInt) -> PaymentAmount {
        let symbol = asset.isCoin ? "ETH" : asset.reference == usdt ? "USDT" : "USDC"
        return PaymentAmount(
            unit: .asset(asset), value: value,
            display: .init(symbol: symbol, name: symbol, decimals: asset.isCoin ? 18 : 6, networkName: "Base"))
    }

    static func info(_ status: PaymentStatus = .requiresAction, end: Int64 = end) -> PaymentInfo {
        PaymentInfo(
            status: status,
            amount: PaymentAmount(
                unit: .fiat("USD"), value: 2_500, display: .init(symbol: "USD", name: "US Dollar", decimals: 2)),
            expiresAt: end, merchantName: "Corner Shop")
    }

    static func option(
        _ id: String = "o1", of asset: AssetID = token(usdc), value: BigUInt = 25_000_000,
        from account: AccountID = account(), expiresAt: Int64? = nil, actions: [PaymentAction] = [],
        collect: CollectData? = nil
    ) -> PaymentOption {
        PaymentOption(
            id: id, account: account, amount: amount(asset, value), etaSeconds: 5, expiresAt: expiresAt,
            actions: actions, collectData: collect)
    }

    static func answer(
        _ options: [PaymentOption] = [option()], info: PaymentInfo? = info(), collect: CollectData? = nil,
        result: PaymentResult? = nil, unreadable: Int = 0
    ) -> PaymentOptions {
        PaymentOptions(
            paymentID: payment, options: options, unreadableCount: unreadable, info: info, collectData: collect,
            result: result)
    }

    static let dollars = option()
    static let tether = option("o2", of: token(usdt))
    static let ether = option("o3", of: coin, value: 7_000_000_000_000_000, expiresAt: now + 300)

    static let page = CollectData(url: "https://pay.walletconnect.com/collect/?pid=pay_1")
    static let questions = CollectData(fields: [
        CollectField(id: "fullName", name: "Full name", kind: .text, isRequired: true),
        CollectField(id: "dob", name: "Date of birth", kind: .date, isRequired: true),
        CollectField(id: "tos", name: "I agree", kind: .checkbox, isRequired: true),
        CollectField(id: "nick", name: "Nickname", kind: .text, isRequired: false),
    ])

    static func settled(
        _ status: PaymentStatus, isFinal: Bool? = nil, poll: Int64? = nil, transaction: String? = nil
    ) -> ConfirmResult {
        ConfirmResult(
            status: status, isFinal: isFinal ?? status.isFinal, pollMilliseconds: poll,
            result: transaction.map { PaymentResult(txID: $0) })
    }
}
