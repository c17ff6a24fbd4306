import ClearSigning
import Ethereum
import TestSupport
import Testing

@Suite struct DescriptorVectorsTests {
    @Test func `every descriptor of the repository is valid`() throws {
        let book = try DescriptorVectors.book()
        #expect(book.refused == [])
        #expect(book.count == 756)
    }

    @Test func `the registry's tests pass, and each exception is listed with its reason`() throws {
        let book = try DescriptorVectors.book()
        let tokens = try DescriptorVectors.tokens()
        let tests = try DescriptorVectors.tests()
        var shown = 0
        for test in tests {
            let isExpected = test.display(book, tokens: tokens).map { test.expects($0) } ?? false
            let reason = Self.reasons[test.name]
            #expect(isExpected == (reason == nil), "\(test.name): \(reason.map { "\($0)" } ?? "not as expected")")
            if isExpected { shown += 1 }
        }
        #expect(tests.count == 195)
        #expect(shown == 143)
        #expect(Self.reasons.count == 52)
        Suites.record("erc7730", cases: shown)
    }

    /// Why a test of the registry shows something else here than on a device.
    private enum Reason {
        /// The call has extra bytes at the end, such as a tag of the sending app: it is not treated as the original
        /// call.
        case trailing
        /// An address in the message has a wrong checksum: the message is refused.
        case checksum
        /// The device shows a name from a name service, or the name of a token in place of an address.
        case names
        /// The test's texts are incomplete: lines, labels or letters are missing.
        case scan
        /// The device does not know a token of a list, shows a date before the common era, or omits the sender.
        case device
    }

    private static let reasons: [String: Reason] = {
        let named: [Reason: [String]] = [
            .trailing: [
                "1inch/calldata-AggregationRouterV3#1", "1inch/calldata-AggregationRouterV4#0",
                "morpho/calldata-MorphoBundlerV3#0", "morpho/calldata-gauntlet-gteUSDc#0",
                "morpho/calldata-gauntlet-gtusdcf#1",
                "morpho/calldata-steakhouse_financial-steakPYUSD#0",
            ],
            .checksum: [
                "degate/eip712-degate#0", "degate/eip712-degate#1", "degate/eip712-degate#2",
                "opensea/eip712-opensea#0", "rarible/eip712-rarible-erc-1155#0", "smartcredit/eip712-smartcredit#0",
                "tally/eip712-tally-ethereum-ens-token#0", "uniswap/eip712-UniswapX-DutchOrder#0",
            ],
            .names: [
                "aave/calldata-lpv2#1", "aave/calldata-lpv2#2", "lombard/calldata-lbtc-mainnet#3",
                "morpho/calldata-MorphoBlue#0", "morpho/calldata-MorphoBlue#1", "morpho/calldata-MorphoBlue#2",
                "morpho/calldata-MorphoBlue#3", "morpho/calldata-MorphoBlue#4", "morpho/calldata-MorphoBlue#5",
                "morpho/calldata-gauntlet-mhyETH#1", "morpho/calldata-leadblock-USDC-RWA#2",
                "morpho/calldata-steakhouse_financial-bbqUSDT#2", "morpho/calldata-steakhouse_financial-bbqUSDT#3",
            ],
            .scan: [
                "1inch/calldata-AggregationRouterV3#0", "1inch/calldata-AggregationRouterV5#0",
                "kiln/calldata-kiln-fee-splitter-factory#0", "lifi/calldata-LIFIDiamond#1",
                "lifi/calldata-LIFIDiamond#4", "lifi/calldata-LIFIDiamond#6",
                "paraswap/calldata-AugustusSwapper-v6.2#0", "paraswap/calldata-AugustusSwapper-v6.2#1",
                "paraswap/calldata-AugustusSwapper-v6.2#2", "paraswap/calldata-AugustusSwapper-v6.2#3",
                "paraswap/calldata-AugustusSwapper-v6.2#4", "paraswap/calldata-AugustusSwapper-v6.2#5",
                "paraswap/calldata-AugustusSwapper-v6.2#6", "paraswap/calldata-AugustusSwapper-v6.2#7",
                "paraswap/calldata-AugustusSwapper-v6.2#8", "permit/eip712-permit-arbitrum-usds#0",
                "permit/eip712-permit-avalanche_c_chain-yetiswap#0", "safe/calldata-SafeL2-1.3.0#0",
                "uniswap/calldata-UniswapV3Router02#0", "uniswap/calldata-UniswapV3Router02#2",
                "uniswap/calldata-UniswapV3Router02#3", "uniswap/eip712-UniswapX-LimitOrder#0",
            ],
            .device: [
                "permit/eip712-permit-polygon-aave-weth#0", "safe/calldata-SafeL2-1.3.0#1",
                "uniswap/eip712-uniswap-permit2#1",
            ],
        ]
        var reasons: [String: Reason] = [:]
        for (reason, names) in named { for name in names { reasons[name] = reason } }
        return reasons
    }()
}
