import Foundation
import Simulators
import Testing

@Suite struct SumUpSaleTests {
    private static let base = "sumupmerchant://pay/1.0?amount=1.50&currency=EUR&affiliate-key=k"

    @Test(arguments: [
        base, base.replacing("pay/1.0", with: "pay"), base.replacing("pay/1.0", with: "PAY/x"),
        base.replacing("merchant:", with: "merchanttest:"), "\(base)&amount=1.5", "\(base)#x", "\(base)&x",
    ])
    func `the simulated app is as lenient as the real one`(link: String) {
        #expect(SumUpSale(link)?.amount == Decimal(string: "1.5"))
        #expect(SumUpSale(link)?.amountText == "1.50")
    }

    @Test(arguments: [
        "", "sumup://pay?amount=1", base.replacing("pay/", with: "sell/"), base.replacing("1.50", with: "0"),
        base.replacing("1.50", with: "-1"), base.replacing("1.50", with: "x"), base.replacing("EUR", with: "EURO"),
        base.replacing("=k", with: "="), base.replacing("amount", with: "total"),
    ])
    func `it ignores unusable values`(link: String) {
        #expect(SumUpSale(link) == nil)
    }

    @Test func `a plus is a space, and the last of two names counts`() {
        let sale = SumUpSale(Self.base + "&title=a+b%2B&receipt-mobilephone=+49&title=c+d")
        #expect(sale?.title == "c d")
        #expect(sale?.parameters["receipt-mobilephone"] == " 49")
    }

    @Test func `Android wants a total and an application`() {
        #expect(SumUpSale(Self.base, as: .android) == nil)
        let both = SumUpSale(Self.base + "&total=2&app-id=com.example.till", as: .android)
        #expect(both?.amount == 2)
        #expect(SumUpSale(Self.base + "&app-id=com.example.till", as: .android)?.amount == Decimal(string: "1.5"))
    }

    @Test func `answers go where the platform expects them, and existing parameters are kept`() {
        let link =
            Self.base + "&total=1.5&app-id=a.b&foreign-tx-id=s%2B7&callbacksuccess=till%3A%2F%2Fok%3Fa%3Db%23c"
            + "&callbackfail=till%3A%2F%2Fno&callback=https%3A%2F%2Fshop.example%2F"
        let sale = SumUpSale(link)
        #expect(
            sale?.callback(.success, code: "T1", message: "Paid + done")
                == "till://ok?a=b&smp-status=success&smp-message=Paid%20%2B%20done&smp-tx-code=T1&foreign-tx-id=s%2B7#c"
        )
        #expect(sale?.callback(.invalidState, code: "") == "till://no?smp-status=invalidstate&foreign-tx-id=s%2B7")
        #expect(
            sale?.callback(.failed, code: "T1", as: .android)
                == "https://shop.example/?smp-status=failed&smp-failure-cause=transaction-failed&smp-tx-code=T1"
                + "&smp-receipt-sent=false&foreign-tx-id=s%2B7")
        #expect(SumUpSale(Self.base)?.callback(.success, code: "T1") == nil)
    }
}
