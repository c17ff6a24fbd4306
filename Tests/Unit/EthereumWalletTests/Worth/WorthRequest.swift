import BigInt
import Bridge
import Ethereum
import Primitives

@testable import EthereumWallet

/// An exchange over a contract of today, whose guaranteed minimum is a part of what it gives.
struct WorthRequest: Sendable {
    /// How a request is made: from both amounts, in the smallest units.
    typealias Make = @Sendable (_ given: BigInt, _ least: BigInt) throws -> (method: String, params: JSON)

    let name: String

    /// Symbols of what is given and of what must come back.
    let given: String
    let received: String

    /// How many whole tokens are given, in thousandths.
    let amount: Int
    let make: Make

    /// Whether both keep the same value.
    var isPegged: Bool {
        guard let peg = Peg(symbol: given) else { return false }
        return peg == Peg(symbol: received)
    }

    /// The request that guarantees this many percent of what it gives.
    func request(_ percent: Int, at prices: TestPrices) throws -> (method: String, params: JSON) {
        let units = BigInt(amount) * Self.unit(given) / 1_000
        let fair =
            units * Self.millicents(given, prices) * Self.unit(received)
            / (Self.millicents(received, prices) * Self.unit(given))
        return try make(units, fair * BigInt(percent) / 100)
    }

    private static func unit(_ symbol: String) -> BigInt {
        BigInt(10).power(symbol == "ETH" ? 18 : token(symbol).decimals)
    }

    private static func millicents(_ symbol: String, _ prices: TestPrices) -> BigInt {
        if let share = prices.shares[symbol] {
            let base = Peg(symbol: symbol) == .ether ? prices.cents["ETH"] : 100
            return BigInt((base ?? 0) * share)
        }
        return BigInt((prices.cents[PriceFeeds.asset(of: symbol)] ?? 0) * 1_000)
    }

    static func token(_ symbol: String) -> Token {
        guard let token = KnownTokens.all.first(where: { $0.chainID == 1 && $0.symbol == symbol }) else {
            preconditionFailure("\(symbol) is a known token")
        }
        return token
    }
}

// MARK: The requests

extension WorthRequest {
    static let account = SigningWords.account
    static let stranger = "0x8617e340b3d01fa5f11f306f4090fd50e238070d"

    /// All requests: each contract with several pairs.
    static let all: [WorthRequest] =
        pairs(["ETH USDC", "WETH USDC", "USDC WETH", "WBTC USDC", "USDC DAI", "UNI USDC"]) { oneInch($0, $1) }
        + pairs(["WETH USDC", "USDC WETH", "USDT USDC", "USDC COMP", "AAVE WETH"]) { uniswapV2($0, $1) }
        + pairs(["USDC WETH", "WETH DAI", "wstETH WETH", "LINK USDC"]) { uniswapV3($0, $1) }
        + pairs(["USDC WETH", "WETH USDT", "USDC USDT"]) { universal($0, $1) }
        + pairs(["USDC WETH", "WBTC DAI"]) { universalHeld($0, $1) }
        + pairs(["USDC WETH", "WETH USDC", "stETH WETH"]) { paraSwap($0, $1) }
        + pairs(["USDC WETH", "USDC USDT", "WBTC WETH"]) { odos($0, $1) }
        + pairs(["WETH USDC", "ETH USDC", "USDC UNI"]) { kyber($0, $1) }
        + pairs(["ETH USDC", "ETH DAI"]) { ethFlow($0, $1) }
        + pairs(["WETH USDC", "USDC WETH"]) { balancer($0, $1) }
        + pairs(["USDC WETH", "USDC DAI", "USDT WETH"]) { zeroEx($0, $1) }
        + pairs(["stETH ETH"]) { _, _ in curve("0xDC24316b9AE028F1497c275EB9192a3Ea0f67022", 1, 0) }
        + pairs(["USDC DAI", "DAI USDC"]) { given, _ in
            curve("0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7", given == "USDC" ? 1 : 0, given == "USDC" ? 0 : 1)
        }
        + pairs(["USDC WETH"]) { _, _ in unoswap() }
        + pairs(["WETH USDC", "USDC COMP", "wstETH WETH", "USDC DAI", "WBTC USDC"]) { cow($0, $1) }
        + pairs(["USDC DAI", "WETH USDC", "WBTC USDC", "UNI USDC", "AAVE USDC", "wstETH WETH"]) { limitOrder($0, $1) }
        + pairs(["WETH USDC", "USDC WETH", "DAI USDC"]) { zeroExOrder($0, $1) }
        + pairs(["WETH USDC", "USDC USDT"]) { uniswapX($0, $1) }

