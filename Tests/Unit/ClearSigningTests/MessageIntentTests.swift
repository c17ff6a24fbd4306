import BigInt
import Bridge
import ClearSigning
import Ethereum
import Testing

@Suite struct MessageIntentTests {
    private func intent(_ primary: String, _ types: String, _ message: String) throws -> Intent {
        let domain = #"[{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}]"#
        let text = """
            {"types":{"EIP712Domain":\(domain),\(types)},"primaryType":"\(primary)",
            "domain":{"chainId":1,"verifyingContract":"\(Contract.token)"},"message":\(message)}
            """
        return Intent(try TypedData(JSON(parsing: text)))
    }

    private func fields(_ names: String...) -> String {
        "["
            + names.map { name in
                let parts = name.split(separator: " ")
                return #"{"name":"\#(parts[1])","type":"\#(parts[0])"}"#
            }.joined(separator: ",") + "]"
    }

    @Test func `an EIP-2612 permit is an allowance of its verifying contract`() throws {
        let type = fields(
            "address owner", "address spender", "uint256 value", "uint256 nonce", "uint256 deadline")
        let intent = try intent(
            "Permit", "\"Permit\":\(type)",
            #"{"owner":"\#(Contract.me)","spender":"\#(Contract.spender)","value":"5","nonce":0,"deadline":99}"#)
        let allowance = try #require(intent.allowances.first)
        #expect(allowance.token == Contract.token)
        #expect(allowance.amount == 5)
        #expect(allowance.deadline == 99)
        #expect(!allowance.isUnlimited)
    }

    @Test func `a DAI permit has no amount and is all or nothing`() throws {
        let type = fields(
            "address holder", "address spender", "uint256 nonce", "uint256 expiry", "bool allowed")
        for isGiven in [true, false] {
            let intent = try intent(
                "Permit", "\"Permit\":\(type)",
                #"{"holder":"\#(Contract.me)","spender":"\#(Contract.spender)","nonce":0,"expiry":0,"allowed":\#(isGiven)}"#
            )
            let allowance = try #require(intent.allowances.first)
            #expect(allowance.isUnlimited == isGiven)
            #expect(allowance.isRevocation == !isGiven)
        }
    }

    @Test func `a permit with reordered fields is not recognized`() throws {
        let type = fields(
            "address spender", "address owner", "uint256 value", "uint256 nonce", "uint256 deadline")
        let intent = try intent(
            "Permit", "\"Permit\":\(type)",
            #"{"owner":"\#(Contract.me)","spender":"\#(Contract.spender)","value":"5","nonce":0,"deadline":99}"#)
        #expect(intent == .message(type: "Permit"))
    }

    private var details: String { fields("address token", "uint160 amount", "uint48 expiration", "uint48 nonce") }

    @Test func `every allowance of a Permit2 batch is found`() throws {
        let type = fields("PermitDetails[] details", "address spender", "uint256 sigDeadline")
        func entry(_ amount: BigUInt) -> String {
            #"{"token":"\#(Contract.friend)","amount":"\#(amount)","expiration":"7","nonce":0}"#
        }
        let intent = try intent(
            "PermitBatch", "\"PermitBatch\":\(type),\"PermitDetails\":\(details)",
            #"{"details":[\#(entry(1)),\#(entry(Contract.largest(160)))],"spender":"\#(Contract.spender)","sigDeadline":9}"#
        )
        #expect(intent.allowances.map(\.isUnlimited) == [false, true])
        #expect(intent.allowances.map(\.token) == [Contract.friend, Contract.friend])
        #expect(intent.allowances.map(\.expiration) == [7, 7])
    }

    @Test func `a signature transfer is a one-time allowance, also with a witness`() throws {
        let type = fields(
            "TokenPermissions permitted", "address spender", "uint256 nonce", "uint256 deadline", "Order witness")
        let types =
            "\"PermitWitnessTransferFrom\":\(type),\"TokenPermissions\":"
            + fields("address token", "uint256 amount") + ",\"Order\":" + fields("bytes32 id")
        let message =
            #"{"permitted":{"token":"\#(Contract.friend)","amount":"8"},"spender":"\#(Contract.spender)","#
            + #""nonce":1,"deadline":2,"witness":{"id":"0x\#(String(repeating: "ab", count: 32))"}}"#
        let allowance = try #require(intent("PermitWitnessTransferFrom", types, message).allowances.first)
        #expect(allowance.way == .once)
        #expect(allowance.amount == 8)
        #expect(allowance.token == Contract.friend)
    }

    @Test func `a Safe transaction shows its inner call`() throws {
        let type = fields(
            "address to", "uint256 value", "bytes data", "uint8 operation", "uint256 safeTxGas", "uint256 baseGas",
            "uint256 gasPrice", "address gasToken", "address refundReceiver", "uint256 nonce")
        let data = try Contract.data("setApprovalForAll(address,bool)", .address(Contract.spender), .bool(true))
        let hex = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let zero = "0x" + String(repeating: "0", count: 40)
        let message =
            #"{"to":"\#(Contract.friend)","value":0,"data":"0x\#(hex)","operation":1,"safeTxGas":0,"#
            + #""baseGas":0,"gasPrice":0,"gasToken":"\#(zero)","refundReceiver":"\#(zero)","nonce":0}"#
        let intent = try intent("SafeTx", "\"SafeTx\":\(type)", message)
        guard case .call(let call) = intent, let inner = call.inner.first else {
            Issue.record("not opened")
            return
        }
        #expect(inner.isDelegated)
        let control = TokenControl(token: Contract.friend, operator: Contract.spender, isGiven: true)
        #expect(inner.intent == .control(control))
    }

    @Test func `any other message only shows its fields`() throws {
        let intent = try intent("Mail", "\"Mail\":\(fields("string text"))", #"{"text":"hi"}"#)
        #expect(intent == .message(type: "Mail"))
    }

    @Test func `a message with a domain of another system only shows its fields`() throws {
        let domain = #"[{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"string"}]"#
        let text = """
            {"types":{"EIP712Domain":\(domain),"Tx":[{"name":"memo","type":"string"}]},"primaryType":"Tx",
            "domain":{"chainId":1,"verifyingContract":"cosmos"},"message":{"memo":"hello"}}
            """
        #expect(Intent(try TypedData(JSON(parsing: text))) == .message(type: "Tx"))
    }
}
