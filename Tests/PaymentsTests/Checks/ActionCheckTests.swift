import BigInt
import Bridge
import Payments
import Testing

struct ActionCheckTests {
    private func check(
        _ actions: [PaymentAction], _ option: PaymentOption = Till.dollars
    ) throws(ActionFault) -> [PaymentAttempt.Step.Kind] {
        try ActionCheck.check(actions, for: option, now: Till.now, end: Till.end).map(\.kind)
    }

    private func fault(_ action: PaymentAction, _ option: PaymentOption = Till.dollars) -> ActionFault? {
        fault([action], option)
    }

    private func fault(_ actions: [PaymentAction], _ option: PaymentOption) -> ActionFault? {
        do throws(ActionFault) {
            _ = try check(actions, option)
            return nil
        } catch {
            return error
        }
    }

    // What a payment looks like.

    @Test(arguments: ["ReceiveWithAuthorization", "TransferWithAuthorization"])
    func `an authorised transfer of exactly the amount is a payment`(type: String) throws {
        #expect(try check([Till.sign(Till.authorization(type))]) == [.signature])
    }

    @Test func `a transfer by Permit2 is a payment, alone or after its allowance`() throws {
        #expect(try check([Till.permit], Till.tether) == [.signature])
        #expect(try check([Till.approve, Till.permit], Till.tether) == [.approval, .signature])
        let exact = Till.send(to: Till.usdt, value: "0x0", data: Till.approval(of: "0x17d7840"))
        #expect(try check([exact, Till.permit], Till.tether) == [.approval, .signature])
    }

    @Test func `a coin and a token can be sent`() throws {
        #expect(try check([Till.pay], Till.ether) == [.payment])
        #expect(try check([Till.send(to: Till.usdc, data: Till.transfer())]) == [.payment])
        // An unknown function is called with the coin; the approval calls it unreadable.
        let blind = Till.send(
            to: Till.merchant, value: "0x18de76816d8000", data: "0xd3906488" + Till.word(Till.merchant))
        #expect(try check([blind], Till.ether) == [.payment])
    }

    @Test func `an allowance of exactly the amount is a payment`() throws {
        #expect(try check([Till.sign(Self.permit2612())]) == [.signature])
    }

    @Test func `typed data is read as text and as an object, with numbers as gateways write them`() throws {
        let object = Till.rpc("eth_signTypedData_v4", [.string(Till.payer.lowercased()), Till.permitTransfer()])
        #expect(try check([object], Till.tether) == [.signature])
        for method in ["eth_signTypedData", "eth_signTypedData_v3"] {
            let action = Till.rpc(method, [.string(Till.payer), .string(Till.authorization().text)])
            #expect(try check([action]) == [.signature])
        }
        for value in ["25000000", 25_000_000, "0x017d7840"] as [JSON] {
            #expect(try check([Till.sign(Till.authorization(value: value))]) == [.signature])
        }
    }

    // What is no longer valid.

    @Test func `an amount that differs by one is refused, in any place`() {
        for value in ["0x17d7841", "0x17d783f", "0x0"] as [JSON] {
            #expect(fault(Till.sign(Till.authorization(value: value))) == .amount)
            #expect(fault(Till.sign(Till.permitTransfer(value: value)), Till.tether) == .amount)
            #expect(fault(Till.sign(Self.permit2612(value: value))) == .amount)
        }
        #expect(fault(Till.send(to: Till.usdc, data: Till.transfer(of: "0x17d7841"))) == .amount)
        #expect(fault(Till.send(to: Till.merchant, value: "0x18de76816d8001"), Till.ether) == .amount)
        #expect(fault(Till.send(to: Till.merchant, data: "0x"), Till.ether) == .amount)
    }

    @Test func `a token payment cannot also send the native coin`() {
        #expect(fault(Till.send(to: Till.usdc, value: "0x1", data: Till.transfer())) == .amount)
        let approve = Till.send(to: Till.usdt, value: "0x1", data: Till.approval())
        #expect(fault([approve, Till.permit], Till.tether) == .amount)
    }

