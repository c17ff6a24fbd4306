import Bitcoin

/// A request for payment is read or refused, and what is read keeps its bounds; so with all that is sent about it.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    if let request = try? PaymentRequest(bytes) {
        let details = request.details
        hold(
            !details.outputs.isEmpty && details.outputs.count <= PaymentDetails.mostOutputs, "outputs are few and there"
        )
        hold((try? PaymentDetails.total(of: details.outputs)) ?? 0 > 0, "a request asks for something")
        hold(request.certificates.count <= PaymentRequest.mostCertificates, "certificates are few")
        guard let again = try? PaymentRequest(request.signedBytes) else {
            hold(false, "what is signed is a request")
            return 0
        }
        hold(again.signature.isEmpty && again.details == details, "what is signed says the same")
    }
    if let memo = try? PaymentMessage.memo(ofAnswer: bytes) { hold(memo.utf8.count <= bytes.count, "a memo is there") }
    if let details = try? PaymentDetails(bytes) { hold(!details.outputs.isEmpty, "details ask for something") }
    if let invoice = try? JSONInvoice(bytes) { hold(!invoice.outputs.isEmpty, "an invoice asks for something") }
    if let time = InvoiceTime.seconds(of: String(decoding: bytes, as: UTF8.self)) {
        hold(time >= 0, "a time is not before 1970")
    }
    return 0
}
