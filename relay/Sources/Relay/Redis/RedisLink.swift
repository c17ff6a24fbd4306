import Logging
import NIOCore

/// The two connections of a mailbox to its Redis server: one for commands, one for subscriptions.
///
/// A lost connection is made again, with growing pauses.
final class RedisLink {
    /// A command without a reply for so long means that the connection is lost.
    private static let patience = TimeAmount.seconds(5)
    private static let longestPause: Int64 = 5000

    private let url: RedisURL
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var commands: RedisConnection?
    private var subscriptions: RedisConnection?
    private var scripts: [String: [UInt8]] = [:]
    private var pause: Int64 = 100
    private var isClosed = false
    private var isConnecting = false

    /// Counts the attempts to connect, so that what a former connection reports is not taken for the present one.
    private var attempt = 0

    /// Is given the messages of subscriptions.
    var received: (RESPValue) -> Void = { _ in }

    /// Both connections are ready.
    var connected: () -> Void = {}

    /// A connection is lost.
    var disconnected: () -> Void = {}

    init(_ url: RedisURL, on eventLoop: any EventLoop, logger: Logger) {
        self.url = url
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Whether both connections are ready.
    private(set) var isReady = false

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

    private func logIn(_ connection: RedisConnection, then: @escaping () -> Void) {
        var list: [[String]] = []
        if let password = url.password { list.append(["AUTH"] + (url.user.map { [$0] } ?? []) + [password]) }
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
        guard let script = list.first else { return subscribe() }
        commands?.send(["SCRIPT", "LOAD", script].map { Array($0.utf8) }) { [self] result in
            guard isConnecting else { return }
            guard case .success(.bytes(let name)) = result else { return fail("SCRIPT: \(Self.reason(result))") }
            scripts[script] = name
            load(list.dropFirst())
        }
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
                if let password = url.password {
                    connection.send((["AUTH"] + (url.user.map { [$0] } ?? []) + [password]).map { Array($0.utf8) })
                }
                connection.send([Array("PING".utf8)])
            }
        } ended: { [self] in
            if attempt == self.attempt { lost() }
        }
    }

    private func receive(_ value: RESPValue) {
        if isReady { return received(value) }
        switch value {
        case .text("PONG"):
            isReady = true
            isConnecting = false
            pause = 100
            logger.notice("The Redis server is connected.")
            connected()
        case .error(let text): fail(text)
        default: break
        }
    }

    private func fail(_ reason: String) {
        logger.error("The Redis server cannot be used.", metadata: ["reason": "\(reason)"])
        lost()
    }

    /// Ends both connections, and connects again after a pause.
    private func lost() {
        guard isReady || isConnecting else { return }
        attempt += 1
        let (first, second) = (commands, subscriptions)
        (commands, subscriptions) = (nil, nil)
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

    /// Runs a script.
    func run(
        _ script: String, keys: [[UInt8]], _ arguments: [[UInt8]], completion: @escaping RedisConnection.Completion
    ) {
        guard isReady, let commands, let name = scripts[script] else {
            return completion(.failure(.redis("The server is not connected.")))
        }
        let parts = [Array("EVALSHA".utf8), name, Array("\(keys.count)".utf8)] + keys + arguments
        commands.send(parts) { [self] result in
            // The server has forgotten the scripts.
            if case .success(.error(let text)) = result, text.hasPrefix("NOSCRIPT") { fail(text) }
            completion(result)
        }
    }

    /// Sends a command on the connection for subscriptions.
    func sendSubscription(_ parts: [[UInt8]]) { subscriptions?.send(parts) }

    /// Notices a server that does not answer; called from time to time.
    func check() {
        if commands?.isStuck(longerThan: Self.patience) == true { fail("The server does not answer.") }
    }

    /// Ends both connections for good.
    func close() {
        isClosed = true
        lost()
    }
}
