import Bridge
import Ethereum
import EthereumWallet
import Harness
import HeadlessWallet
import Network
import Simulators
import WalletCore

/// The wallet of `drawbridge-dev test --chain`: the demo wallet whose node of Ethereum is a simulated chain in this process.
enum PracticeWallet {
    /// The address by which the wallet knows its node; nothing listens there.
    private static let address = "http://127.0.0.1:1"

    /// Creates a wallet with a chain of its own, on which the demo account has coins and tokens.
    @MainActor static func make(_ gate: Gate, _ eventBus: EventBus, _ settings: Settings) -> TestWallet {
        let chain = EthereumChain(chainID: Chain.ethereum.id)
        let control = ChainControl([chain])
        let start = Task {
            for (amount, asset) in DemoShop.funds { _ = try? await chain.fund(Journey.account, amount, asset: asset) }
        }
        var endpoints = settings.endpoints
        endpoints[Chain.ethereum.id] = try? Endpoint(address)
        let sender = ChainSender(chain: chain, start: start)
        let chains = ChainBook(settings.allChains, endpoints: endpoints) { JSONRPCNode($0, sender: sender) }
        var wallet = TestCommand.wallet(gate, eventBus, chains)
        wallet.controlChain = { order, params throws(RPCError) in
            await start.value
            if order == "automine" {
                chain.setMining(params["isImmediate"] == false ? .onDemand : .immediate)
                return .null
            }
            let answer = await control.answer(
                ["jsonrpc": "2.0", "id": 1, "method": .string(order), "params": params])
            if let message = answer["error"]?["message"]?.string { throw RPCError(.invalidParameters, message) }
            return answer["result"] ?? .null
        }
        return wallet
    }

    /// Sends the wallet's requests to the chain's node without a connection.
    private struct ChainSender: HTTPSender {
        let chain: EthereumChain
        let start: Task<Void, Never>

        func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
            await start.value
            switch await chain.answer(request.body) {
            case .answer(let answer): return HTTPResponse(status: 200, body: answer.bytes)
            case .silence:
                try? await Task.sleep(for: request.timeLimit)
                throw .timedOut
            case .close: throw .closed
            }
        }
    }
}