    /// About ten thousand dollars of a token, in thousandths.
    private static let amounts = [
        "ETH": 4_900, "WETH": 3_200, "USDC": 9_000_000, "USDT": 9_000_000, "DAI": 9_000_000, "WBTC": 150,
        "UNI": 900_000, "AAVE": 90_000, "LINK": 600_000, "wstETH": 2_500, "stETH": 3_000,
    ]

    private static func pairs(_ texts: [String], _ make: (String, String) -> (String, Make)) -> [WorthRequest] {
        texts.map { text in
            let parts = text.split(separator: " ").map(String.init)
            let (name, make) = make(parts[0], parts[1])
            return WorthRequest(
                name: "\(name) \(text)", given: parts[0], received: parts[1], amount: amounts[parts[0]] ?? 1_000,
                make: make)
        }
    }

    // MARK: Transactions

    static func address(_ text: String) throws -> ABIValue { .address(try EthereumAddress(text)) }

    static func asset(_ symbol: String) throws -> ABIValue {
        symbol == "ETH" ? try address("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE") : .address(token(symbol).address)
    }

    static func send(
        _ to: String, _ function: String, _ arguments: [ABIValue], value: BigInt = 0
    ) throws -> (method: String, params: JSON) {
        let data = try ABIFunction(function).call(arguments)
        return (
            "eth_sendTransaction",
            [
                [
                    "from": .string(account), "to": .string(to), "data": .string("0x" + Hex.encode(data)),
                    "value": .string("0x" + String(value.magnitude, radix: 16)),
                ]
            ]
        )
    }

    /// 1inch’s router, with an executor of the attacker.
    private static func oneInch(_ given: String, _ received: String) -> (String, Make) {
        (
            "1inch",
            { units, least in
                try send(
                    "0x111111125421cA6dc452d289314280a0f8842A65",
                    "swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)",
                    [
                        address(stranger),
                        .tuple([
                            asset(given), asset(received), address(stranger), address(account), .number(units),
                            .number(least), .number(0),
                        ]), .bytes([0x12]),
                    ], value: given == "ETH" ? units : 0)
            }
        )
    }

    private static func uniswapV2(_ given: String, _ received: String) -> (String, Make) {
        (
            "Uniswap V2",
            { units, least in
                try send(
                    "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
                    "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
                    [
                        .number(units), .number(least), .array([asset(given), asset(received)]), address(account),
                        .number(9),
                    ])
            }
        )
    }

    private static func uniswapV3(_ given: String, _ received: String) -> (String, Make) {
        (
            "Uniswap V3",
            { units, least in
                try send(
                    "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45",
                    "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
                    [
                        .tuple([
                            asset(given), asset(received), .number(500), address(account), .number(units),
                            .number(least), .number(0),
                        ])
                    ])
            }
        )
    }

    private static func steps(_ steps: [(UInt8, [ABIValue], String)]) throws -> (method: String, params: JSON) {
        let inputs = try steps.map { step -> ABIValue in
            guard case .tuple(let types) = try ABIType(step.2) else { return .bytes([]) }
            return .bytes(try ABIEncoder.encode(step.1, as: types.map(\.type)))
        }
        return try send(
            "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af", "execute(bytes,bytes[],uint256)",
            [.bytes(steps.map(\.0)), .array(inputs), .number(1_900_000_000)])
    }

    private static func universal(_ given: String, _ received: String) -> (String, Make) {
        (
            "Universal Router",
            { units, least in
                let path = token(given).address.bytes + [0, 1, 0xF4] + token(received).address.bytes
                return try steps([
                    (
                        0,
                        [
                            address("0x0000000000000000000000000000000000000001"), .number(units), .number(least),
                            .bytes(path), .bool(true),
                        ], "(address,uint256,uint256,bytes,bool)"
                    )
                ])
            }
        )
    }

    /// The tokens go into the router first, and then all that it has is exchanged.
    private static func universalHeld(_ given: String, _ received: String) -> (String, Make) {
        (
            "Universal Router, in two steps",
            { units, least in
                let path = token(given).address.bytes + [0, 1, 0xF4] + token(received).address.bytes
                return try steps([
                    (
                        2, [asset(given), address("0x0000000000000000000000000000000000000002"), .number(units)],
                        "(address,address,uint160)"
                    ),
                    (
                        0,
                        [
                            address("0x0000000000000000000000000000000000000001"), .number(BigInt(1) << 255),
                            .number(least), .bytes(path), .bool(false),
                        ], "(address,uint256,uint256,bytes,bool)"
                    ),
                ])
            }
        )
    }

