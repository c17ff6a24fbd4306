import Bitcoin
import Bridge
import Keys
import EthereumWallet
import BitcoinWallet
import WalletMethods
import WalletCore

extension Gallery {
    private static let recipient = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
    private static let tokenRecipient = "simpleledger:qpm2qsznhks23z7629mms6s4cwef74vcwvg3pncxyr"
    private static let bitcoinRecipient = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

    private static func own(_ path: String, on utxoChain: UTXOChain) throws -> Script {
        try Destination(DemoKeys().publicKey(at: DerivationPath(path)), on: utxoChain).script
    }

    /// Payments with coins and tokens, invoices, and tokens that are made.
    func showCoins() async throws {
        try await coins[.bitcoinCash]?.pay(1_000_000, to: Self.own("m/44'/145'/0'/0/0", on: .bitcoinCash))
        try await coins[.bitcoin]?.pay(1_000_000, to: Self.own("m/84'/0'/0'/0/0", on: .bitcoin))
        try await take("connect-bch") { try await link("getAddress", ["protocol": "BCH"]) }
        try await take("pay-bch") {
            try await link("sendAssets", ["to": .string(Self.recipient), "protocol": "BCH", "value": "0.004"])
        }
        try await take("pay-btc") {
            try await link("sendAssets", ["to": .string(Self.bitcoinRecipient), "protocol": "BTC", "value": "0.004"])
        }
        let token = try await token()
        try await take("pay-slp") {
            try await link(
                "sendAssets",
                [
                    "to": .string(Self.tokenRecipient), "protocol": "SLP", "value": "12.5", "assetId": .string(token),
                ])
        }
        try await take("create-token") {
            try await link(
                "createToken",
                [
                    "name": "Example Points", "symbol": "POINT", "decimals": 2, "initialSupply": "1000000",
                    "tokenReceiverAddress": .string(services.activeAccount.address(.simpleLedger)),
                    "documentUri": "https://shop.example/points",
                ])
        }
        try await take("invoice-ask") { try await link("payInvoice", ["url": "https://pizza.example/i/7"]) }
        try await take("invoice-pay", after: 1) { try await link("payInvoice", ["url": "https://pizza.example/i/7"]) }
    }

    /// A token of which the wallet has 50.00.
    private func token() async throws -> String {
        guard let server = coins[.bitcoinCash] else { return "" }
        let genesis = SLPMessage.genesis(
            .fungible, try SLPGenesis(ticker: "EX", name: "Example", decimals: 2, quantity: 1_000_000))
        let source = await server.pay(546, to: Script([0x51]), others: [Output(0, to: genesis.script)])
        let message = SLPMessage.send(.fungible, token: source.transaction, quantities: [5_000, 995_000])
        await server.add(
            BitcoinTransaction(
                inputs: [.init(source)],
                outputs: [
                    Output(0, to: message.script), Output(546, to: try Self.own("m/44'/245'/0'/0/0", on: .bitcoinCash)),
                    Output(546, to: Script([0x51])),
                ]))
        return source.transaction.description
    }
}
