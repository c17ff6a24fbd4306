import Bridge
import WalletConnectPay
import Testing

struct ConfirmResultTests {
    @Test func `the result of a payment is read with its transaction`() throws {
        let answer = try ConfirmResult([
            "status": "succeeded", "isFinal": true, "info": ["txId": "0xabc", "optionAmount": GatewayText.amount()],
        ])
        #expect(answer.isFinal)
        #expect(answer.status == .succeeded)
        #expect(answer.result?.txID == "0xabc")
        #expect(answer.result?.optionAmount?.decimal == "1.000000")
        #expect(answer.pollMilliseconds == nil)
    }

    @Test func `isFinal decides, or the status if it is missing`() throws {
        #expect(try ConfirmResult(["status": "processing", "isFinal": true]).isFinal)
        #expect(try !ConfirmResult(["status": "succeeded", "isFinal": false, "pollInMs": 1000]).isFinal)
        #expect(try ConfirmResult(["status": "failed", "failureCode": "declined_user"]).isFinal)
        #expect(try !ConfirmResult(["status": "on_the_moon"]).isFinal)
        #expect(try ConfirmResult(["status": "on_the_moon"]).status == .other("on_the_moon"))
    }

    @Test func `a delay is never negative, and an invalid transaction hash is left out`() throws {
        #expect(try ConfirmResult(["status": "processing", "pollInMs": -5]).pollMilliseconds == 0)
        for id in ["", "a b", "\u{202E}", String(repeating: "a", count: 257)] {
            #expect(try ConfirmResult(["status": "succeeded", "info": ["txId": .string(id)]]).result == nil)
        }
    }

    @Test(arguments: [[:], ["status": 1], ["status": "failed", "isFinal": "yes"], "succeeded", []] as [JSON])
    func `an invalid answer is refused`(json: JSON) {
        #expect(throws: PayError.malformed) { try ConfirmResult(json) }
    }

    @Test func `the payer's answers are not printed by accident`() {
        let field = CollectedField(id: "fullName", value: "Ada Lovelace")
        var dumped = ""
        dump(field, to: &dumped)
        for text in ["\(field)", String(reflecting: field), String(describing: [field]), dumped] {
            #expect(!text.contains("Ada"))
        }
    }
}
