import Bridge
import Testing

@testable import WalletConnect

@Suite(.timeLimit(.minutes(1))) struct NewsBufferTests {
    private let topics = (0..<10).compactMap { Topic(String(repeating: "\($0)", count: 64)) }

    private func news(_ number: Int) -> SessionNews { .expired(topics[number]) }

    @Test func `a reader that is behind loses the oldest, in number and in bytes`() async {
        let few = NewsBuffer(most: 3, mostBytes: .max)
        for number in 0..<10 { few.add(news(number), size: 1) }
        few.finish()
        var read: [SessionNews] = []
        for await news in few.stream() { read.append(news) }
        #expect(read == [news(7), news(8), news(9)])
        let small = NewsBuffer(most: .max, mostBytes: 100)
        for number in 0..<10 { small.add(news(number), size: 40) }
        small.finish()
        read = []
        for await news in small.stream() { read.append(news) }
        #expect(read == [news(8), news(9)])
    }

    @Test func `the newest is kept, however large it is`() async {
        let buffer = NewsBuffer(most: 3, mostBytes: 100)
        buffer.add(news(0), size: 1)
        buffer.add(news(1), size: 1 << 40)
        #expect(await buffer.next() == news(1))
    }

    @Test func `a reader that waits gets what comes, and the end`() async {
        let buffer = NewsBuffer(most: 3, mostBytes: 100)
        let reading = Task {
            var read: [SessionNews] = []
            for await news in buffer.stream() { read.append(news) }
            return read
        }
        for number in 0..<3 {
            buffer.add(news(number), size: 1)
            await Task.yield()
        }
        buffer.finish()
        buffer.add(news(9), size: 1)
        #expect(await reading.value == [news(0), news(1), news(2)])
    }

    @Test func `a reader that is cancelled, or forgets the sequence, is noticed`() async {
        let ends = Watched(0)
        let buffer = NewsBuffer(most: 3, mostBytes: 100)
        let reading = Task {
            for await _ in buffer.stream(onEnd: { ends.update { $0 += 1 } }) {}
        }
        await Task.yield()
        reading.cancel()
        await reading.value
        await ends.wait { $0 > 0 }
        let before = ends.value
        do { _ = NewsBuffer(most: 3, mostBytes: 100).stream(onEnd: { ends.update { $0 += 1 } }) }
        await ends.wait { $0 > before }
    }

    @Test func `several sequences become one, which ends with the last`() async {
        let buffers = (0..<3).map { _ in NewsBuffer(most: 9, mostBytes: 100) }
        let merged = NewsBuffer.merged(buffers.map { $0.stream() })
        for (number, buffer) in buffers.enumerated() {
            buffer.add(news(number), size: 1)
            buffer.finish()
        }
        var read: Set<SessionNews> = []
        for await news in merged { read.insert(news) }
        #expect(read == Set((0..<3).map(news)))
    }

    @Test func `news with contents of a peer have its size`() {
        let event = SessionEvent(chain: Sample.chain, name: "e", data: .string(String(repeating: "x", count: 10_000)))
        #expect(SessionNews.event(topics[0], event).size > 10_000)
        let request = SessionRequest(
            chain: Sample.chain, method: "m", params: .string(String(repeating: "x", count: 10_000)))
        let pending = PendingSessionRequest(
            key: RequestKey(topic: topics[0], id: .number(1)), request: request, expiry: 0)
        #expect(SessionNews.request(pending).size > 10_000)
        #expect(news(0).size < 1_000)
    }
}
