import ArgumentParser
import Dispatch
import Glibc
import Logging
import Relay

/// The program.
@main
struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drawbridge-relay",
        abstract: "A WalletConnect relay: passes encrypted messages between wallets and dapps.",
        discussion: """
            Clients connect by WebSocket. The relay speaks no TLS: put a proxy such as nginx or Caddy in front of it. \
            The pages /health and /metrics are on the same port.

            SIGTERM and SIGINT close all connections with the code 1001 and end the relay. SIGUSR1 moves the clients to \
            other processes first, with the code 4010; it takes up to a minute, which SIGTERM cuts short.
            """,
        version: "0.1.0")

    @OptionGroup(title: "Connections") var listening: ListeningOptions
    @OptionGroup(title: "Who may connect") var access: AccessOptions
    @OptionGroup(title: "Mailbox") var mailbox: MailboxOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    @Option(
        help: "The least level of the log: trace, debug, info, notice, warning, error or critical.",
        transform: { text in
            guard let level = Logger.Level(rawValue: text) else { throw ValidationError("“\(text)” is not a level.") }
            return level
        })
    var logLevel = Logger.Level.info

    mutating func run() async throws {
        let level = logLevel
        LoggingSystem.bootstrap { _ in JSONLogHandler(level: level) }
        let logger = Logger(label: "relay")
        let signals = Signals([SIGTERM, SIGINT, SIGUSR1])
        let files = OpenFiles.raise()
        let needed = limits.connections + OpenFiles.spare
        if files < needed {
            logger.warning(
                "Fewer files can be open than there may be connections.",
                metadata: ["files": "\(files)", "needed": "\(needed)"])
        }
        let server: RelayServer
        do {
            server = try await RelayServer.start(relayConfiguration, logger: logger)
        } catch {
            logger.critical("The relay cannot start.", metadata: ["reason": "\(error)"])
            throw ExitCode(78)
        }
        logger.notice(
            "The relay is listening.",
            metadata: [
                "host": "\(listening.host)", "port": "\(server.port)",
                "mailbox": "\(mailbox.redis == nil ? "memory" : "redis")",
            ])
        var moving: Task<Void, Never>?
        for await signal in signals.stream {
            guard signal == SIGUSR1 else { break }
            guard moving == nil else { continue }
            logger.notice("The clients are moved to other processes.")
            moving = Task { [continuation = signals.continuation] in
                await server.rebalance()
                continuation.finish()
            }
        }
        moving?.cancel()
        logger.notice("The relay is stopping.")
        signals.restore()
        await server.stop()
        logger.notice("The relay has stopped.")
    }

    private var relayConfiguration: RelayConfiguration {
        var configuration = RelayConfiguration()
        configuration.host = listening.host
        configuration.port = Int(listening.port)
        configuration.proxies = Set(listening.trustedProxy)
        configuration.servesLegacy = listening.legacyBridge
        configuration.projects = Set(access.projectID)
        configuration.audiences = Set(access.audience)
        configuration.origins = Set(access.origin)
        configuration.redis = mailbox.redis
        limits.apply(to: &configuration.limits)
        mailbox.apply(to: &configuration.limits)
        return configuration
    }
}

/// The signals that the program handles.
struct Signals {
    let stream: AsyncStream<Int32>

    /// Ends the stream when it is finished.
    let continuation: AsyncStream<Int32>.Continuation
    private let sources: [any DispatchSourceSignal]
    private let numbers: [Int32]

    init(_ numbers: [Int32]) {
        self.numbers = numbers
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        (self.stream, self.continuation) = (stream, continuation)
        sources = numbers.map { number in
            // The source does not keep the signal from its default action.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// From now on, a signal ends the program at once.
    func restore() {
        for source in sources { source.cancel() }
        for number in numbers { signal(number, SIG_DFL) }
    }
}

/// The number of files that the process may have open; each connection is one.
enum OpenFiles {
    /// How many there are in addition to the clients: connections that are no WebSockets yet, the log, the Redis server.
    static let spare = 600

    /// Sets the limit as high as the system allows; gives it.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
