import BigInt
import Bridge
import Ethereum

@testable import WalletConnectPay
@testable import WalletWindow

/// A payment for tests, in any state.
struct PaymentSample {
    var merchant = "Corner Shop"
    var symbol = "USDC"
    var expiresAt: Int64 = 1_000
    var collect: CollectData?

    static let account = "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    static let token = "caip19/eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"

    func amount(_ unit: String, _ value: Int, symbol: String, decimals: Int) -> PaymentAmount {
        PaymentAmount(
            unit: PaymentUnit(unit), value: BigUInt(value),
            display: PaymentAmount.Display(symbol: symbol, name: "Name", decimals: decimals, networkName: "Net"))
    }

    /// A flow that has received two payment options, in `state`.
    func flow(_ state: PaymentFlow.State, choosing index: Int? = 0, now: Int64 = 700) throws -> PaymentFlow {
        guard let payment = PaymentID("pay_1"), let account = AccountID(Self.account),
            let other = AccountID(Self.account.replacing("8453", with: "137"))
        else { throw PayError.malformed }
        var flow = PaymentFlow(id: "a", payment: payment, accounts: [account, other])
        flow.info = PaymentInfo(
            status: .requiresAction, amount: amount("iso4217/USD", 2_500, symbol: "USD", decimals: 2),
            expiresAt: expiresAt, merchantName: merchant)
        flow.options = [
            PaymentOption(
                id: "o1", account: account, amount: amount(Self.token, 25_000_000, symbol: symbol, decimals: 6),
                etaSeconds: 5, collectData: collect),
            PaymentOption(
                id: "o2", account: other,
                amount: amount("caip19/eip155:137/slip44:966", 8_125_000_000_000_000, symbol: "POL", decimals: 18)),
        ]
        flow.choice = index.flatMap { PaymentChoice(flow.options[$0]) }
        flow.now = now
        flow.state = state
        return flow
    }

    /// What the user sees of it.
    func screen(_ state: PaymentFlow.State, choosing index: Int? = 0, now: Int64 = 700) throws -> PaymentScreens {
        var screen = PaymentScreens(
            flow: try flow(state, choosing: index, now: now), service: try Origin(serialized: "https://pay.example"))
        screen.accountName = "Savings"
        screen.chainName = { ["eip155:8453": "Base", "eip155:137": "Polygon"][$0.description] }
        screen.known = Self.known
        return screen
    }

    /// What the wallet knows: USDC on Base, and Polygon's coin.
    static let known: @Sendable (AssetID) -> KnownAsset? = { asset in
        if asset.isCoin { return KnownAsset(symbol: "POL", decimals: 18) }
        return PaymentUnit.asset(asset).text == token ? KnownAsset(symbol: "USDC", decimals: 6) : nil
    }

    /// Every state before the end.
    static let states: [PaymentFlow.State] = [
        .loading, .options, .refreshing, .whyInfo, .collecting(.hosted(url: "https://pay.example/collect/")),
        .collecting(
            .fields([CollectField(id: "f", name: "Full name", kind: .text, isRequired: true)], faults: ["f": .missing])),
        .review, .gasExplained, .preparing, .checking,
        .waiting(
            PaymentFlow.Waiting(hash: "0xabc", isSent: true, place: PaymentFlow.Waiting.Place(number: 1, count: 2))),
        .waiting(PaymentFlow.Waiting(hash: "0xabc", isSent: false, place: nil)),
        .signing(PaymentFlow.Signing(number: 1, count: 2, kind: .approval, isStopping: false)),
        .signing(PaymentFlow.Signing(number: 2, count: 2, kind: .signature, isStopping: true)),
        .confirming, .unsure(isAsking: false), .unsure(isAsking: true), .processing(isAsking: false),
        .processing(isAsking: true), .unsent(hash: "0xabc", isBusy: false), .unsent(hash: "0xabc", isBusy: true),
    ]

    /// Every end.
    static let ends: [PaymentEnd] = [
        .succeeded(transaction: "0xabc"), .succeeded(transaction: nil), .alreadyPaid(transaction: "0xabc"),
        .insufficientFunds, .expired(by: .gateway), .expired(by: .wallet), .cancelled(by: .gateway),
        .cancelled(by: .wallet), .notFound, .complianceRefused, .offline, .unsupported, .mismatch(.amount),
        .notConfigured, .notKept, .busy, .failed(.rateLimited(retryAfter: nil)), .failed(.invalidOption),
        .gatewayFailed, .abandoned, .gaveUp(transaction: "0xabc"), .formRefused(.host), .failed(.http(404)),
        .failed(.quoteExpired),
        .unsettled(transactions: ["0xabc"]), .unsettled(transactions: []),
    ]
}
