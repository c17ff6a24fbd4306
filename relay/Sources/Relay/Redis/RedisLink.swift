import Logging
import NIOCore

/// The two connections of a mailbox to its Redis server: one for commands, one for subscriptions.
///
/// A lost connection is made again, with growing pauses.
final class RedisLink {
    private static let shortestPause: Int64 = 100
    private static let longestPause: Int64 = 5000

    /// Connections that lasted for so long were good: the next pause is short again.
    private static let lasting = TimeAmount.seconds(10)

    private let url: RedisURL
    private let eventLoop: any EventLoop
    private let logger: Logger

    /// The time between two questions whether the server is there, and how long it may take to answer.
    private let patience: TimeAmount
    private var commands: RedisConnection?
    private var subscriptions: RedisConnection?
    private var scripts: [String: [UInt8]] = [:]
    private var pause = shortestPause
    private var isClosed = false
    private var isConnecting = false
    private var began = NIODeadline.now()

    /// When the server was asked whether it is there, and when it did not answer a question on the connection for
    /// subscriptions.
    private var asked = NIODeadline.now()
    private var unanswered: NIODeadline?

    /// Counts the attempts to connect, so that what a former connection reports is not taken for the present one.
    private var attempt = 0

    /// Is given the messages of subscriptions.
    var received: (RESPValue) -> Void = { _ in }

    /// Both connections are ready.
    var connected: () -> Void = {}

    /// A connection is lost.
    var disconnected: () -> Void = {}

    init(_ url: RedisURL, times: RelayTimes, on eventLoop: any EventLoop, logger: Logger) {
        self.url = url
        patience = .milliseconds(Int64(clamping: times.silence))
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Whether both connections are ready.
    private(set) var isReady = false

    // MARK: Connecting

    /// Connects; a failure is tried again.
    func open() {
        guard !isClosed, !isConnecting else { return }
        isConnecting = true
        attempt += 1
        let attempt = attempt
        RedisConnection.connect(to: url, on: eventLoop) { [self] result in
            switch result {
            case .failure(let error): if attempt == self.attempt { fail("\(error)") }
            case .success(let connection):
                guard attempt == self.attempt else { return connection.close() }
                commands = connection
                logIn(connection) { [self] in load([RedisScripts.append, RedisScripts.read, RedisScripts.remove][...]) }
            }
        } ended: { [self] in
            if attempt == self.attempt { lost() }
        }
    }

    private var password: [String]? {
        url.password.map { password in ["AUTH"] + (url.user.map { [$0] } ?? []) + [password] }
    }

    private func logIn(_ connection: RedisConnection, then: @escaping () -> Void) {
        var list: [[String]] = []
        if let password { list.append(password) }
        if url.database != 0 { list.append(["SELECT", "\(url.database)"]) }
        list.append(["CLIENT", "SETNAME", "drawbridge-relay"])
        var rest = list.count
        for command in list {
            connection.send(command.map { Array($0.utf8) }) { [self] result in
                guard commands === connection else { return }
                guard case .success(.text) = result else { return fail("\(command[0]): \(Self.reason(result))") }
                rest -= 1
                if rest == 0 { then() }
            }
        }
    }

    private static func reason(_ result: Result<RESPValue, RelayError>) -> String {
        switch result {
        case .success(.error(let text)): text
        case .success: "The reply is not what was expected."
        case .failure(let error): "\(error)"
        }
    }

    private func load(_ list: ArraySlice<String>) {
        guard let script = list.first else {
            examine()
            return subscribe()
        }
        commands?.send(["SCRIPT", "LOAD", script].map { Array($0.utf8) }) { [self] result in
            guard isConnecting else { return }
            guard case .success(.bytes(let name)) = result else { return fail("SCRIPT: \(Self.reason(result))") }
            scripts[script] = name
            load(list.dropFirst())
        }
    }

    /// Looks at the settings of the server that can lose messages; not every user may ask for them.
    private func examine() {
        commands?.send([Array("INFO".utf8)]) { [logger] result in
            guard case .success(.bytes(let text)) = result else { return }
            for warning in Self.warnings(String(decoding: text, as: UTF8.self)) { logger.warning("\(warning)") }
        }
        commands?.send(["CONFIG", "GET", "appendfsync"].map { Array($0.utf8) }) { [logger] result in
            guard case .success(let value) = result, let policy = value.array?.last?.bytes,
                policy != Array("always".utf8)
            else { return }
            logger.notice(
                "Messages of the last seconds are lost if the Redis server is killed: set appendfsync always.")
        }
    }

    /// What the settings in the answer to `INFO` can lose.
    static func warnings(_ info: String) -> [String] {
        let lines = Set(info.split(whereSeparator: \.isNewline).map(String.init))
        var warnings: [String] = []
        if let policy = lines.first(where: { $0.hasPrefix("maxmemory_policy:") }),
            policy != "maxmemory_policy:noeviction"
        {
            warnings.append(
                "The Redis server may delete messages when its memory is full: set maxmemory-policy noeviction.")
        }
        if lines.contains("aof_enabled:0") {
            warnings.append("Messages are lost when the Redis server restarts: set appendonly yes.")
        }
        if lines.contains("cluster_enabled:1") {
            warnings.append("The relay needs a Redis server that is not a cluster.")
        }
        return warnings
    }

    /// Opens the connection for subscriptions.
    private func subscribe() {
        let attempt = attempt
        RedisConnection.connect(to: url, on: eventLoop) { [self] value in
            if attempt == self.attempt { receive(value) }
        } completion: { [self] result in
            switch result {
            case .failure(let error): if attempt == self.attempt { fail("\(error)") }
            case .success(let connection):
                guard attempt == self.attempt else { return connection.close() }
                subscriptions = connection
                if let password { connection.send(password.map { Array($0.utf8) }) }
                connection.send([Array("PING".utf8)])
                unanswered = .now()
            }
        } ended: { [self] in
            if attempt == self.attempt { lost() }
        }
    }

    private func receive(_ value: RESPValue) {
        unanswered = nil
        if case .error(let text) = value { return fail(text) }
        if isReady { return received(value) }
        guard value == .text("PONG") else { return }
        isReady = true
        isConnecting = false
        (began, asked) = (.now(), .now())
        logger.notice("The Redis server is connected.")
        connected()
    }

    // MARK: Losing the connection

    private func fail(_ reason: String) {
        logger.error("The Redis server cannot be used.", metadata: ["reason": "\(reason)"])
        lost()
    }

    /// Ends both connections, and connects again after a pause.
    private func lost() {
        guard isReady || isConnecting else { return }
        attempt += 1
        if isReady, NIODeadline.now() - began > Self.lasting { pause = Self.shortestPause }
        let (first, second) = (commands, subscriptions)
        (commands, subscriptions, unanswered) = (nil, nil, nil)
        (isReady, isConnecting) = (false, false)
        first?.close()
        second?.close()
        disconnected()
        guard !isClosed else { return }
        logger.warning("The Redis server is not connected.")
        // Half of the pause by chance, so that several relays do not come at once.
        let wait = pause / 2 + Int64.random(in: 0...(pause / 2))
        pause = min(pause * 2, Self.longestPause)
        let link = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: .milliseconds(wait)) { link.value.open() }
    }

