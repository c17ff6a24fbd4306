import BigInt
import Ethereum
import Primitives
import Testing

@Suite struct ABIFunctionTests {
    @Test(arguments: [
        ("transfer(address to, uint256 amount)", "a9059cbb"),
        ("function transfer(address,uint)", "a9059cbb"),
        ("approve(address spender,uint256 value)", "095ea7b3"),
        ("setApprovalForAll(address,bool)", "a22cb465"),
        ("deposit()", "d0e30db0"),
        ("safeTransferFrom(address,address,uint256,bytes calldata data)", "b88d4fde"),
        ("multicall(bytes[] calldata data)", "ac9650d8"),
        ("exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)", "b858183f"),
        ("exactInput(tuple(bytes,address,uint256,uint256) params)", "b858183f"),
    ])
    func `the selector depends only on the types`(text: String, selector: String) throws {
        #expect(Hex.encode(try ABIFunction(text).selector) == selector)
    }

    @Test(arguments: [
        "", "transfer", "transfer(", "transfer)", "transfer(address", "transfer(address,)", "(address)",
        "transfer(address)x", "1transfer(address)", "transfer(address))", "transfer((address)", "transfer(address[)",
        "transfer(address]", "transfer(address to to)", "transfer(address;uint256)",
    ])
    func `an invalid signature is refused`(text: String) {
        #expect(throws: EthereumError.self) { try ABIFunction(text) }
    }

    @Test(arguments: [
        "uint7", "uint0", "uint264", "uint08", "int", "uintx", "bytes0", "bytes33", "Address", "fixed128x18",
        "function",
        "()", "uint256[0]", "uint256[01]", "uint256[-1]", "uint256[1000000000]", "()[]", "address payable[x]",
    ])
    func `an unknown type is refused`(text: String) throws {
        guard text != "int" else {
            #expect(try ABIType(text) == .int(256))
            return
        }
        #expect(throws: EthereumError.self) { try ABIType(text) }
    }

    @Test(arguments: [
        String(repeating: "(", count: 20) + "bool" + String(repeating: ")", count: 20),
        "bool" + String(repeating: "[]", count: 20), "uint256[100000][100000]", "uint256[99999]",
        "(" + String(repeating: "bool,", count: 600) + "bool)", String(repeating: "a", count: 20_000),
    ])
    func `a type with an unbounded size is refused`(text: String) {
        #expect(throws: EthereumError.self) { try ABIType(text) }
    }

    @Test func `parameter names are kept, also in tuples`() throws {
        let function = try ABIFunction("f((address token, uint96[2] amounts)[] items, bytes data)")
        #expect(function.signature == "f((address,uint96[2])[],bytes)")
        #expect(function.parameters.map(\.name) == ["items", "data"])
        guard case .array(.tuple(let components), nil) = function.parameters[0].type else {
            Issue.record("not an array of tuples")
            return
        }
        #expect(components.map(\.name) == ["token", "amounts"])
    }

    @Test func `an encoded call decodes to the same arguments`() throws {
        let function = try ABIFunction("f(address to, uint256 amount, string note)")
        let to = try EthereumAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
        let arguments: [ABIValue] = [.address(to), .number(BigInt(1) << 255), .string("hallo")]
        let data = try function.call(arguments)
        #expect(try function.arguments(of: data) == arguments)
        #expect(throws: EthereumError.abi(.signature)) { try function.arguments(of: [0, 0, 0, 0] + data.dropFirst(4)) }
        #expect(throws: EthereumError.abi(.value)) { try function.call([.address(to), .number(-1), .string("")]) }
        #expect(throws: EthereumError.abi(.value)) { try function.call([.address(to)]) }
    }
}
