import BigInt
import ClearSigning
import Ethereum
import Keys
import TestSupport
import Testing

@Suite struct IntentHostileTests {
    private func approve(_ amount: BigUInt = Contract.largest(256)) throws -> [UInt8] {
        try Contract.data("approve(address,uint256)", .address(Contract.spender), .uint(amount))
    }

    /// A call of a router with `steps` commands, and with arguments for the first `inputs` of them.
    private func routerCall(steps: Int, inputs: Int) throws -> [UInt8] {
        try Contract.data(
            "execute(bytes,bytes[])", .bytes([UInt8](repeating: 0x05, count: steps)),
            .array([ABIValue](repeating: .bytes([]), count: inputs)))
    }

    @Test(arguments: [900, 1_900, 130_000])
    func `a router call with as many steps as fit is read`(count: Int) throws {
        #expect(!Contract.intent(try routerCall(steps: count, inputs: min(count, 2_000))).all.isEmpty)
    }

    @Test func `reading a router call takes linear time`() throws {
        let inputs = try Growth(from: 120, to: 1_920) {
            try routerCall(steps: $0, inputs: $0)
        } _: {
            _ = Contract.intent($0)
        }
        #expect(inputs.isLinear, "\(inputs)")
        let steps = try Growth(from: 8_000, to: 128_000) {
            try routerCall(steps: $0, inputs: 0)
        } _: {
            _ = Contract.intent($0)
        }
        #expect(steps.isLinear, "\(steps)")
    }

    @Test(arguments: [1, 31, 32, 64, 1_000])
    func `a call with extra bytes is not mistaken for the call it resembles`(count: Int) throws {
        let data = try Contract.data("transfer(address,uint256)", .address(Contract.friend), .number(1))
        let intent = Contract.intent(data + [UInt8](repeating: 0, count: count))
        #expect(intent.blinds.first?.reason == .malformed(name: "transfer", .trailing))
    }

    private static let marker: [UInt8] = (0..<16).map { $0 % 2 == 0 ? 0x80 : 0x21 }

    /// An attribution of ERC-8021, schema 0.
    private static func attribution(_ codes: String, schema: UInt8 = 0) -> [UInt8] {
        Array(codes.utf8) + [UInt8(codes.utf8.count), schema] + marker
    }

    @Test func `an ERC-8021 attribution may follow a call`() throws {
        let data = try Contract.data("transfer(address,uint256)", .address(Contract.friend), .number(1))
        let plain = Contract.intent(data)
        let registry = [UInt8](repeating: 7, count: 20) + [0x21, 0x05, 2]
        for (suffix, codes) in [
            (Self.attribution("baseapp"), ["baseapp"]), (Self.attribution("baseapp,morpho"), ["baseapp", "morpho"]),
            (registry + Self.attribution("shop", schema: 1), ["shop"]),
        ] {
            #expect(Contract.intent(data + suffix) == plain)
            let call = ContractCall(chainID: 1, to: Contract.token, data: data + suffix)
            #expect(call.attribution?.codes == codes)
            #expect(call.attribution?.size == suffix.count)
        }
        #expect(ContractCall(chainID: 1, to: Contract.token, data: data).attribution == nil)
    }

    @Test func `data that only looks like an attribution makes a call unreadable`() throws {
        let data = try Contract.data("transfer(address,uint256)", .address(Contract.friend), .number(1))
        let good = Self.attribution("baseapp")
        for suffix in [
            Self.marker, [0] + Self.marker, [0, 0] + Self.marker, Self.attribution("base\u{7}app"),
            Self.attribution("a,"), Self.attribution(",a"), Self.attribution("a b"),
            Self.attribution("baseapp", schema: 2),
            Self.attribution("baseapp", schema: 1), [1] + good, good + [0], Array(good.dropFirst()),
            Array(good.dropLast()), good + good,
        ] {
            let call = ContractCall(chainID: 1, to: Contract.token, data: data + suffix)
            #expect(call.attribution == nil)
            #expect(Contract.intent(call.data).blinds.first?.reason == .malformed(name: "transfer", .trailing))
        }
        // A call inside another has no attribution.
        let inner = try Contract.data("multicall(bytes[])", .array([.bytes(data + good)]))
        #expect(Contract.intent(inner).blinds.first?.reason == .malformed(name: "transfer", .trailing))
    }

    @Test func `a few extra bytes may follow a call to a contract that is known to ignore them`() throws {
        let data = try Contract.data("transfer(address,uint256)", .address(Contract.friend), .number(1))
        for count in [1, 20, 128] {
            let call = ContractCall(
                chainID: 1, from: Contract.me, to: Contract.token, data: data + [UInt8](repeating: 9, count: count))
            #expect(Intent(call, takesMarks: true) == Contract.intent(data))
            #expect(Intent.marks(of: call) == count)
        }
        let long = ContractCall(
            chainID: 1, from: Contract.me, to: Contract.token, data: data + [UInt8](repeating: 9, count: 129))
        #expect(Intent(long, takesMarks: true).blinds.count == 1)
    }

