import Glibc
import Synchronization
import Testing

@testable import Relay

/// Two relay processes on one Redis server: the wallet is connected to one, the dapp to the other, and some of it fails.
@Suite(.timeLimit(.minutes(2)), .serialized) struct ProcessTests {
    /// What fails.
    enum Fault: CaseIterable, Sendable {
        /// The wallet's process is killed, then the dapp's.
        case relays
        /// The Redis server is killed.
        case redis
        /// The Redis server ends as it should.
        case redisRestart
        /// A process and the Redis server are killed at the same time.
        case both
        /// A process is asked to move its clients, then the other one.
        case move
        /// A process is asked to end, then the other one.
        case stop
    }

    private static let total = 120

    @Test(arguments: Fault.allCases) func `nothing is lost, and nothing is stored twice`(fault: Fault) async throws {
        try await RedisServer.run(isDurable: true) { redis in
            let one = try await RelayProcess(["--redis", redis.url])
            let two = try await RelayProcess(["--redis", redis.url])
            let answered = Mutex(0)
            let (requests, answers) = (someTopic(), someTopic())
            async let wallet = Self.answer(RoamingClient([one, two], topic: requests), to: answers)
            async let dapp = Self.ask(RoamingClient([two, one], topic: answers), at: requests) { count in
                answered.withLock { $0 = count }
            }
            for (turn, process) in [one, two].enumerated() {
                // In the middle of the traffic.
                while answered.withLock({ $0 }) < Self.total * (turn + 1) / 3 {
                    try await Task.sleep(for: .milliseconds(2))
                }
                try await Self.bring(fault, to: process, redis)
            }
            let (received, got) = (try await wallet, try await dapp)
            #expect(received.messages == Set((0..<Self.total).map { "m\($0)" }))
            #expect(got.messages == Set((0..<Self.total).map { "a\($0)" }))
            #expect(received.storedTwice == [])
            #expect(got.storedTwice == [])
            for process in [one, two] {
                #expect(!process.log.contains("Fatal error"))
                await process.remove()
            }
        }
    }

    private static func bring(_ fault: Fault, to process: RelayProcess, _ redis: RedisServer) async throws {
        switch fault {
        case .relays:
            try await process.end(by: SIGKILL)
            try await process.start()
        case .redis:
            try await redis.stop(byForce: true)
            try await redis.start()
        case .redisRestart:
            try await redis.stop(byForce: false)
            try await redis.start()
        case .both:
            try await redis.stop(byForce: true)
            try await process.end(by: SIGKILL)
            try await redis.start()
            try await process.start()
        case .move:
            try await process.end(by: SIGUSR1)
            #expect(process.log.contains("The relay has stopped."))
            try await process.start()
        case .stop:
            try await process.end(by: SIGTERM)
            #expect(process.log.contains("The relay has stopped."))
            try await process.start()
        }
    }

    /// What a client has received.
    struct Received: Sendable {
        var messages: Set<String> = []
        /// Messages that came with two times of publication: repeated requests that were not recognized.
        var storedTwice: [String] = []
        private var times: [String: Int] = [:]

        /// Notes a delivery; `false` where the message was there before.
        mutating func add(_ message: String, _ time: Int) -> Bool {
            if let former = times.updateValue(time, forKey: message), former != time { storedTwice.append(message) }
            return messages.insert(message).inserted
        }
    }

    /// Answers each request once, until all have come.
    private static func answer(_ client: sending RoamingClient, to topic: String) async throws -> Received {
        var received = Received()
        while received.messages.count < total {
            let (message, time) = try await client.receive()
            if received.add(message, time) { try await client.publish("a\(message.dropFirst())", to: topic) }
        }
        return received
    }

    /// Sends requests with some on their way, until all answers have come.
    private static func ask(
        _ client: sending RoamingClient, at topic: String, progress: @Sendable (Int) -> Void
    ) async throws -> Received {
        var (received, sent) = (Received(), 0)
        while received.messages.count < total {
            if sent < total, sent - received.messages.count < 20 {
                try await client.publish("m\(sent)", to: topic)
                sent += 1
            } else {
                let (message, time) = try await client.receive()
                if received.add(message, time) { progress(received.messages.count) }
            }
        }
        return received
    }

    @Test func `an option against another one ends the program with a reason`() async throws {
        for arguments in [["--batch", "5000"], ["--trusted-proxy", "nonsense"], ["--redis", "http://a"]] {
            let folder = try ChildProcess.folder()
            let log = try await RelayProcess.output(["--port", "0"] + arguments, in: folder)
            #expect(log.contains("The relay cannot start."), "\(log)")
        }
    }
}
