import Bitcoin
import Testing

@Suite struct JSONInvoiceTests {
    private static let address = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"

    private func text(
        network: String = #""main""#, currency: String = #""BCH""#, amount: String = "39300",
        address: String = Self.address, expires: String = #""2018-01-12T22:19:54.364Z""#, more: String = ""
    ) -> [UInt8] {
        Array(
            """
            {"network":\(network),"currency":\(currency),"requiredFeeRate":1,"outputs":[{"amount":\(amount),\
            "address":"\(address)"}],"time":"2018-01-12T22:04:54.364Z","expires":\(expires),"memo":"Payment",\
            "paymentUrl":"https://shop.example/i/1","paymentId":"1"\(more)}
            """.utf8)
    }

    private func fault(_ bytes: [UInt8]) -> BitcoinError? {
        do throws(BitcoinError) {
            _ = try JSONInvoice(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `an invoice is read`() throws {
        let invoice = try JSONInvoice(text())
        #expect(invoice.utxoChain == .bitcoinCash)
        #expect(invoice.outputs == [Output(39300, to: try Destination(Self.address, on: .bitcoinCash).script)])
        #expect(invoice.expires == 1_515_795_594)
        #expect(invoice.memo == "Payment")
        #expect(invoice.paymentURL == "https://shop.example/i/1")
    }

    @Test func `an invoice that cannot be paid gives the reason`() {
        #expect(fault(text(network: #""test""#)) == .invoice(.network))
        #expect(fault(text(currency: #""DOGE""#)) == .invoice(.currency))
        #expect(fault(text(amount: "0")) == .invoice(.amount))
        #expect(fault(text(amount: "2100000000000001")) == .invoice(.amount))
        for amount in ["-1", "1.0", "1e3", "0.5", "\"5\"", "null", "99999999999999999999"] {
            #expect(fault(text(amount: amount)) == .invoice(.form))
        }
        for expires in ["5", "null", #""soon""#, #""2018-01-12""#] {
            #expect(fault(text(expires: expires)) == .invoice(.form))
        }
        guard case .address? = fault(text(address: "bchtest:qqqq")) else {
            Issue.record("the address was taken")
            return
        }
        for broken in ["", "[]", "5", "{}", "{\"network\":\"main\""] {
            #expect(fault(Array(broken.utf8)) == .invoice(.form))
        }
        #expect(fault(text(more: #","memo":"again""#)) == .invoice(.form))
        #expect(fault([UInt8](repeating: 0x20, count: 50_001)) == .invoice(.tooLarge))
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59Z", 951_868_799),
            ("2016-03-01T00:00:00.5Z", 1_456_790_400),
            ("2038-01-19T03:14:08.000Z", 2_147_483_648), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Int64)])
    func `a timestamp is read`(text: String, seconds: Int64) {
        #expect(InvoiceTime.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        "", "Z", "2018-01-12T22:04:54", "2018-01-12T22:04:54+00:00", "2018-1-12T22:04:54Z", "2018-13-12T22:04:54Z",
        "2018-02-29T22:04:54Z", "1900-02-28T00:00:00Z", "2018-01-00T22:04:54Z", "2018-01-12T24:04:54Z",
        "2018-01-12T22:60:54Z", "2018-01-12T22:04:61Z", "2018-01-12T22:04:54.Z", "2018-01-12T22:04:54,5Z",
        "2018-01-12 22:04:54Z", "2018-01-12t22:04:54Z", "2018-01-12T22:04:54.xZ", "+018-01-12T22:04:54Z",
        "2018-01-12T22:04:54.0000000000000Z", "２018-01-12T22:04:5Z",
    ])
    func `an invalid timestamp is refused`(text: String) {
        #expect(InvoiceTime.seconds(of: text) == nil)
    }

    @Test func `a payment is encoded and its response is read`() throws {
        #expect(
            JSONInvoice.payment("00ff", on: .bitcoin) == Array(#"{"currency":"BTC","transactions":["00ff"]}"#.utf8))
        #expect(try JSONInvoice.memo(ofAnswer: Array(#"{"payment":{},"memo":"Thanks"}"#.utf8)) == "Thanks")
        #expect(try JSONInvoice.memo(ofAnswer: Array("{}".utf8)) == "")
        for broken in ["", "[]", "\"memo\"", #"{"memo":5}"#] {
            #expect(throws: BitcoinError.invoice(.form)) { try JSONInvoice.memo(ofAnswer: Array(broken.utf8)) }
        }
    }
}