    @Test(arguments: [1, 2, 3])
    func `data shorter than a selector cannot be decoded`(count: Int) {
        #expect(Contract.intent([UInt8](repeating: 9, count: count)).blinds.first?.reason == .short)
    }

    @Test(arguments: [4, 5, 35, 36, 67])
    func `a truncated call cannot be decoded`(count: Int) throws {
        let data = Array(try approve().prefix(count))
        #expect(Contract.intent(data).blinds.first?.reason == .malformed(name: "approve", .short))
    }

    @Test(arguments: 4..<16)
    func `non-zero bytes above an address are refused`(index: Int) throws {
        var data = try approve(5)
        data[index] = 1
        #expect(Contract.intent(data).blinds.first?.reason == .malformed(name: "approve", .padding))
    }

    @Test func `a Boolean with the value 2 is refused`() throws {
        var data = try Contract.data("setApprovalForAll(address,bool)", .address(Contract.spender), .bool(false))
        data[67] = 2
        #expect(Contract.intent(data).blinds.first?.reason == .malformed(name: "setApprovalForAll", .padding))
    }

    @Test func `an unknown function shows its selector and its data words`() throws {
        let data = [0xDE, 0xAD, 0xBE, 0xEF] + [UInt8](repeating: 1, count: 40)
        let blind = try #require(Contract.intent(data).blinds.first)
        #expect(blind.reason == .unknown)
        #expect(blind.selector == "0xdeadbeef")
        #expect(blind.words == ["0x" + String(repeating: "01", count: 32), "0x" + String(repeating: "01", count: 8)])
    }

    @Test func `an approval inside a multicall is found`() throws {
        let inner = try Contract.data("multicall(bytes[])", .array([.bytes(approve())]))
        let data = try Contract.data("multicall(uint256,bytes[])", .number(1), .array([.bytes(inner)]))
        let allowance = try #require(Contract.intent(data).allowances.first)
        #expect(allowance.isUnlimited)
        #expect(allowance.token == Contract.token)
    }

    @Test func `an approval that another contract forwards is found`() throws {
        let calls: ABIValue = .array([.tuple([.address(Contract.token), .bool(false), .bytes(try approve())])])
        let data = try Contract.data("aggregate3((address,bool,bytes)[])", calls)
        let allowance = try #require(Contract.intent(data, to: Contract.friend).allowances.first)
        #expect(allowance.token == Contract.token)
    }

    @Test func `a call that is nested too deeply is marked, not omitted`() throws {
        var data = try approve()
        for _ in 0..<6 { data = try Contract.data("multicall(bytes[])", .array([.bytes(data)])) }
        let intent = Contract.intent(data)
        #expect(intent.allowances == [])
        #expect(intent.blinds.map(\.reason) == [.deep])
    }

    @Test func `a call after hundreds of others is marked, not omitted`() throws {
        let filler = try Contract.data("refundETH()")
        let list = [ABIValue](repeating: .bytes(filler), count: 300) + [.bytes(try approve())]
        let intent = Contract.intent(try Contract.data("multicall(bytes[])", .array(list)))
        #expect(intent.blinds.contains { $0.reason == .deep })
    }

    @Test func `an undecodable part of a multicall is marked`() throws {
        let data = try Contract.data("multicall(bytes[])", .array([.bytes(approve() + [0])]))
        #expect(Contract.intent(data).blinds.first?.reason == .malformed(name: "approve", .trailing))
    }

    @Test func `a permit among the commands of a router is found`() throws {
        let permit = try ABIEncoder.encode(
            [
                .tuple([
                    .tuple([.address(Contract.token), .uint(Contract.largest(160)), .number(9), .number(0)]),
                    .address(Contract.spender), .number(99),
                ]), .bytes([1, 2, 3]),
            ],
            as: [
                ABIType("((address,uint160,uint48,uint48),address,uint256)"), .bytes,
            ])
        let data = try Contract.data(
            "execute(bytes,bytes[],uint256)", .bytes([0x0A, 0x3F]), .array([.bytes(permit), .bytes([1])]), .number(1))
        let intent = Contract.intent(data)
        let allowance = try #require(intent.allowances.first)
        #expect(allowance.isUnlimited)
        #expect(allowance.spender == Contract.spender)
        #expect(intent.blinds.map(\.reason) == [.unknown])
    }

    @Test func `a router command without its arguments cannot be decoded`() throws {
        let data = try Contract.data("execute(bytes,bytes[])", .bytes([0x0A, 0x05]), .array([]))
        #expect(Contract.intent(data).blinds.count == 2)
    }

    @Test func `a delegated call of a Safe is reported`() throws {
        let data = try Contract.data(
            "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
            .address(Contract.friend), .number(0), .bytes([1, 2, 3, 4]), .number(1), .number(0), .number(0), .number(0),
            .address(Contract.friend), .address(Contract.friend), .bytes([]))
        guard case .call(let call) = Contract.intent(data) else {
            Issue.record("not decoded")
            return
        }
        #expect(call.inner.map(\.isDelegated) == [true])
        #expect(call.inner.first?.intent.blinds.count == 1)
    }
}