    private static func paraSwap(_ given: String, _ received: String) -> (String, Make) {
        (
            "ParaSwap",
            { units, least in
                try send(
                    "0x6A000F20005980200259B80c5102003040001068",
                    "swapExactAmountIn(address,(address,address,uint256,uint256,uint256,bytes32,address),uint256,bytes,bytes)",
                    [
                        address(stranger),
                        .tuple([
                            asset(given), asset(received), .number(units), .number(least), .number(least),
                            .bytes([UInt8](repeating: 0, count: 32)), address(account),
                        ]), .number(0), .bytes([]), .bytes([1]),
                    ])
            }
        )
    }

    private static func odos(_ given: String, _ received: String) -> (String, Make) {
        (
            "Odos",
            { units, least in
                try send(
                    "0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559",
                    "swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)",
                    [
                        .tuple([
                            asset(given), .number(units), address(stranger), asset(received), .number(least),
                            .number(least), address(account),
                        ]), .bytes([1]), address(stranger), .number(0),
                    ])
            }
        )
    }

    private static func kyber(_ given: String, _ received: String) -> (String, Make) {
        (
            "KyberSwap",
            { units, least in
                try send(
                    "0x6131B5fae19EA4f9D964eAc0408E4408b66337b5",
                    "swap((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,"
                        + "uint256,uint256,bytes),bytes))",
                    [
                        .tuple([
                            address(stranger), address(stranger), .bytes([1]),
                            .tuple([
                                asset(given), asset(received), .array([]), .array([]), .array([]), .array([]),
                                address(account), .number(units), .number(least), .number(0), .bytes([]),
                            ]), .bytes([]),
                        ])
                    ], value: given == "ETH" ? units : 0)
            }
        )
    }

    private static func ethFlow(_ given: String, _ received: String) -> (String, Make) {
        (
            "CoW Protocol’s ETH flow",
            { units, least in
                try send(
                    "0xbA3cB449bD2B4ADddBc894D8697F5170800EAdeC",
                    "createOrder((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64))",
                    [
                        .tuple([
                            asset(received), address(account), .number(units), .number(least),
                            .bytes([UInt8](repeating: 0, count: 32)), .number(0), .number(1_790_000_600), .bool(false),
                            .number(0),
                        ])
                    ], value: units)
            }
        )
    }

    private static func balancer(_ given: String, _ received: String) -> (String, Make) {
        (
            "Balancer",
            { units, least in
                let pool = (try EthereumAddress(stranger)).bytes + [UInt8](repeating: 0, count: 12)
                return try send(
                    "0xBA12222222228d8Ba445958a75a0704d566BF2C8",
                    "swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)",
                    [
                        .tuple([
                            .bytes(pool), .number(0), asset(given), asset(received), .number(units), .bytes([]),
                        ]),
                        .tuple([address(account), .bool(false), address(account), .bool(false)]), .number(least),
                        .number(1_900_000_000),
                    ])
            }
        )
    }

    private static func zeroEx(_ given: String, _ received: String) -> (String, Make) {
        (
            "0x",
            { units, least in
                try send(
                    "0xDef1C0ded9bec7F1a1670819833240f027b25EfF",
                    "transformERC20(address,address,uint256,uint256,(uint32,bytes)[])",
                    [asset(given), asset(received), .number(units), .number(least), .array([])])
            }
        )
    }

    private static func curve(_ pool: String, _ sold: BigInt, _ bought: BigInt) -> (String, Make) {
        (
            "Curve",
            { units, least in
                try send(
                    pool, "exchange(int128,int128,uint256,uint256)",
                    [.number(sold), .number(bought), .number(units), .number(least)])
            }
        )
    }

    private static func unoswap() -> (String, Make) {
        (
            "1inch unoswap",
            { units, least in
                let usdc = BigInt(token("USDC").address.description.dropFirst(2), radix: 16) ?? 0
                let pool = BigInt("20800000000000000000000088e6a0c2ddd26feeb64f039a2c41296fcb3f5640", radix: 16) ?? 0
                return try send(
                    "0x111111125421cA6dc452d289314280a0f8842A65", "unoswap(uint256,uint256,uint256,uint256)",
                    [.number(usdc), .number(units), .number(least), .number(pool)])
            }
        )
    }
}