    @Test func `another token is refused`() {
        #expect(fault(Till.sign(Till.authorization(token: Till.usdt))) == .token)
        #expect(fault(Till.sign(Till.permitTransfer(token: Till.usdc)), Till.tether) == .token)
        #expect(fault(Till.send(to: Till.usdt, data: Till.transfer())) == .token)
        let approve = Till.send(to: Till.usdc, data: Till.approval())
        #expect(fault([approve, Till.permit], Till.tether) == .token)
        // A signature moves no coin, and a coin is not paid by a token.
        #expect(fault(Till.authorize, Till.ether) == .token)
        #expect(fault(Till.pay) == .amount)
    }

    @Test func `another chain is refused, in the call, in the domain and in the transaction`() {
        #expect(fault(Till.sign(Till.authorization(), chain: "eip155:1")) == .chain)
        #expect(fault(Till.sign(Till.authorization(chain: "0x1"))) == .chain)
        #expect(fault(Till.sign(Till.permitTransfer(chain: "0x1")), Till.tether) == .chain)
        #expect(fault(Till.sign(Till.permitTransfer(chain: nil)), Till.tether) == .chain)
        let other = Till.send(to: Till.usdc, data: Till.transfer(), more: [("chainId", "0x1")])
        #expect(fault(other) == .chain)
        #expect(fault(Till.send(to: Till.usdc, data: Till.transfer(), chain: "eip155:1")) == .chain)
    }

    @Test func `another account is refused`() {
        #expect(fault(Till.sign(Till.authorization(), by: Till.other)) == .account)
        #expect(fault(Till.sign(Till.authorization(from: Till.other))) == .account)
        #expect(fault(Till.sign(Self.permit2612(owner: Till.other))) == .account)
        #expect(fault(Till.send(from: Till.other, to: Till.usdc, data: Till.transfer())) == .account)
        #expect(fault(Till.rpc("eth_sendTransaction", [["to": .string(Till.usdc), "data": "0x00"]])) == .account)
        // The parameters in the order of version 1 would be read otherwise by a wallet.
        let swapped = Till.rpc("eth_signTypedData", [.string(Till.authorization().text), .string(Till.payer)])
        #expect(fault(swapped) == .account)
    }

    @Test func `an allowance for any spender but Permit2 is refused`() {
        let leave = Till.send(to: Till.usdt, data: Till.approval(to: Till.merchant))
        #expect(fault([leave, Till.permit], Till.tether) == .spender)
        #expect(fault(Till.sign(Till.permitTransfer(contract: Till.merchant)), Till.tether) == .spender)
        for spender in [Till.payer, Till.usdt, Till.permit2, "0x" + String(repeating: "0", count: 40)] {
            #expect(fault(Till.sign(Till.permitTransfer(spender: spender)), Till.tether) == .spender)
        }
        let little = Till.send(to: Till.usdt, data: Till.approval(of: "0x17d783f"))
        #expect(fault([little, Till.permit], Till.tether) == .amount)
        let more = Till.send(to: Till.usdt, data: "0x39509351" + Till.approval().dropFirst(10))
        #expect(fault([more, Till.permit], Till.tether) == .purpose)
    }

    @Test func `a payment to the zero address or to the payer is refused`() {
        for nobody in [Till.payer, Till.usdc, "0x" + String(repeating: "0", count: 40)] {
            #expect(fault(Till.sign(Till.authorization(to: nobody))) == .recipient)
            #expect(fault(Till.send(to: Till.usdc, data: Till.transfer(to: nobody))) == .recipient)
        }
        #expect(fault(Till.send(to: Till.payer, value: "0x18de76816d8000"), Till.ether) == .recipient)
    }

