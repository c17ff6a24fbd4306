import BigInt
import Bridge
import WalletConnectPay
import Testing

struct ActionCheckTests {
    private func check(
        _ actions: [PaymentAction], _ option: PaymentOption = PaymentFixture.dollars
    ) throws(PayError) -> [PaymentAttempt.Step.Kind] {
        try ActionCheck.check(actions, for: option, now: PaymentFixture.now, end: PaymentFixture.end).map(\.kind)
    }

    private func fault(_ action: PaymentAction, _ option: PaymentOption = PaymentFixture.dollars) -> PayError.Action? {
        fault([action], option)
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

    // What a payment looks like.

    @Test(arguments: ["ReceiveWithAuthorization", "TransferWithAuthorization"])
    func `an authorised transfer of exactly the amount is a payment`(type: String) throws {
        #expect(try check([PaymentFixture.sign(PaymentFixture.authorization(type))]) == [.signature])
    }

    @Test func `a transfer by Permit2 is a payment, alone or after its allowance`() throws {
        #expect(try check([PaymentFixture.permit], PaymentFixture.tether) == [.signature])
        #expect(
            try check([PaymentFixture.approve, PaymentFixture.permit], PaymentFixture.tether) == [
                .approval, .signature,
            ])
        let exact = PaymentFixture.send(
            to: PaymentFixture.usdt, value: "0x0", data: PaymentFixture.approval(of: "0x17d7840"))
        #expect(try check([exact, PaymentFixture.permit], PaymentFixture.tether) == [.approval, .signature])
    }

