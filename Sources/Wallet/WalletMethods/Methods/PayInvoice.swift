internal import Bridge
import BitcoinWallet

/// Link's `payInvoice`: pays a merchant's invoice.
struct PayInvoice: Method {
    let names = ["payInvoice"]
    let access = MethodAccess.needsKeys
    let payer: InvoicePayer

    func parse(_ request: Request) throws(RPCError) -> InvoicePlace {
        guard let text = request.params["url"]?.string else {
            throw RPCError(.malformed, "“url” must be a string: a payment link, or an https address.")
        }
        return try InvoicePlace(text)
    }

    func run(_ place: InvoicePlace, for request: Request) async throws(RPCError) -> JSON {
        ["memo": .string(try await payer.pay(place, for: request))]
    }
}
