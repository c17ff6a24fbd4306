import BigInt
import ClearSigning
import Ethereum
import Keys
import Testing

/// Calls that are hidden in the encoding of other calls.
@Suite struct CarriedCallsTests {
    private func approve(_ amount: BigUInt = Contract.largest(256)) throws -> [UInt8] {
        try Contract.data("approve(address,uint256)", .address(Contract.spender), .uint(amount))
    }

    /// One call in the encoding of Safe's MultiSend.
    private func packed(_ data: [UInt8], to: EthereumAddress = Contract.token, operation: UInt8 = 0) -> [UInt8] {
        func word(_ number: Int) -> [UInt8] {
            [UInt8](repeating: 0, count: 30) + [UInt8(number >> 8), UInt8(number & 0xFF)]
        }
        return [operation] + to.bytes + word(0) + word(data.count) + data
    }

    @Test func `an approval in a MultiSend is found`() throws {
        let data = try Contract.data("multiSend(bytes)", .bytes(packed([1, 2, 3, 4]) + packed(approve())))
        let intent = Contract.intent(data)
        #expect(intent.allowances.map(\.isUnlimited) == [true])
        #expect(intent.blinds.count == 1)
        #expect(!intent.isComplete)
    }

    @Test func `a truncated MultiSend is not explained`() throws {
        for count in [1, 20, 84, 100, 152] {
            let data = try Contract.data("multiSend(bytes)", .bytes(Array(packed(approve()).prefix(count))))
            #expect(!Contract.intent(data).isComplete)
        }
    }

    @Test func `a delegated call in a MultiSend is reported`() throws {
        let data = try Contract.data("multiSend(bytes)", .bytes(packed(approve(), operation: 1)))
        guard case .call(let call) = Contract.intent(data) else {
            Issue.record("not decoded")
            return
        }
        #expect(call.inner.map(\.isDelegated) == [true])
    }

    @Test(arguments: [0x00, 0xFF] as [UInt8])
    func `a call in an ERC-7579 execution is decoded`(kind: UInt8) throws {
        let mode = [kind] + [UInt8](repeating: 0, count: 31)
        let value = kind == 0 ? [UInt8](repeating: 0, count: 32) : []
        let data = try Contract.data(
            "execute(bytes32,bytes)", .bytes(mode), .bytes(Contract.token.bytes + value + approve()))
        let intent = Contract.intent(data, to: Contract.me)
        #expect(intent.allowances.map(\.token) == [Contract.token])
    }

    @Test func `an ERC-7821 batch is decoded, also with extra data after it`() throws {
        let list: ABIValue = .array([.tuple([.address(Contract.token), .number(0), .bytes(try approve())])])
        let type = try ABIType("(address,uint256,bytes)[]")
        let mode = [1] + [UInt8](repeating: 0, count: 31)
        for body in [
            try ABIEncoder.encode([list], as: [type]), try ABIEncoder.encode([list, .bytes([9])], as: [type, .bytes]),
        ] {
            let data = try Contract.data("execute(bytes32,bytes)", .bytes(mode), .bytes(body))
            #expect(Contract.intent(data).allowances.count == 1)
        }
    }

    @Test func `an unknown execution mode is not explained`() throws {
        let mode = [0x77] + [UInt8](repeating: 0, count: 31)
        let data = try Contract.data("execute(bytes32,bytes)", .bytes(mode), .bytes(approve()))
        #expect(!Contract.intent(data).isComplete)
    }

    @Test func `every transfer of a router batch is found`() throws {
        let type = try ABIType("(address,address,uint160,address)[]")
        let batch: ABIValue = .array(
            (0..<3).map { _ in
                .tuple([.address(Contract.me), .address(Contract.friend), .number(7), .address(Contract.token)])
            })
        let input = try ABIEncoder.encode([batch], as: [type])
        let data = try Contract.data("execute(bytes,bytes[])", .bytes([0x0D]), .array([.bytes(input)]))
        let transfers = Contract.intent(data).all.compactMap { intent -> TokenTransfer? in
            if case .transfer(let transfer) = intent { transfer } else { nil }
        }
        #expect(transfers.map(\.to) == [Contract.friend, Contract.friend, Contract.friend])
        #expect(transfers.map(\.from) == [Contract.me, Contract.me, Contract.me])
    }

    @Test func `a nested router plan is decoded, but one that is too deep is not explained`() throws {
        func plan(_ command: UInt8, _ input: [UInt8]) throws -> [UInt8] {
            try ABIEncoder.encode(
                [.bytes([command]), .array([.bytes(input)])], as: [.bytes, .array(.bytes, count: nil)])
        }
        let sweep = try ABIEncoder.encode(
            [.address(Contract.token), .address(Contract.friend), .number(1)], as: [.address, .address, .uint(256)])
        func intent(_ input: [UInt8]) throws -> Intent {
            Contract.intent(
                try Contract.data("execute(bytes,bytes[])", .bytes([0x21]), .array([.bytes(input)])))
        }
        #expect(try intent(plan(0x04, sweep)).isComplete)
        var deep = try plan(0x04, sweep)
        for _ in 0..<6 { deep = try plan(0x21, deep) }
        #expect(try !intent(deep).isComplete)
    }

    @Test(arguments: 0x00...0x3F as ClosedRange<UInt8>)
    func `a command that is unknown or lacks its arguments is not explained`(byte: UInt8) throws {
        let data = try Contract.data("execute(bytes,bytes[])", .bytes([byte]), .array([.bytes([1, 2, 3])]))
        #expect(!Contract.intent(data).isComplete)
    }

    @Test func `a user operation of a smart account is decoded`() throws {
        let call = try Contract.data(
            "execute(address,uint256,bytes)", .address(Contract.token), .number(0), .bytes(approve()))
        let empty: ABIValue = .bytes([])
        let operation: ABIValue = .tuple([
            .address(Contract.me), .number(0), empty, .bytes(call), .number(0), .number(0), .number(0), .number(0),
            .number(0), empty, empty,
        ])
        let data = try Contract.data(
            "handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)",
            .array([operation]), .address(Contract.friend))
        #expect(Contract.intent(data).allowances.map(\.token) == [Contract.token])
    }

    @Test func `a call with an empty list of inner calls is not explained`() throws {
        let data = try Contract.data("multicall(bytes[])", .array([]))
        #expect(!Contract.intent(data).isComplete)
    }
}