    @Test func `a coin and a token can be sent`() throws {
        #expect(try check([PaymentFixture.pay], PaymentFixture.ether) == [.payment])
        #expect(
            try check([PaymentFixture.send(to: PaymentFixture.usdc, data: PaymentFixture.transfer())]) == [.payment])
        // An unknown function is called with the coin; the approval calls it unreadable.
        let blind = PaymentFixture.send(
            to: PaymentFixture.merchant, value: "0x18de76816d8000",
            data: "0xd3906488" + PaymentFixture.word(PaymentFixture.merchant))
        #expect(try check([blind], PaymentFixture.ether) == [.payment])
    }

    @Test func `an allowance of exactly the amount is a payment`() throws {
        #expect(try check([PaymentFixture.sign(Self.permit2612())]) == [.signature])
    }

    @Test func `typed data is read as text and as an object, with numbers as gateways write them`() throws {
        let object = PaymentFixture.rpc(
            "eth_signTypedData_v4", [.string(PaymentFixture.payer.lowercased()), PaymentFixture.permitTransfer()])
        #expect(try check([object], PaymentFixture.tether) == [.signature])
        for method in ["eth_signTypedData", "eth_signTypedData_v3"] {
            let action = PaymentFixture.rpc(
                method, [.string(PaymentFixture.payer), .string(PaymentFixture.authorization().text)])
            #expect(try check([action]) == [.signature])
        }
        for value in ["25000000", 25_000_000, "0x017d7840"] as [JSON] {
            #expect(try check([PaymentFixture.sign(PaymentFixture.authorization(value: value))]) == [.signature])
        }
    }

    // What is no longer valid.

    @Test func `an amount that differs by one is refused, in any place`() {
        for value in ["0x17d7841", "0x17d783f", "0x0"] as [JSON] {
            #expect(fault(PaymentFixture.sign(PaymentFixture.authorization(value: value))) == .amount)
            #expect(
                fault(PaymentFixture.sign(PaymentFixture.permitTransfer(value: value)), PaymentFixture.tether)
                    == .amount)
            #expect(fault(PaymentFixture.sign(Self.permit2612(value: value))) == .amount)
        }
        #expect(
            fault(PaymentFixture.send(to: PaymentFixture.usdc, data: PaymentFixture.transfer(of: "0x17d7841")))
                == .amount)
        #expect(
            fault(PaymentFixture.send(to: PaymentFixture.merchant, value: "0x18de76816d8001"), PaymentFixture.ether)
                == .amount)
        #expect(fault(PaymentFixture.send(to: PaymentFixture.merchant, data: "0x"), PaymentFixture.ether) == .amount)
    }

    @Test func `a token payment cannot also send the native coin`() {
        #expect(
            fault(PaymentFixture.send(to: PaymentFixture.usdc, value: "0x1", data: PaymentFixture.transfer()))
                == .amount)
        let approve = PaymentFixture.send(to: PaymentFixture.usdt, value: "0x1", data: PaymentFixture.approval())
        #expect(fault([approve, PaymentFixture.permit], PaymentFixture.tether) == .amount)
    }

    @Test func `another token is refused`() {
        #expect(fault(PaymentFixture.sign(PaymentFixture.authorization(token: PaymentFixture.usdt))) == .token)
        #expect(
            fault(PaymentFixture.sign(PaymentFixture.permitTransfer(token: PaymentFixture.usdc)), PaymentFixture.tether)
                == .token)
        #expect(fault(PaymentFixture.send(to: PaymentFixture.usdt, data: PaymentFixture.transfer())) == .token)
        let approve = PaymentFixture.send(to: PaymentFixture.usdc, data: PaymentFixture.approval())
        #expect(fault([approve, PaymentFixture.permit], PaymentFixture.tether) == .token)
        // A signature moves no coin, and a coin is not paid by a token.
        #expect(fault(PaymentFixture.authorize, PaymentFixture.ether) == .token)
        #expect(fault(PaymentFixture.pay) == .amount)
    }

    @Test func `another chain is refused, in the call, in the domain and in the transaction`() {
        #expect(fault(PaymentFixture.sign(PaymentFixture.authorization(), chain: "eip155:1")) == .chain)
        #expect(fault(PaymentFixture.sign(PaymentFixture.authorization(chain: "0x1"))) == .chain)
        #expect(
            fault(PaymentFixture.sign(PaymentFixture.permitTransfer(chain: "0x1")), PaymentFixture.tether) == .chain)
        #expect(fault(PaymentFixture.sign(PaymentFixture.permitTransfer(chain: nil)), PaymentFixture.tether) == .chain)
        let other = PaymentFixture.send(
            to: PaymentFixture.usdc, data: PaymentFixture.transfer(), more: [("chainId", "0x1")])
        #expect(fault(other) == .chain)
        #expect(
            fault(PaymentFixture.send(to: PaymentFixture.usdc, data: PaymentFixture.transfer(), chain: "eip155:1"))
                == .chain)
    }

    @Test func `another account is refused`() {
        #expect(fault(PaymentFixture.sign(PaymentFixture.authorization(), by: PaymentFixture.other)) == .account)
        #expect(fault(PaymentFixture.sign(PaymentFixture.authorization(from: PaymentFixture.other))) == .account)
        #expect(fault(PaymentFixture.sign(Self.permit2612(owner: PaymentFixture.other))) == .account)
        #expect(
            fault(
                PaymentFixture.send(
                    from: PaymentFixture.other, to: PaymentFixture.usdc, data: PaymentFixture.transfer())) == .account)
        #expect(
            fault(PaymentFixture.rpc("eth_sendTransaction", [["to": .string(PaymentFixture.usdc), "data": "0x00"]]))
                == .account)
        // The parameters in the order of version 1 would be read otherwise by a wallet.
        let swapped = PaymentFixture.rpc(
            "eth_signTypedData", [.string(PaymentFixture.authorization().text), .string(PaymentFixture.payer)])
        #expect(fault(swapped) == .account)
    }

    @Test func `an allowance for any spender but Permit2 is refused`() {
        let leave = PaymentFixture.send(
            to: PaymentFixture.usdt, data: PaymentFixture.approval(to: PaymentFixture.merchant))
        #expect(fault([leave, PaymentFixture.permit], PaymentFixture.tether) == .spender)
        #expect(
            fault(
                PaymentFixture.sign(PaymentFixture.permitTransfer(contract: PaymentFixture.merchant)),
                PaymentFixture.tether) == .spender)
        for spender in [
            PaymentFixture.payer, PaymentFixture.usdt, PaymentFixture.permit2, "0x" + String(repeating: "0", count: 40),
        ] {
            #expect(
                fault(PaymentFixture.sign(PaymentFixture.permitTransfer(spender: spender)), PaymentFixture.tether)
                    == .spender)
        }
        let little = PaymentFixture.send(to: PaymentFixture.usdt, data: PaymentFixture.approval(of: "0x17d783f"))
        #expect(fault([little, PaymentFixture.permit], PaymentFixture.tether) == .amount)
        let more = PaymentFixture.send(
            to: PaymentFixture.usdt, data: "0x39509351" + PaymentFixture.approval().dropFirst(10))
        #expect(fault([more, PaymentFixture.permit], PaymentFixture.tether) == .purpose)
    }

    @Test func `a payment to the zero address or to the payer is refused`() {
        for other in [PaymentFixture.payer, PaymentFixture.usdc, "0x" + String(repeating: "0", count: 40)] {
            #expect(fault(PaymentFixture.sign(PaymentFixture.authorization(to: other))) == .recipient)
            #expect(
                fault(PaymentFixture.send(to: PaymentFixture.usdc, data: PaymentFixture.transfer(to: other)))
                    == .recipient)
        }
        #expect(
            fault(PaymentFixture.send(to: PaymentFixture.payer, value: "0x18de76816d8000"), PaymentFixture.ether)
                == .recipient)
    }

    @Test func `a signature that never expires, or has expired, is refused`() {
        for end in [
            PaymentFixture.hex(PaymentFixture.end + 3_601), PaymentFixture.hex(PaymentFixture.now), "0x0",
            .string("0x" + String(repeating: "f", count: 64)),
        ] {
            #expect(fault(PaymentFixture.sign(PaymentFixture.authorization(before: end))) == .deadline)
            #expect(
                fault(PaymentFixture.sign(PaymentFixture.permitTransfer(deadline: end)), PaymentFixture.tether)
                    == .deadline)
            #expect(fault(PaymentFixture.sign(Self.permit2612(deadline: end))) == .deadline)
        }
        #expect(
            fault(
                PaymentFixture.sign(
                    PaymentFixture.authorization(before: PaymentFixture.hex(PaymentFixture.end + 3_600)))) == nil)
    }

    @Test func `only one payment is accepted`() {
        #expect(fault([], PaymentFixture.dollars) == .count)
        #expect(
            fault(Array(repeating: PaymentFixture.authorize, count: ActionCheck.most + 1), PaymentFixture.dollars)
                == .count)
        #expect(fault([PaymentFixture.authorize, PaymentFixture.authorize], PaymentFixture.dollars) == .order)
        #expect(fault([PaymentFixture.approve], PaymentFixture.tether) == .order)
        #expect(fault([PaymentFixture.permit, PaymentFixture.approve], PaymentFixture.tether) == .order)
        #expect(fault([PaymentFixture.approve, PaymentFixture.approve], PaymentFixture.tether) == .order)
        #expect(fault([PaymentFixture.pay, PaymentFixture.pay], PaymentFixture.ether) == .order)
        // Leave for Permit2 that the payment does not use.
        let approve = PaymentFixture.send(to: PaymentFixture.usdc, data: PaymentFixture.approval())
        #expect(fault([approve, PaymentFixture.authorize], PaymentFixture.dollars) == .order)
    }

    @Test func `anything but a payment is refused, even well-known calls`() {
        let all = PaymentFixture.word(PaymentFixture.other) + String(repeating: "f", count: 64)
        for data in [
            "0x23b872dd" + PaymentFixture.word(PaymentFixture.payer) + PaymentFixture.word(PaymentFixture.merchant)
                + PaymentFixture.word("0x17d7840"),
            "0xa22cb465" + PaymentFixture.word(PaymentFixture.other) + PaymentFixture.word("0x1"), "0x39509351" + all,
            "0xf2fde38b" + PaymentFixture.word(PaymentFixture.other),
            "0xd3906488" + all, "0x", "0xa9059cbb" + all + "00",
        ] {
            #expect(fault(PaymentFixture.send(to: PaymentFixture.usdc, data: data)) == .purpose, "\(data)")
        }
        // With the coin goes no call that is known to do something else.
        let call = PaymentFixture.send(
            to: PaymentFixture.merchant, value: "0x18de76816d8000", data: PaymentFixture.transfer())
        #expect(fault(call, PaymentFixture.ether) == .purpose)
        let short = PaymentFixture.send(to: PaymentFixture.merchant, value: "0x18de76816d8000", data: "0xd39064")
        #expect(fault(short, PaymentFixture.ether) == .purpose)
        let creation = PaymentFixture.rpc(
            "eth_sendTransaction",
            [["from": .string(PaymentFixture.payer), "value": "0x18de76816d8000", "data": "0x6000"]])
        #expect(fault(creation, PaymentFixture.ether) == .purpose)
    }

    @Test(arguments: ["PermitWitnessTransferFrom", "PermitBatchTransferFrom", "PermitSingle", "Mail", "SafeTx"])
    func `other messages are not payments`(type: String) {
        #expect(
            fault(PaymentFixture.sign(PaymentFixture.permitTransfer(type: type)), PaymentFixture.tether) == .purpose)
    }

    @Test func `a message that only has the name of a payment is refused`() {
        var data = PaymentFixture.authorization()
        data = Self.changed(data, "types", "ReceiveWithAuthorization") { fields in
            .array((fields.array ?? []) + [["name": "tip", "type": "uint256"]])
        }
        data = Self.changed(data, "message", "tip") { _ in "0xff" }
        #expect(fault(PaymentFixture.sign(data)) == .purpose)
        let dai = Self.changed(Self.permit2612(), "types", "Permit") { _ in
            PaymentFixture.fields(
                "address holder", "address spender", "uint256 nonce", "uint256 expiry", "bool allowed")
        }
        let all = Self.replaced(
            dai, "message",
            by: [
                "holder": .string(PaymentFixture.payer), "spender": .string(PaymentFixture.merchant), "nonce": 0,
                "expiry": PaymentFixture.hex(PaymentFixture.end), "allowed": true,
            ])
        #expect(fault(PaymentFixture.sign(all)) == .purpose)
    }

    @Test func `ambiguous data is refused`() {
        let text = PaymentFixture.authorization().text
        let doubled = text.replacing(#""value":"0x17d7840""#, with: #""value":"0x17d7840","value":"0x1""#)
        #expect(doubled != text)
        for data in [doubled, "", "{}", "[]", "null", text + " x", String(text.dropLast())] {
            let action = PaymentFixture.rpc("eth_signTypedData_v4", [.string(PaymentFixture.payer), .string(data)])
            #expect(fault(action) == .unreadable, "\(data.prefix(40))")
        }
        for params in [
            [], [.string(PaymentFixture.payer)], [.string(PaymentFixture.payer), .string(text), "0x"], .null,
        ] as [JSON] {
            #expect(fault(PaymentFixture.rpc("eth_signTypedData_v4", params)) == .unreadable)
        }
        for params in [[], [.null], [["from": .string(PaymentFixture.payer)]], [["x": 1], ["x": 1]]] as [JSON] {
            #expect(fault(PaymentFixture.rpc("eth_sendTransaction", params)) == .unreadable)
        }
        #expect(
            fault(
                PaymentFixture.send(
                    to: PaymentFixture.usdc, data: PaymentFixture.transfer(), more: [("authorizationList", [])]))
                == .unreadable)
    }

    @Test(arguments: [
        "personal_sign", "eth_sign", "eth_signTransaction", "eth_sendRawTransaction", "solana_signTransaction",
        "wallet_switchEthereumChain", "eth_signTypedData_v1", "eth_signTypedData_v4 ", "",
    ])
    func `other methods are refused, whatever their parameters`(method: String) {
        #expect(
            fault(
                PaymentFixture.rpc(
                    method, [.string(PaymentFixture.payer), .string(PaymentFixture.authorization().text)]))
                == .unsupported)
    }

    @Test func `actions that are not calls are refused`() {
        #expect(fault(.build("")) == .unsupported)
        #expect(fault(.other("walletQuantum")) == .unsupported)
    }

    @Test func `a coin is shown with its number of decimals`() {
        let amount = PaymentAmount(
            unit: .asset(PaymentFixture.coin), value: 7_000_000_000_000_000,
            display: .init(symbol: "ETH", name: "", decimals: 24)
        )
        let option = PaymentOption(id: "o1", account: PaymentFixture.account(), amount: amount)
        #expect(!ActionCheck.isPayable(option))
    }

    @Test func `an option that this wallet cannot pay is dropped`() {
        let solana = PaymentFixture.option(
            of: PaymentFixture.asset("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501"),
            from: PaymentFixture.account(
                "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV", chain: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"))
        let elsewhere = PaymentFixture.option(of: PaymentFixture.token(PaymentFixture.usdc, chain: "eip155:1"))
        let piece = PaymentFixture.option(of: PaymentFixture.asset("eip155:8453/erc721:\(PaymentFixture.usdc)/7"))
        let nothing = PaymentFixture.option(value: 0)
        let money = PaymentOption(
            id: "o1", account: PaymentFixture.account(),
            amount: PaymentAmount(unit: .fiat("USD"), value: 1, display: .init(symbol: "USD", name: "", decimals: 2)))
        for option in [solana, elsewhere, piece, nothing, money] {
            #expect(!ActionCheck.isPayable(option))
            #expect(fault([PaymentFixture.authorize], option) == .unsupported)
        }
        #expect(ActionCheck.isPayable(PaymentFixture.dollars))
        #expect(ActionCheck.isPayable(PaymentFixture.ether))
    }

    /// Leave by signature (EIP-2612).
    private static func permit2612(
        owner: String = PaymentFixture.payer, value: JSON = "0x17d7840", deadline: JSON? = nil
    ) -> JSON {
        let data = changed(PaymentFixture.authorization("Permit"), "types", "Permit") { _ in
            PaymentFixture.fields(
                "address owner", "address spender", "uint256 value", "uint256 nonce", "uint256 deadline")
        }
        return replaced(
            data, "message",
            by: [
                "owner": .string(owner), "spender": .string(PaymentFixture.merchant), "value": value, "nonce": "0x5",
                "deadline": deadline ?? PaymentFixture.hex(PaymentFixture.end),
            ])
    }

    private static func replaced(_ json: JSON, _ key: String, by value: JSON) -> JSON {
        guard var object = json.object else { return json }
        object[key] = value
        return .object(object)
    }

    private static func changed(_ json: JSON, _ key: String, _ inner: String, _ change: (JSON) -> JSON) -> JSON {
        guard var part = json[key]?.object else { return json }
        part[inner] = change(part[inner] ?? .null)
        return replaced(json, key, by: .object(part))
    }
}
