import Bridge
import Ethereum
import Foundation
import Keys
import Primitives
import Logging
import WalletConnectPay
import TestServers
import Simulators
import Network

/// The client at a gateway that listens, with a key that signs; what they say is written where the check wants it.
struct GatewayVisit {
    let gateway: GatewaySimulator
    let client: PayClient
    let clock: QuickClock
    private let key = [UInt8](repeating: 7, count: 32)

    /// Creates a visit; without a name nothing is written.
    init(_ name: String? = nil, sender: any HTTPSender = WebClient()) async throws {
        var configuration = GatewaySimulator.Configuration()
        if let name, let folder = ProcessInfo.processInfo.environment["DRAWBRIDGE_RECORDS"] {
            configuration.record = "\(folder)/client-\(name).jsonl"
        }
        gateway = try GatewaySimulator(configuration)
        try await gateway.start(port: QuietPort.take())
        var access = PayClient.Configuration(appID: "app-1")
        access.baseURL = gateway.address
        access.log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        // A wait takes no time.
        clock = QuickClock()
        client = try PayClient(access, sender: sender, time: clock.time, retry: RetryRule())
    }

    func accounts(on chains: [Int] = [8453, 137, 1]) throws -> [AccountID] {
        let address = EthereumAddress(try PrivateKey(SecretBytes(copying: key)).publicKey())
        return try chains.map { try AccountID("eip155:\($0):\(address)").orThrow }
    }

    func make(_ plan: PaymentPlan) throws -> PaymentID { try PaymentID(gateway.make(plan)).orThrow }

    func options(of payment: PaymentID) async throws -> PaymentOptions {
        try await client.options(for: payment, accounts: try accounts(), includeInfo: true)
    }

    /// What a wallet hands in for `actions`: a signature for typed data, a hash for a transaction.
    func results(for actions: [PaymentAction]) throws -> [String] {
        try actions.map { action in
            guard case .rpc(_, "eth_signTypedData_v4", let parameters) = action else {
                return "0x" + String(repeating: "cd", count: 32)
            }
            let digest = try TypedData(parameters[1] ?? .null).digest
            return "0x" + Hex.encode(try PrivateKey(SecretBytes(copying: key)).sign(digest).encoded)
        }
    }

    /// Pays by the first option, from its actions to the last status; a lost answer is recovered from the status.
    func pay(_ payment: PaymentID, data: [CollectedField]? = nil) async throws -> ConfirmResult {
        let option = try await options(of: payment).options.first.orThrow
        let results = try results(for: await client.actions(of: payment, option: option.id))
        var result: ConfirmResult
        do throws(PayError) {
            result = try await client.confirm(
                payment, option: option.id, signatures: results, collectedData: data, maxPollMs: 1000)
        } catch .outcomeUnknown {
            result = try await client.status(of: payment, maxPollMs: 1000)
            guard result.status != .requiresAction else { throw PayError.outcomeUnknown }
        }
        while !result.isFinal { result = try await client.status(of: payment, maxPollMs: 1000) }
        return result
    }
}