    /// Asks the server whether it is there, and notices one that does not answer; called from time to time.
    ///
    /// Without the questions, a connection that carries nothing could be dead for hours, and messages of other
    /// processes would not be noticed.
    func check() {
        let now = NIODeadline.now()
        if commands?.isStuck(longerThan: patience) == true || unanswered.map({ now - $0 > patience }) == true {
            return fail("The server does not answer.")
        }
        guard isReady, unanswered == nil, now - asked > patience else { return }
        (asked, unanswered) = (now, now)
        commands?.send([Array("PING".utf8)])
        subscriptions?.send([Array("PING".utf8), Array("alive".utf8)])
    }

    /// Ends both connections for good.
    func close() {
        isClosed = true
        lost()
    }

    // MARK: Commands

    /// Whether an error says that this connection can no longer be used: the server has forgotten the scripts, or it
    /// has become a replica of another one.
    private static func endsConnection(_ error: String) -> Bool {
        ["NOSCRIPT", "LOADING", "MASTERDOWN", "NOAUTH"].contains { error.hasPrefix($0) } || error.contains("READONLY")
    }

    /// Runs a script.
    func run(
        _ script: String, keys: [[UInt8]], _ arguments: [[UInt8]], completion: @escaping RedisConnection.Completion
    ) {
        guard isReady, let commands, let name = scripts[script] else {
            return completion(.failure(.redis("The server is not connected.")))
        }
        let parts = [Array("EVALSHA".utf8), name, Array("\(keys.count)".utf8)] + keys + arguments
        commands.send(parts) { [self] result in
            if case .success(.error(let text)) = result, Self.endsConnection(text) { fail(text) }
            completion(result)
        }
    }

    /// Sends a command on the connection for subscriptions.
    func sendSubscription(_ parts: [[UInt8]]) { subscriptions?.send(parts) }
}
