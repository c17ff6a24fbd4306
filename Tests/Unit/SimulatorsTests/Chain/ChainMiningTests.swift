import BigInt
import Simulators
import Testing

@Suite(.timeLimit(.minutes(15))) struct ChainMiningTests {
    @Test func `a chain that mines by itself puts what waits into a block`() async throws {
        let chain = EthereumChain(chainID: 1_337)
        chain.setMining(.onDemand)
        let (blocks, news) = AsyncStream<String>.makeStream()
        chain.events.watch { line in if line.contains(": block ") { news.yield(line) } }
        chain.mineByItself()
        let hash = try chain.act(as: chain.deployments.faucet, to: chain.deployments.producer, value: 1)
        #expect(await blocks.first { $0.hasSuffix("with 1 transactions") } != nil)
        #expect(chain.succeeded(hash) == true)
    }

    @Test func `further blocks are mined at an interval`() async throws {
        let chain = EthereumChain(chainID: 1_337)
        let (blocks, news) = AsyncStream<String>.makeStream()
        chain.events.watch { line in if line.contains(": block ") { news.yield(line) } }
        chain.mineByItself(every: .milliseconds(1))
        var count = 0
        for await _ in blocks {
            count += 1
            if count == 3 { break }
        }
        #expect(count == 3)
    }
}
