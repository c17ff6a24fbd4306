import Bridge
import SumUp

/// A request that is read is written so that it is read the same again, and an answer never becomes more than a claim.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: input(start, count), as: UTF8.self)
    let base = "sumupmerchant://pay/1.0?amount=1.50&currency=EUR&affiliate-key=k&"
    for link in [text, base + text, "sumupmerchant://pay/1.0?" + text] {
        guard let request = try? SumUpRequest(parsing: link) else { continue }
        for platform in SumUpRequest.Platform.allCases {
            let written = request.url(for: platform)
            hold(written.utf8.count <= SumUpRequest.longest, "no link is too long")
            hold(written.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x2B }, "nothing is left for a reader to decide")
            hold(SumUpRequest.isRequest(written), "it is one that the app takes")
        }
        hold((try? SumUpRequest(parsing: request.url())) == request, "a request survives a round trip")
        for address in request.returns.all {
            hold(
                !["javascript", "data", "file", "about"].contains(address.scheme), "no address runs or reads anything")
            hold(address.scheme != "http" || address.origin?.isLoopback == true, "nothing travels in the clear")
        }
    }
    for link in [text, "drawbridge://sumup-callback?" + text, "drawbridge://sumup-callback?smp-status=success&" + text]
    {
        guard let answer = try? SumUpAnswer(parsing: link, scheme: "drawbridge"), let request = try? Fixed.request()
        else { continue }
        hold(answer.foreignID?.utf8.allSatisfy { 0x20...0x7E ~= $0 } ?? true, "a name is printable")
        let attempt = SumUpAttempt(
            secret: "5ec7e7", request: request, requester: nil, begun: 0, deadline: 9, state: .waiting, changed: 0)
        guard let next = attempt.after(.answered(answer), at: 1) else { continue }
        if case .resolved = next.state { hold(false, "an answer proves nothing") }
        hold(next.after(.answered(answer), at: 2) == nil, "the first answer is the only one")
        if case .succeededUnverified = next.state {
            hold(answer.status == .success, "only a success is said to be one")
        }
    }
    if let address = try? SumUpReturnAddress(text) { hold(address.text == text, "an address stays as it is") }
    return 0
}

/// What is asked for in every run.
private enum Fixed {
    static func request() throws -> SumUpRequest {
        try SumUpRequest(amount: "1", currency: "EUR", affiliateKey: "k", foreignID: "sale-7")
    }
}