    @Test func `a signature that never expires, or has expired, is refused`() {
        for end in [
            Till.hex(Till.end + 3_601), Till.hex(Till.now), "0x0", .string("0x" + String(repeating: "f", count: 64)),
        ] {
            #expect(fault(Till.sign(Till.authorization(before: end))) == .deadline)
            #expect(fault(Till.sign(Till.permitTransfer(deadline: end)), Till.tether) == .deadline)
            #expect(fault(Till.sign(Self.permit2612(deadline: end))) == .deadline)
        }
        #expect(fault(Till.sign(Till.authorization(before: Till.hex(Till.end + 3_600)))) == nil)
    }

    @Test func `only one payment is accepted`() {
        #expect(fault([], Till.dollars) == .count)
        #expect(fault([Till.authorize, Till.authorize, Till.authorize], Till.dollars) == .count)
        #expect(fault([Till.authorize, Till.authorize], Till.dollars) == .order)
        #expect(fault([Till.approve], Till.tether) == .order)
        #expect(fault([Till.permit, Till.approve], Till.tether) == .order)
        #expect(fault([Till.approve, Till.approve], Till.tether) == .order)
        #expect(fault([Till.pay, Till.pay], Till.ether) == .order)
        // Leave for Permit2 that the payment does not use.
        let approve = Till.send(to: Till.usdc, data: Till.approval())
        #expect(fault([approve, Till.authorize], Till.dollars) == .order)
    }

    @Test func `anything but a payment is refused, even well-known calls`() {
        let all = Till.word(Till.other) + String(repeating: "f", count: 64)
        for data in [
            "0x23b872dd" + Till.word(Till.payer) + Till.word(Till.merchant) + Till.word("0x17d7840"),
            "0xa22cb465" + Till.word(Till.other) + Till.word("0x1"), "0x39509351" + all,
            "0xf2fde38b" + Till.word(Till.other),
            "0xd3906488" + all, "0x", "0xa9059cbb" + all + "00",
        ] {
            #expect(fault(Till.send(to: Till.usdc, data: data)) == .purpose, "\(data)")
        }
        // With the coin goes no call that is known to do something else.
        let call = Till.send(to: Till.merchant, value: "0x18de76816d8000", data: Till.transfer())
        #expect(fault(call, Till.ether) == .purpose)
        let short = Till.send(to: Till.merchant, value: "0x18de76816d8000", data: "0xd39064")
        #expect(fault(short, Till.ether) == .purpose)
        let creation = Till.rpc(
            "eth_sendTransaction",
            [["from": .string(Till.payer), "value": "0x18de76816d8000", "data": "0x6000"]])
        #expect(fault(creation, Till.ether) == .purpose)
    }

    @Test(arguments: ["PermitWitnessTransferFrom", "PermitBatchTransferFrom", "PermitSingle", "Mail", "SafeTx"])
    func `other messages are not payments`(type: String) {
        #expect(fault(Till.sign(Till.permitTransfer(type: type)), Till.tether) == .purpose)
    }

    @Test func `a message that only has the name of a payment is refused`() {
        var data = Till.authorization()
        data = Self.changed(data, "types", "ReceiveWithAuthorization") { fields in
            .array((fields.array ?? []) + [["name": "tip", "type": "uint256"]])
        }
        data = Self.changed(data, "message", "tip") { _ in "0xff" }
        #expect(fault(Till.sign(data)) == .purpose)
        let dai = Self.changed(Self.permit2612(), "types", "Permit") { _ in
            Till.fields("address holder", "address spender", "uint256 nonce", "uint256 expiry", "bool allowed")
        }
        let all = Self.replaced(
            dai, "message",
            by: [
                "holder": .string(Till.payer), "spender": .string(Till.merchant), "nonce": 0,
                "expiry": Till.hex(Till.end), "allowed": true,
            ])
        #expect(fault(Till.sign(all)) == .purpose)
    }

