import BigInt
import Bitcoin
import Bridge
import Testing
import WalletCore

/// One reader for the payment links of all networks: the right asset and amount, or the part that stops it.
@Suite struct AskedPaymentTests {
    private static let segWit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let testSegWit = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"
    private static let cash = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
    private static let tokenCash = "zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w"
    private static let category = String(repeating: "ab", count: 32)
    private static let tether = "0xdAC17F958D2ee523a2206206994597C13D831ec7"
    private static let shop = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
    private static let bitcoinCoin = "bip122:000000000019d6689c085ae165831e93/slip44:0"
    private static let cashCoin = "bip122:000000000000000000651ef99cb9fcbe/slip44:145"
    private static let cashToken = "bip122:000000000000000000651ef99cb9fcbe/token:\(category)"

    @Test(
        arguments: [
            ("bitcoin:\(segWit)?amount=0.001&label=Shop", bitcoinCoin, segWit, 100_000, "Shop"),
            (
                "BITCOIN:\(segWit.uppercased())?AMOUNT=0.001&LABEL=Shop", bitcoinCoin, segWit.uppercased(), 100_000,
                "Shop"
            ),
            ("bitcoin:\(segWit)?Amount=0.001&pj=https://pay.example/%23ohttp", bitcoinCoin, segWit, 100_000, nil),
            ("bitcoin://\(segWit)?amount=1", bitcoinCoin, segWit, 100_000_000, nil),
            ("ethereum://\(shop)@1?value=1", "eip155:1/slip44:60", shop, 1, nil),
            ("bitcoin:?bc=\(segWit)&amount=1", bitcoinCoin, segWit, 100_000_000, nil),
            ("BITCOIN:?BC=\(segWit.uppercased())", bitcoinCoin, segWit.uppercased(), nil, nil),
            ("bitcoin:\(segWit)?lightning=lnbc1&lno=x&sp=sp1x", bitcoinCoin, segWit, nil, nil),
            ("bitcoincash:\(cash)?amount=0.5&message=Tea", cashCoin, cash, 50_000_000, nil),
            ("bitcoincash:\(tokenCash)?c=\(category)&ft=100", cashToken, tokenCash, 100, nil),
            ("BITCOINCASH:\(tokenCash)?C=\(category)&FT=100&LABEL=Shop", cashToken, tokenCash, 100, "Shop"),
            ("bitcoincash:\(tokenCash)?c=\(category)", cashToken, tokenCash, nil, nil),
            ("ethereum:\(shop)?value=2.014e18", "eip155:1/slip44:60", shop, 2_014_000_000_000_000_000, nil),
            ("ethereum:pay-\(shop)@137?value=1E+3&label=Shop&message=Tea", "eip155:137/slip44:60", shop, 1_000, "Shop"),
            (
                "ethereum:\(tether)@1/transfer?address=\(shop)&uint256=9.55e6&gasPrice=1&label=Bitrefill%20order",
                "eip155:1/erc20:\(tether)", shop, 9_550_000, "Bitrefill order"
            ),
        ] as [(String, String, String, UInt64?, String?)])
    func `a link asks for an asset, a recipient and an amount`(
        text: String, asset: String, address: String, units: UInt64?, label: String?
    ) throws {
        let asked = try AskedPayment(text)
        #expect(asked.assets.map(\.description) == [asset])
        #expect(asked.address == address)
        #expect(asked.units == units.map { BigUInt($0) })
        #expect(asked.label == label)
    }

