import WalletConnectPay

/// A link to a payment names one that can be, on the service's own site, and the kits of others read no other out of
/// it.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = input(start, count)
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let starts = [
        "", "https://pay.walletconnect.com", "https://pay.walletconnect.com/?pid=pay_1", "https://", "wc:a@2?pay=",
        "wc:a@2?pay=https%3A%2F%2F", "drawbridge://?uri=wc:a@2", "drawbridge://walletconnectpay?paymentId=", "pay_",
    ]
    // The first byte chooses the start; that of a seed, Z, chooses none.
    let whole = starts[Int(bytes.first ?? 0) % starts.count] + text
    let legacy = (try? PaymentLink.legacyID(of: whole)).flatMap { PaymentID($0) }
    _ = PaymentLink.isPaymentLink(whole)
    guard let link = try? PaymentLink(whole) else { return 0 }
    hold(PaymentID(link.id.text) == link.id, "an id is one")
    hold(legacy == nil || legacy == link.id, "both readers find the same payment")
    hold(
        (try? PaymentLink(" \n\(whole)\t")) == link || whole.utf8.count > PaymentLink.limit - 3,
        "space does not count")
    let wrapped = whole.utf8.map { byte in
        let digits = String(byte, radix: 16)
        return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }.joined()
    let isPlain = whole.utf8.contains { ":/?#&=@".utf8.contains($0) } && whole.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    hold(
        !isPlain || wrapped.utf8.count > PaymentLink.limit || (try? PaymentLink(wrapped)) == link,
        "the whole may be encoded")
    guard let site = link.site else { return 0 }
    hold(
        ["", ":443"].contains {
            site == "pay.walletconnect.com" + $0 || site.hasSuffix(".pay.walletconnect.com" + $0)
        },
        "a site is the service's")
    hold(!site.contains { "@/\\?#%".contains($0) }, "a site is a host")
    return 0
}
