import Bridge
import Testing

@testable import WalletConnectPay

/// What of an action the wallet chooses itself, and which steps a payment may have.
struct ActionMembersTests {
    private func check(
        _ actions: [PaymentAction], _ option: PaymentOption = PaymentFixture.dollars
    ) throws(PayError) -> [PaymentAttempt.Step.Kind] {
        try ActionCheck.check(actions, for: option, now: PaymentFixture.now, end: PaymentFixture.end).map(\.kind)
    }

    private func fault(_ actions: [PaymentAction], _ option: PaymentOption) -> PayError.Action? {
        do throws(PayError) {
            _ = try check(actions, option)
            return nil
        } catch .action(let fault) {
            return fault
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    private func fault(_ action: PaymentAction, _ option: PaymentOption = PaymentFixture.dollars) -> PayError.Action? {
        fault([action], option)
    }

    @Test(arguments: [
        "nonce", "gas", "gasLimit", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas",
    ])
    func `the wallet chooses the fees and the nonce, and never signs those of the gateway`(field: String) throws {
        for value in ["0x1", "0xffffffffffffffffffff", 7, "latest", ["0x1"], nil] as [JSON] {
            let plain = [
                PaymentFixture.send(to: PaymentFixture.usdc, value: "0x0", data: PaymentFixture.transfer()),
                PaymentFixture.send(to: PaymentFixture.usdc, value: "0x0", data: PaymentFixture.approval()),
            ]
            let more = [(field, value)]
            let marked = [
                PaymentFixture.send(to: PaymentFixture.usdc, value: "0x0", data: PaymentFixture.transfer(), more: more),
                PaymentFixture.send(to: PaymentFixture.usdc, value: "0x0", data: PaymentFixture.approval(), more: more),
            ]
            let payment = try ActionCheck.check(
                [marked[0]], for: PaymentFixture.dollars, now: PaymentFixture.now, end: PaymentFixture.end)
            #expect(payment.map(\.action) == [plain[0]])
            let permit = PaymentFixture.sign(PaymentFixture.permitTransfer(token: PaymentFixture.usdc))
            let both = try ActionCheck.check(
                [marked[1], permit], for: PaymentFixture.dollars, now: PaymentFixture.now, end: PaymentFixture.end)
            #expect(both.map(\.action) == [plain[1], permit])
        }
    }

    @Test func `members that change what a transaction is are refused`() {
        for (member, value) in [
            ("type", "0x4"), ("authorizationList", [["address": .string(PaymentFixture.other)]]),
            ("blobVersionedHashes", ["0x01"]), ("chainId", "0x1"),
        ] as [(String, JSON)] {
            #expect(
                fault(
                    PaymentFixture.send(
                        to: PaymentFixture.usdc, data: PaymentFixture.transfer(), more: [(member, value)])) != nil)
        }
    }

    @Test func `the allowance may be set to zero before it is given`() throws {
        let reset = PaymentFixture.send(to: PaymentFixture.usdt, data: PaymentFixture.approval(of: "0x0"))
        let (approve, permit) = (PaymentFixture.approve, PaymentFixture.permit)
        #expect(
            try check([reset, approve, permit], PaymentFixture.tether) == [.reset, .approval, .signature])
        for actions in [
            [reset, permit], [reset], [approve, reset, permit], [reset, reset, permit], [reset, approve],
            [reset, permit, approve],
        ] {
            #expect(fault(actions, PaymentFixture.tether) == .order)
        }
        #expect(fault([reset, reset, approve, permit], PaymentFixture.tether) == .count)
        let other = PaymentFixture.send(
            to: PaymentFixture.usdt, data: PaymentFixture.approval(of: "0x0", to: PaymentFixture.merchant))
        #expect(fault([other, approve, permit], PaymentFixture.tether) == .spender)
    }

    @Test func `a transfer with a witness is refused, because nobody compares its members`() {
        let data = PaymentFixture.permitTransfer(type: "PermitWitnessTransferFrom")
        #expect(fault(PaymentFixture.sign(data), PaymentFixture.tether) == .purpose)
    }

    @Test func `the time until which a signature can be used is its own`() throws {
        for action in [
            PaymentFixture.sign(PaymentFixture.authorization(before: PaymentFixture.hex(PaymentFixture.now + 77))),
            PaymentFixture.sign(
                PaymentFixture.permitTransfer(
                    token: PaymentFixture.usdc, deadline: PaymentFixture.hex(PaymentFixture.now + 77))),
        ] {
            let checked = try ActionCheck.check(
                [action], for: PaymentFixture.dollars, now: PaymentFixture.now, end: PaymentFixture.end)
            #expect(checked.map(\.usableUntil) == [PaymentFixture.now + 77])
        }
    }
}