    @Test func `ambiguous data is refused`() {
        let text = Till.authorization().text
        let doubled = text.replacing(#""value":"0x17d7840""#, with: #""value":"0x17d7840","value":"0x1""#)
        #expect(doubled != text)
        for data in [doubled, "", "{}", "[]", "null", text + " x", String(text.dropLast())] {
            let action = Till.rpc("eth_signTypedData_v4", [.string(Till.payer), .string(data)])
            #expect(fault(action) == .unreadable, "\(data.prefix(40))")
        }
        for params in [[], [.string(Till.payer)], [.string(Till.payer), .string(text), "0x"], .null] as [JSON] {
            #expect(fault(Till.rpc("eth_signTypedData_v4", params)) == .unreadable)
        }
        for params in [[], [.null], [["from": .string(Till.payer)]], [["x": 1], ["x": 1]]] as [JSON] {
            #expect(fault(Till.rpc("eth_sendTransaction", params)) == .unreadable)
        }
        #expect(
            fault(Till.send(to: Till.usdc, data: Till.transfer(), more: [("authorizationList", [])])) == .unreadable)
    }

    @Test(arguments: [
        "personal_sign", "eth_sign", "eth_signTransaction", "eth_sendRawTransaction", "solana_signTransaction",
        "wallet_switchEthereumChain", "eth_signTypedData_v1", "eth_signTypedData_v4 ", "",
    ])
    func `other methods are refused, whatever their parameters`(method: String) {
        #expect(fault(Till.rpc(method, [.string(Till.payer), .string(Till.authorization().text)])) == .unsupported)
    }

    @Test func `actions that are not calls are refused`() {
        #expect(fault(.build("")) == .unsupported)
        #expect(fault(.other("walletQuantum")) == .unsupported)
    }

    @Test(arguments: ["nonce", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"])
    func `the wallet chooses the fees and the nonce`(field: String) {
        #expect(fault(Till.send(to: Till.usdc, data: Till.transfer(), more: [(field, "0x1")])) == .fee)
        #expect(fault(Till.send(to: Till.usdc, data: Till.transfer(), more: [("gas", "0xffff")])) == nil)
    }

    @Test func `a coin is shown with its number of decimals`() {
        let amount = PaymentAmount(
            unit: .asset(Till.coin), value: 7_000_000_000_000_000, display: .init(symbol: "ETH", name: "", decimals: 24)
        )
        let option = PaymentOption(id: "o1", account: Till.account(), amount: amount)
        #expect(!ActionCheck.isPayable(option))
    }

    @Test func `an option that this wallet cannot pay is dropped`() {
        let solana = Till.option(
            of: Till.asset("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501"),
            from: Till.account(
                "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV", chain: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"))
        let elsewhere = Till.option(of: Till.token(Till.usdc, chain: "eip155:1"))
        let piece = Till.option(of: Till.asset("eip155:8453/erc721:\(Till.usdc)/7"))
        let nothing = Till.option(value: 0)
        let money = PaymentOption(
            id: "o1", account: Till.account(),
            amount: PaymentAmount(unit: .fiat("USD"), value: 1, display: .init(symbol: "USD", name: "", decimals: 2)))
        for option in [solana, elsewhere, piece, nothing, money] {
            #expect(!ActionCheck.isPayable(option))
            #expect(fault([Till.authorize], option) == .unsupported)
        }
        #expect(ActionCheck.isPayable(Till.dollars))
        #expect(ActionCheck.isPayable(Till.ether))
    }

    /// Leave by signature (EIP-2612).
    private static func permit2612(
        owner: String = Till.payer, value: JSON = "0x17d7840", deadline: JSON? = nil
    ) -> JSON {
        let data = changed(Till.authorization("Permit"), "types", "Permit") { _ in
            Till.fields(
                "address owner", "address spender", "uint256 value", "uint256 nonce", "uint256 deadline")
        }
        return replaced(
            data, "message",
            by: [
                "owner": .string(owner), "spender": .string(Till.merchant), "value": value, "nonce": "0x5",
                "deadline": deadline ?? Till.hex(Till.end),
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
