import Simulators
import WindowTesting

/// A simulated Polygon, on which the demo account and that of ``/WindowTesting/Sample`` have coins and USDT.
struct PayingChain {
    let chain = EthereumChain(chainID: 137)
    private let before: Int

    init() async throws {
        for account in ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", Sample.address] {
            for (amount, asset) in [("10", nil), ("100", "USDT")] as [(String, String?)] {
                _ = try await chain.fund(account, amount, asset: asset)
            }
        }
        before = chain.transactionCount
        try await chain.start()
    }

    /// How many transactions were sent to it.
    var sent: Int { chain.transactionCount - before }
}
