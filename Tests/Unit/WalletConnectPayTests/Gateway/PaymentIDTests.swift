import WalletConnectPay
import Testing

struct PaymentIDTests {
    @Test(arguments: ["pay_1", "pay_95a2ecc101KEYG1NH580DF2J04MBNRWE7V", "pay_a-b.c_d~e"])
    func `an id survives a round trip`(text: String) {
        #expect(PaymentID(text)?.text == text)
    }

    @Test(arguments: [
        "", "pay_", "PAY_1", "pay-1", "checkout", "pay_1 2", "pay_1/2", "pay_%31", "pay_\u{200B}1", "pay_e\u{301}",
        " pay_1", "pay_1\n", "pay_" + String(repeating: "a", count: 125),
    ])
    func `an invalid id is refused`(text: String) {
        #expect(PaymentID(text) == nil)
    }
}