    @Test(arguments: [
        ("BITCOIN:?LIGHTNING=LNBC1", "Lightning"), ("bitcoin:?lno=lno1x", "Lightning"),
        ("bitcoin:?sp=sp1x", "silent payment"), ("bitcoin:?amount=1", "no recipient"),
        ("bitcoin:\(segWit)?req-somethingyoudontunderstand=50", "does not support"),
        ("bitcoincash:\(cash)?op_return_raw=04", "data in the transaction"),
        ("bitcoincash:\(cash)?c=\(category)&ft=100", "cannot receive tokens"),
        ("bitcoincash:\(tokenCash)?c=\(category)&ft=100&amount=0.001", "tokens and coins"),
        ("bitcoincash:\(tokenCash)?ft=100", "not specified correctly"),
        ("bitcoincash:\(tokenCash)?c=abcd&ft=100", "not specified correctly"),
        ("bitcoincash:\(tokenCash)?c=\(category)&ft=0", "not specified correctly"),
        ("bitcoincash:\(tokenCash)?c=\(category)&ft=9223372036854775808", "not specified correctly"),
        ("bitcoincash:\(tokenCash)?c=\(category)&ft=1.5", "not specified correctly"),
        ("bitcoincash:\(tokenCash)?c=\(category)&nft=00", "non-fungible"),
        ("bitcoincash:?r=https://pay.example/i/1", "invoice"),
        ("bitcoin:\(segWit)?amount=50,000.00", "amount"), ("bitcoin:\(segWit)?amount=1e-3", "amount"),
        ("bitcoin:///\(segWit)", "not well formed"), ("bitcoin://\(segWit)/", "not well formed"),
        ("ethereum:vitalik.eth?value=1", "name instead of an address"),
        ("ethereum:\(shop)?data=0x00", "does not support"), ("ethereum:\(shop)?amount=0.1", "does not support"),
        ("ethereum:\(tether)/approve?address=\(shop)&uint256=1", "function other than transfer"),
    ])
    func `the part that stops a payment is reported`(text: String, part: String) {
        let error = #expect(throws: RPCError.self) { try AskedPayment(text) }
        #expect(error?.sentence.contains(part) == true, "\(error?.sentence ?? "")")
    }

    @Test func `an address of test networks means the one in use, or each that has such addresses`() throws {
        let text = "bitcoin:\(Self.testSegWit)?amount=0.001"
        #expect(try AskedPayment(text).assets == [UTXOChain.testnet4.coin, UTXOChain.signet.coin])
        #expect(try AskedPayment(text, on: UTXOChain.signet.chainID).assets == [UTXOChain.signet.coin])
        #expect(try AskedPayment(text, on: UTXOChain.bitcoin.chainID).assets.count == 2)
        // A link for coins with value stays one.
        #expect(
            try AskedPayment("bitcoin:\(Self.segWit)", on: UTXOChain.signet.chainID).assets == [UTXOChain.bitcoin.coin])
    }

    @Test func `the account in use pays before others, and one with keys before one without`() throws {
        let asked = try AskedPayment("bitcoin:\(Self.segWit)")
        func summary(_ address: String, isWatchOnly: Bool = false, isOther: Bool = false) throws -> AccountSummary {
            let asset = HeldAsset(UTXOChain.bitcoin.coin, symbol: "BTC", decimals: 8, isVouchedFor: true)
            var summary = AccountSummary(
                AccountID(chain: UTXOChain.bitcoin.chainID, address: address), name: address, chainName: "Bitcoin",
                isWatchOnly: isWatchOnly, balances: [AssetBalance(asset, state: .current)])
            summary.isOfOtherAccount = isOther
            return summary
        }
        let all = [
            try summary("watched", isWatchOnly: true), try summary("other", isOther: true), try summary("mine"),
        ]
        #expect(try asked.payer(among: all).account.name == "mine")
        #expect(try asked.payer(among: Array(all.prefix(2))).account.name == "other")
        #expect(try asked.payer(among: Array(all.prefix(1))).account.name == "watched")
        #expect(throws: RPCError.self) { try asked.payer(among: []) }
        let token = try AskedPayment("bitcoincash:\(Self.tokenCash)?c=\(Self.category)&ft=1")
        #expect(throws: RPCError.self) { try token.payer(among: all) }
    }
}
