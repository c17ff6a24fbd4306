import ArgumentParser
import Bitcoin
import Bridge
import Dispatch
import Ethereum
import Foundation
import LocalServer
import Simulators
import Synchronization
import WalletTerminal

/// `drawbridge-dev chain`: simulated chains with their servers, for trying things out and for tests of dapps.
struct ChainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chain", abstract: "Serve simulated chains on this computer: Ethereum, Bitcoin and Bitcoin Cash.",
        discussion: """
            Serves a node of Ethereum (JSON-RPC over HTTP and WebSocket) with tokens, a router, Permit2, Multicall3 and \
            ENS, and Electrum servers of the regression test networks of Bitcoin and Bitcoin Cash, all at 127.0.0.1. \
            Beside them are a shop with a payment service whose payments move tokens of the chain, and merchants whose \
            invoices are paid with coins. \
            Prints their addresses and a line for each event. JSON-RPC requests to the control address fund accounts, \
            mine blocks, set the time, keep and restore states, replace blocks, and make servers fail; see \
            docs/how-to/test-a-page.md. Nothing here has any value. Everything is gone when the program ends, \
            unless --snapshot names a file that keeps it.
            """)

    @Option(help: "The port of the Ethereum node; 0 for any free port.") var port: Int = 0
    @Option(help: "The port of the control interface; 0 for any free port.") var controlPort: Int = 0
    @Option(help: "The chain ID of the Ethereum chain.") var chainID: UInt64 = 1_337
    @Option(
        help: ArgumentHelp(
            "An address that gets coins, and on Ethereum tokens too; can be repeated.", valueName: "address"))
    var fund: [String] = []
    @Option(
        help: ArgumentHelp(
            "A file for the state of the chains: it is read at the start if it exists, and written when the program is "
                + "told to end (SIGINT, SIGTERM) or to save.", valueName: "file"))
    var snapshot: String?
    @Flag(help: "Mine blocks only when the control interface is told to.") var onDemand = false
    @Flag(help: "Serve only the Ethereum chain, with its shop.") var onlyEthereum = false
    @Option(help: "A certificate in PEM for the merchants: https, and invoices of BIP-70; with --key.")
    var certificate: String?
    @Option(help: "The key of the certificate, in PEM.") var key: String?
    @Option(help: "The name of this machine in the merchants' addresses.") var host = "127.0.0.1"
    @Flag(help: "Print a JSON object for each line.") var json = false

    func validate() throws {
        guard (0...65_535).contains(port), (0...65_535).contains(controlPort) else {
            throw ValidationError("A port must be 0 to 65535.")
        }
        guard (1...EthereumTransaction.largestChainID).contains(chainID) else {
            throw ValidationError("The chain ID is not valid.")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key must be used together.")
        }
    }

    func run() throws {
        let served = Served()
        Task {
            do {
                let chains = try await Chains(self)
                served.chains.withLock { $0 = chains }
                chains.saveAtTheEnd()
                chains.announce(asJSON: json)
                // What the file has was paid before.
                if !chains.isRestored { for address in fund { try await chains.fund(address) } }
            } catch {
                Console.complain("\(error)")
                Foundation.exit(2)
            }
        }
        // Servers end with what owns them.
        withExtendedLifetime(served) { dispatchMain() }
    }

    /// The chains, once they are served.
    private final class Served: Sendable {
        let chains = Mutex<Chains?>(nil)
    }

    /// The chains that are served, until the program ends.
    private final class Chains: Sendable {
        private let ethereum: EthereumChain
        private let coins: [CoinSimulator]
        private let control: ChainControl
        private let controlPort: Int
        private let gateway: GatewaySimulator
        private let shop: ShopSimulator
        private let merchants: [(name: String, merchant: MerchantSimulator)]
        private let file: ChainSnapshotFile?
        private let signals = Mutex<[any DispatchSourceSignal]>([])

        /// Whether the chains go on from a file.
        let isRestored: Bool

        init(_ command: ChainCommand) async throws {
            ethereum = EthereumChain(chainID: command.chainID)
            try await ethereum.start(port: command.port)
            if command.onDemand { ethereum.setMining(.onDemand) }
            coins =
                command.onlyEthereum
                ? [] : [try await CoinSimulator(isBitcoin: true), try await CoinSimulator(isBitcoin: false)]
            let all: [any SimulatedLedger] = [ethereum] + coins
            file = command.snapshot.map { ChainSnapshotFile($0) }
            isRestored = try await file?.read(into: all) ?? false
            control = ChainControl(all, file: file)
            controlPort = try await control.start(port: command.controlPort)
            gateway = try GatewaySimulator(.init(on: [ethereum]))
            try await gateway.start()
            shop = ShopSimulator(gateway: gateway, on: ethereum)
            try await shop.start()
            merchants = try await Self.merchants(on: coins, command)
            let isJSON = command.json
            for ledger in all {
                ledger.events.watch { line in
                    Console.say(isJSON ? (["event": .string(line)] as JSON).text : line)
                }
            }
        }

        /// A merchant for each chain of coins.
        private static func merchants(
            on coins: [CoinSimulator], _ command: ChainCommand
        ) async throws -> [(name: String, merchant: MerchantSimulator)] {
            var (signer, identity): (MerchantSigner?, ServerIdentity?) = (nil, nil)
            if let certificate = command.certificate, let key = command.key {
                let files = (chain: try CommandFile.bytes(certificate), key: try CommandFile.bytes(key))
                signer = try MerchantSigner(chain: files.chain, key: files.key)
                identity = ServerIdentity(chain: files.chain, key: files.key)
            }
            // An address whose key nobody has.
            let receiver = Destination.publicKey(hash: [UInt8](repeating: 7, count: 20))
            var merchants: [(String, MerchantSimulator)] = []
            for chain in coins {
                let network: UTXOChain = chain.name == "bitcoin" ? .regtest : .cashRegtest
                let merchant = try MerchantSimulator(
                    host: command.host, address: receiver.address(on: network) ?? "", chain: chain, signer: signer)
                try await merchant.start(identity: identity)
                merchants.append(("\(chain.name)Merchant", merchant))
            }
            return merchants
        }

        /// Writes the file before a signal ends the program.
        func saveAtTheEnd() {
            guard let file else { return }
            let all: [any SimulatedLedger] = [ethereum] + coins
            signals.withLock { signals in
                for number in [SIGINT, SIGTERM] {
                    signal(number, SIG_IGN)
                    let source = DispatchSource.makeSignalSource(signal: number)
                    source.setEventHandler {
                        Task {
                            do {
                                try await file.write(all)
                                Foundation.exit(0)
                            } catch {
                                Console.complain("\(error)")
                                Foundation.exit(1)
                            }
                        }
                    }
                    source.resume()
                    signals.append(source)
                }
            }
        }

        private var addresses: [(name: String, address: String)] {
            [("ethereum", ethereum.address)] + coins.map { ($0.name, $0.address) }
                + [
                    ("control", "http://127.0.0.1:\(controlPort)"), ("gateway", gateway.address),
                    ("shop", shop.address),
                ] + merchants.map { ($0.name, "\($0.merchant.site)/i/1") }
        }

        /// Prints the addresses of the servers and of the contracts.
        func announce(asJSON: Bool) {
            let contracts = ethereum.deployments.list.map { ($0.name, $0.address.description) }
            guard asJSON else {
                for (name, address) in addresses { Console.say("\(name) \(address)") }
                for (name, address) in contracts { Console.say("\(name) \(address)") }
                return
            }
            var (servers, places) = (JSONObject(), JSONObject())
            for (name, address) in addresses { servers[name] = .string(address) }
            for (name, address) in contracts { places[name] = .string(address) }
            let ready: JSON = [
                "servers": .object(servers), "contracts": .object(places),
                "chainId": .string(Quantity.text(ethereum.chainID)),
            ]
            Console.say(ready.text)
        }

        /// Pays to an address: coins, and tokens if it is one of Ethereum.
        func fund(_ address: String) async throws {
            guard (try? EthereumAddress(address)) == nil else {
                for (amount, asset) in DemoShop.funds { _ = try await ethereum.fund(address, amount, asset: asset) }
                return
            }
            for chain in coins where (try? await chain.fund(address, "10", asset: nil)) != nil { return }
            throw ValidationError("\(address.prefix(100)) is not an address of these chains.")
        }
    }
}
