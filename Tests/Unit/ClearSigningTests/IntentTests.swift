import BigInt
import Ethereum
import Keys
import Testing

@testable import ClearSigning

@Suite struct IntentTests {
    private let amount: ABIValue = .number(5_000)

    @Test func `a call without data is a payment`() {
        #expect(Contract.intent([], to: Contract.friend, value: 7) == .payment(to: Contract.friend, amount: 7))
    }

    @Test func `token transfers are decoded`() throws {
        let data = try Contract.data("transfer(address,uint256)", .address(Contract.friend), amount)
        guard case .transfer(let transfer) = Contract.intent(data) else {
            Issue.record("not a transfer")
            return
        }
        #expect(transfer.kind == .amount)
        #expect(transfer.from == nil)
        #expect(transfer.to == Contract.friend)
        #expect(transfer.parts == [.init(amount: 5_000)])
    }

    @Test func `item transfers are decoded with their IDs`() throws {
        let data = try Contract.data(
            "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)", .address(Contract.me),
            .address(Contract.friend), .array([.number(1), .number(2)]), .array([.number(3), .number(4)]), .bytes([]))
        guard case .transfer(let transfer) = Contract.intent(data) else {
            Issue.record("not a transfer")
            return
        }
        #expect(transfer.kind == .items)
        #expect(transfer.parts == [.init(item: 1, amount: 3), .init(item: 2, amount: 4)])
    }

    @Test func `a batch with more IDs than amounts is not a transfer`() throws {
        let data = try Contract.data(
            "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)", .address(Contract.me),
            .address(Contract.friend), .array([.number(1), .number(2)]), .array([.number(3)]), .bytes([]))
        guard case .call(let call) = Contract.intent(data) else {
            Issue.record("read as a transfer")
            return
        }
        #expect(call.name == "safeBatchTransferFrom")
    }

    @Test func `setApprovalForAll distinguishes granting from revoking`() throws {
        for isGiven in [true, false] {
            let data = try Contract.data("setApprovalForAll(address,bool)", .address(Contract.spender), .bool(isGiven))
            let control = TokenControl(token: Contract.token, operator: Contract.spender, isGiven: isGiven)
            #expect(Contract.intent(data) == .control(control))
        }
    }

    @Test(arguments: [
        (Contract.largest(256), true), (Contract.largest(255), true), (BigUInt(1) << 255, true),
        (Contract.largest(160), true), (Contract.largest(128), true), (Contract.largest(96), true),
        (Contract.largest(64), false), (BigUInt(1) << 200, false), (1_000_000, false), (0, false),
    ])
    func `the usual maximum amounts are unlimited`(amount: BigUInt, isUnlimited: Bool) throws {
        let data = try Contract.data("approve(address,uint256)", .address(Contract.spender), .uint(amount))
        let allowance = try #require(Contract.intent(data).allowances.first)
        #expect(allowance.isUnlimited == isUnlimited)
        #expect(allowance.isLarge == (amount.bitWidth > 120))
        #expect(allowance.isRevocation == (amount == 0))
    }

    @Test func `Permit2 amounts have 160 bits`() throws {
        let data = try Contract.data(
            "approve(address,address,uint160,uint48)", .address(Contract.token), .address(Contract.spender),
            .uint(BigUInt(1) << 159), .number(1_800_000_000))
        let allowance = try #require(Contract.intent(data, to: Contract.permit2).allowances.first)
        #expect(allowance.isUnlimited)
        #expect(allowance.token == Contract.token)
        #expect(allowance.expiration == 1_800_000_000)
        #expect(allowance.isPermit2)
    }

    @Test func `a permit submitted by a transaction is an allowance`() throws {
        let data = try Contract.data(
            "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", .address(Contract.me),
            .address(Contract.spender), amount, .number(99), .number(27), .bytes([UInt8](repeating: 1, count: 32)),
            .bytes([UInt8](repeating: 2, count: 32)))
        let allowance = try #require(Contract.intent(data).allowances.first)
        #expect(allowance.way == .permit)
        #expect(allowance.owner == Contract.me)
        #expect(allowance.deadline == 99)
    }

    @Test func `wrapping is recognized only at known contracts`() throws {
        let home = try EthereumAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
        let data = try Contract.data("deposit()")
        #expect(Contract.intent(data, to: home, value: 3) == .wrap(contract: home, amount: 3, isBack: false))
        guard case .action(let action) = Contract.intent(data, value: 3) else {
            Issue.record("taken for a wrapped coin")
            return
        }
        #expect(action.kind == .deposit)
        guard case .action = Contract.intent(data, to: home, value: 3, chainID: 5) else {
            Issue.record("the address means nothing on another chain")
            return
        }
    }

    @Test func `a swap is a call with its arguments`() throws {
        let data = try Contract.data(
            "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", amount, .number(1),
            .array([.address(Contract.token), .address(Contract.friend)]), .address(Contract.me), .number(9))
        guard case .call(let call) = Contract.intent(data) else {
            Issue.record("not decoded")
            return
        }
        #expect(call.name == "swapExactTokensForTokens")
        #expect(call.arguments.map(\.parameter.name) == ["amountIn", "amountOutMin", "path", "to", "deadline"])
    }

    @Test func `a created contract has its address`() throws {
        let creator = try EthereumAddress("0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0")
        let addresses = [
            "0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d", "0x343c43a37d37dff08ae8c4a11544c718abb4fcf8",
            "0xf778b86fa74e846c4f0a1fbd1335fe81c00a0c91", "0xfffd933a0bc612844eaf0c6fe3e5b8e9b6c1d19c",
        ]
        for (nonce, text) in addresses.enumerated() {
            let call = ContractCall(chainID: 1, from: creator, to: nil, data: [1, 2, 3], nonce: UInt64(nonce))
            guard case .creation(let creation) = Intent(call) else {
                Issue.record("not a creation")
                continue
            }
            #expect(creation.address == (try EthereumAddress(text)))
            #expect(creation.size == 3)
        }
    }
}
