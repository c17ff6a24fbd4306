import Bitcoin
import BitcoinWallet
import Ethereum
import EthereumWallet
import Messages
import Network
import Simulators
import WalletWindow
import WalletCore

/// The simulated networks of a practice wallet, for as long as this object exists.
final class PracticeChainSet: Sendable {
    /// The networks, as the wallet uses them.
    let network: PracticeNetwork

    private static let chain = Chain(
        id: 1_337, name: localized("Practice Ethereum"), symbol: "tETH", isWellKnown: true, isTest: true)

    /// How long a transaction waits for its block, and the time between further blocks: as short as a newcomer's patience.
    private static let (delay, interval) = (Duration.seconds(6), Duration.seconds(30))

    /// Starts the networks, on which blocks are mined by themselves.
    ///
    /// - Parameter folder: The folder of the wallet.
    /// - Throws: Why they cannot be served.
    init(in folder: String) async throws {
        let ethereum = EthereumChain(chainID: Self.chain.id)
        try await ethereum.start()
        ethereum.setMining(.onDemand)
        let bitcoin = try await CoinSimulator(isBitcoin: true)
        let cash = try await CoinSimulator(isBitcoin: false)
        let ledgers: [String: any SimulatedLedger] = [
            Self.chain.caip: ethereum, UTXOChain.regtest.chain: bitcoin, UTXOChain.cashRegtest.chain: cash,
        ]
        ethereum.mineByItself(after: Self.delay, every: Self.interval)
        bitcoin.mineByItself(after: Self.delay, every: Self.interval)
        cash.mineByItself(after: Self.delay, every: Self.interval)
        network = PracticeNetwork(
            coins: [.regtest: bitcoin, .cashRegtest: cash].compactMapValues { LineAddress($0.address) },
            chain: Self.chain, node: try Endpoint(ethereum.address), tokens: Self.tokens(ethereum.deployments),
            contacts: try Self.contacts(), folder: folder
        ) { amount, token, address, chain in
            _ = try? await ledgers[chain]?.fund(address, amount, asset: token)
        }
    }

    private static func tokens(_ contracts: EVMDeployments) -> [Token] {
        [
            Token(chainID: chain.id, address: contracts.dollar, symbol: "USDC", decimals: 6, isVouchedFor: true),
            Token(chainID: chain.id, address: contracts.token, symbol: "PRACT", decimals: 18, isVouchedFor: true),
        ].compactMap(\.self)
    }

    /// A contact on each network.
    private static func contacts() throws -> [Contact] {
        let bitcoin = try Destination("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", on: .bitcoin)
        let cash = try Destination("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", on: .bitcoinCash)
        let name = localized("Practice shop")
        return [
            (UTXOChain.regtest.chain, bitcoin.address(on: .regtest)),
            (UTXOChain.cashRegtest.chain, cash.address(on: .cashRegtest)),
            (chain.caip, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
        ].compactMap { chain, address in address.map { Contact(chain: chain, address: $0, name: name) } }
    }
}
