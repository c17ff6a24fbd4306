import BigInt
import Bridge
import WalletConnectPay

/// The response of a payment gateway is parsed within bounds, or rejected.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = input(start, count)
    let text = String(decoding: bytes, as: UTF8.self)
    names(text)
    guard let json = try? JSON(parsing: bytes), let payment = PaymentID("pay_1") else { return 0 }
    if let answer = try? PaymentOptions(json, of: payment) {
        hold(Set(answer.options.map(\.id)).count == answer.options.count, "no two options have one id")
        for option in answer.options {
            amount(option.amount)
            names(option.account.description)
            hold(1...65_536 ~= option.id.utf8.count, "an id has its bounds")
            hold(
                option.actions.allSatisfy { if case .rpc(_, _, let params) = $0 { params.array != nil } else { true } },
                "params are an array")
        }
        if let info = answer.info { amount(info.amount) }
    }
    if let result = try? ConfirmResult(json) {
        hold((result.pollMilliseconds ?? 0) >= 0, "the wallet does not wait for a time that is over")
        hold(result.result.map { $0.txID.utf8.allSatisfy { 0x21...0x7E ~= $0 } } ?? true, "a transaction is printable")
    }
    if let value = try? PaymentAmount(json) { amount(value) }
    _ = try? PaymentAction(json)
    _ = try? CollectData(json)
    return 0
}

private func amount(_ amount: PaymentAmount) {
    hold(amount.value.bitWidth <= 256, "an amount has at most 256 bits")
    let digits = amount.decimal.filter { $0 != "." }
    hold(BigUInt(digits) == amount.value, "no digit is lost")
    hold(PaymentUnit(amount.unit.text) == amount.unit, "a unit is read as it is written")
}

private func names(_ text: String) {
    if let chain = ChainID(text) { hold("\(chain)".utf8.elementsEqual(text.utf8), "a chain is written as it is read") }
    if let account = AccountID(text) {
        hold("\(account)".utf8.elementsEqual(text.utf8), "an account is written as it is read")
        hold(account.isSame(as: account), "an account is itself")
    }
    if let asset = AssetID(text) { hold("\(asset)".utf8.elementsEqual(text.utf8), "an asset is written as it is read") }
    hold(PaymentUnit(text).text.utf8.elementsEqual(text.utf8), "a unit is written as it is read")
}
