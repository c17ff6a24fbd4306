import BigInt
import Bridge
import Ethereum
import Keys
import Primitives
import Testing

@testable import Simulators
@testable import WalletTesting

@Suite(.timeLimit(.minutes(5))) struct EthereumContractsTests {
    private let other = EVMWord.constant("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")

    @Test func `USDT returns nothing and refuses to change an allowance that is not zero`() async throws {
        let user = try await EthereumUser.rich()
        let token = user.chain.deployments.tether
        _ = try await user.chain.fund(user.address.description, "5", asset: "USDT")
        let data = Quantity.text(bytes: EVMCalls.transfer(other, 1))
        let call: JSON = [["from": user.text, "to": .string(token.description), "data": .string(data)], "latest"]
        #expect(await user.chain.result("eth_call", call) == "0x")
        let approve = "approve(address,uint256)"
        #expect(try await user.act(token, approve, [.address(other), .number(1)]))
        #expect(try await user.act(token, approve, [.address(other), .number(2)]) == false)
        #expect(try await user.act(token, approve, [.address(other), .number(0)]))
        #expect(try await user.act(token, approve, [.address(other), .number(2)]))
    }

    @Test func `a permit sets an allowance once, and only by its owner's key`() async throws {
        let user = try await EthereumUser.rich()
        let token = user.chain.deployments.dollar
        let separator = EVMDomain.separator("USD Coin", version: "2", chainID: 1, contract: token)
        #expect(try await user.ask(token, "DOMAIN_SEPARATOR()", [], ["bytes32"])?.bytes(0) == separator)
        let deadline = BigUInt(2_000_000_000)
        let structure = EVMDomain.structure(
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)",
            EVMWord.bytes(user.address), EVMWord.bytes(other), EVMWord.bytes(50), EVMWord.bytes(0),
            EVMWord.bytes(deadline))
        let signature = try user.sign(Keccak256.hash([0x19, 0x01] + separator + structure))
        func arguments(_ value: BigInt) -> [ABIValue] {
            [
                .address(user.address), .address(other), .number(value), .uint(deadline),
                .number(BigInt(signature[64])), .bytes(Array(signature[..<32])), .bytes(Array(signature[32..<64])),
            ]
        }
        let permit = "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)"
        #expect(try await user.act(token, permit, arguments(51)) == false)
        #expect(try await user.act(token, permit, arguments(50)))
        #expect(try await user.act(token, permit, arguments(50)) == false)
        let allowed = try await user.ask(
            token, "allowance(address,address)", [.address(user.address), .address(other)], ["uint256"])
        #expect(allowed?.uint(0) == 50)
    }

    @Test func `ether is wrapped and unwrapped`() async throws {
        let user = try await EthereumUser.rich()
        let wrapped = user.chain.deployments.wrapped
        #expect(try await user.act(wrapped, "deposit()", value: 700))
        #expect(try await user.units(of: wrapped) == 700)
        #expect(try await user.act(wrapped, "withdraw(uint256)", [.number(300)]))
        #expect(try await user.units(of: wrapped) == 400)
        #expect(try await user.act(wrapped, "withdraw(uint256)", [.number(401)]) == false)
        #expect(try await user.units(of: wrapped) == 400)
    }

    @Test func `the router swaps at its prices, and not for less than the minimum`() async throws {
        let user = try await EthereumUser.rich()
        let (router, token) = (user.chain.deployments.router, user.chain.deployments.dollar)
        let path = ABIValue.array([.address(user.chain.deployments.wrapped), .address(token)])
        let ether = BigUInt(10).power(18)
        let offer = try await user.ask(router, "getAmountsOut(uint256,address[])", [.uint(ether), path], ["uint256[]"])
        let out = try #require(offer?.elements(0).uint(1))
        #expect(out == 2_492_500_000)
        let swap = "swapExactETHForTokens(uint256,address[],address,uint256)"
        let until = ABIValue.uint(2_000_000_000)
        #expect(
            try await user.act(router, swap, [.uint(out + 1), path, .address(user.address), until], value: ether)
                == false)
        #expect(try await user.units(of: token) == 100_000_000)
        #expect(try await user.act(router, swap, [.uint(out), path, .address(user.address), until], value: ether))
        #expect(try await user.units(of: token) == 100_000_000 + out)
        // And back, by an allowance.
        #expect(try await user.act(token, "approve(address,uint256)", [.address(router), .number(1_000_000)]))
        let back = ABIValue.array([.address(token), .address(user.chain.deployments.wrapped)])
        #expect(
            try await user.act(
                router, "swapExactTokensForETH(uint256,uint256,address[],address,uint256)",
                [.number(1_000_000), .number(1), back, .address(user.address), until]))
        #expect(try await user.units(of: token) == 99_000_000 + out)
    }

    @Test func `items have one owner, and only approved ones move them`() async throws {
        let user = try await EthereumUser.rich()
        let thief = try EthereumUser(user.chain, 10)
        _ = try await user.chain.fund(thief.address.description, "1", asset: nil)
        let items = user.chain.deployments.collection
        #expect(try await user.act(items, "mint(address)", [.address(user.address)]))
        let move: [ABIValue] = [.address(user.address), .address(thief.address), .number(1)]
        #expect(try await thief.act(items, "transferFrom(address,address,uint256)", move) == false)
        #expect(try await user.act(items, "approve(address,uint256)", [.address(thief.address), .number(1)]))
        #expect(try await thief.act(items, "transferFrom(address,address,uint256)", move))
        let owner = try await user.ask(items, "ownerOf(uint256)", [.number(1)], ["address"])
        #expect(owner?.address(0) == thief.address)
        #expect(try await user.units(of: items) == 0)
    }

    @Test func `names stand for addresses, and addresses for names`() async throws {
        let user = try await EthereumUser.rich()
        let node = try ENSName("alice.eth").node
        let registry = user.chain.deployments.registry
        let resolver = try #require(
            try await user.ask(registry, "resolver(bytes32)", [.bytes(node)], ["address"])?.address(0))
        #expect(try await user.ask(resolver, "addr(bytes32)", [.bytes(node)], ["address"])?.address(0) == other)
        let back = ENSName.reverse(of: other).node
        #expect(try await user.ask(resolver, "name(bytes32)", [.bytes(back)], ["string"]) == [.string("alice.eth")])
        #expect(
            try await user.act(resolver, "setAddr(bytes32,address)", [.bytes(node), .address(user.address)]) == false)
    }

    @Test func `a payment by a signature moves tokens once`() async throws {
        let user = try await EthereumUser.rich()
        let chain = user.chain
        let message: JSON = [
            "from": user.text, "to": .string(other.description), "value": "0x7", "validAfter": "0x0",
            "validBefore": "0x77359400", "nonce": .string("0x" + String(repeating: "ab", count: 32)),
        ]
        func fields(_ list: [(String, String)]) -> JSON {
            .array(list.map { ["name": .string($0.0), "type": .string($0.1)] })
        }
        let data: JSON = [
            "types": [
                "EIP712Domain": fields([
                    ("name", "string"), ("version", "string"), ("chainId", "uint256"), ("verifyingContract", "address"),
                ]),
                "ReceiveWithAuthorization": fields([
                    ("from", "address"), ("to", "address"), ("value", "uint256"), ("validAfter", "uint256"),
                    ("validBefore", "uint256"), ("nonce", "bytes32"),
                ]),
            ],
            "primaryType": "ReceiveWithAuthorization",
            "domain": [
                "name": "USD Coin", "version": "2", "chainId": "0x1",
                "verifyingContract": .string(chain.deployments.dollar.description),
            ],
            "message": message,
        ]
        let signature = "0x" + Hex.encode(try user.sign(TypedData(data).digest))
        let wrong = "0x" + Hex.encode(try EthereumUser(chain, 11).sign(TypedData(data).digest))
        #expect(chain.settle(data, wrong) == nil)
        #expect(chain.settle(data, signature) != nil)
        #expect(chain.settle(data, signature) == nil)
        #expect(try await user.units(of: chain.deployments.dollar, other) == 7)
    }

    @Test func `what is no contract, or no function of one, reverts with a sentence`() async throws {
        let user = try await EthereumUser.rich()
        for target in [other, user.chain.deployments.dollar] {
            let call: JSON = [["from": user.text, "to": .string(target.description), "data": "0x12345678"], "latest"]
            guard case .error(code: 3, let message, let data) = await user.chain.answer(to: "eth_call", call) else {
                Issue.record("the call of \(target) does not revert")
                continue
            }
            #expect(message.contains("simulated"))
            #expect(data?.hasPrefix("0x08c379a0") == true)
        }
    }
}
