package import Bridge
import Dispatch
package import Glibc
import Messages
package import Store
import Synchronization

/// The socket of a running window, at which commands of the same user ask it: one JSON object with a line feed for the
/// request, and one for the response.
///
/// The socket is in the folder of the store, which only the user can enter. It has the mode 600, and a process of another
/// user is not answered.
@MainActor package final class WalletSocket {
    /// Answers a request; the task is cancelled if the command has ended.
    package typealias Body = @MainActor @Sendable (JSON) async -> JSON

    /// The name of the socket in its folder.
    package nonisolated static let name = "wallet.socket"

    /// The maximum size of a request in bytes: enough for a partially signed transaction with the transactions that it
    /// spends.
    package nonisolated static let longest = 4 << 20

    private let accepting: any DispatchSourceRead
    private let lock: Int32
    private let path: String

    /// Opens the socket in `folder` for processes of `user`; `nil` if another window has it, or it cannot be opened.
    package init?(in folder: String, for user: uid_t = geteuid(), _ body: @escaping Body) {
        let lock = open("\(folder)/\(Self.name).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard lock >= 0 else { return nil }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, let listener = Self.listen(in: folder) else {
            close(lock)
            return nil
        }
        self.lock = lock
        path = "\(folder)/\(Self.name)"
        accepting = Self.accept(at: listener, for: user, body)
    }

    /// Accepts connections off the main thread, until the source is cancelled.
    private nonisolated static func accept(
        at listener: Int32, for user: uid_t, _ body: @escaping Body
    ) -> any DispatchSourceRead {
        let queue = DispatchQueue(label: "drawbridge.socket", attributes: .concurrent)
        let source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: queue)
        let open = OpenConnections()
        source.setEventHandler {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { return }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            guard SocketAddress.isOfSameUser(connection, user), open.begin() else {
                close(connection)
                return
            }
            queue.async { serve(connection, open, body) }
        }
        source.setCancelHandler { close(listener) }
        source.activate()
        return source
    }

    isolated deinit {
        accepting.cancel()
        unlink(path)
        close(lock)
    }

    /// Opens the socket in `folder`, at which commands ask `wallet`; `notice` is a sentence beside every output.
    package convenience init?(in folder: String, answering wallet: Wallet, notice: String? = nil) {
        self.init(in: folder) { [weak wallet] request in
            guard let wallet else {
                return CommandCoding.answer(WalletError(.failed, localized("The window is closed.")))
            }
            let answer = await CommandCoding.answer(request, by: wallet)
            guard let notice, case .object(var members) = answer else { return answer }
            members[CommandCoding.notice] = .string(notice)
            return .object(members)
        }
    }

    /// Opens the socket next to `store`.
    package convenience init?(of store: Store, answering wallet: Wallet) {
        guard let slash = store.path.lastIndex(of: "/") else { return nil }
        self.init(in: String(store.path[..<slash]), answering: wallet)
    }

    /// Sends a request to the window whose socket is in `folder`, and waits for the answer for as long as the user takes.
    ///
    /// - Returns: The answer; `nil` if no window is open.
    /// - Throws: That the window did not answer.
    package nonisolated static func ask(_ request: JSON, in folder: String) throws(WalletError) -> JSON? {
        let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard connection >= 0 else { return nil }
        defer { close(connection) }
        guard SocketAddress.use(in: folder, { connect(connection, $0, $1) }) == 0,
            SocketAddress.isOfSameUser(connection)
        else { return nil }
        guard SocketAddress.write(request, to: connection),
            let answer = SocketAddress.readLine(from: connection, seconds: 0, longest: longestAnswer)
        else { throw WalletError(.failed, localized("The wallet’s window did not answer.")) }
        return answer
    }

    /// The maximum size of an answer in bytes.
    private nonisolated static let longestAnswer = 256 << 20

    /// A socket that listens; a socket that an ended program has left is replaced, because the lock shows that it ended.
    private static func listen(in folder: String) -> Int32? {
        unlink("\(folder)/\(name)")
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { return nil }
        guard SocketAddress.use(in: folder, { bind(listener, $0, $1) }) == 0,
            chmod("\(folder)/\(name)", 0o600) == 0, Glibc.listen(listener, 4) == 0
        else {
            close(listener)
            return nil
        }
        return listener
    }

    /// Reads the request of a connection, and answers it.
    private nonisolated static func serve(_ connection: Int32, _ open: OpenConnections, _ body: @escaping Body) {
        guard let request = SocketAddress.readLine(from: connection, seconds: 5) else {
            close(connection)
            open.end()
            return
        }
        let task = Task { @MainActor in await body(request) }
        let line = DispatchQueue(label: "drawbridge.socket.connection")
        let watch = ConnectionWatch(connection, on: line) { task.cancel() }
        Task {
            let answer = await task.value
            line.async {
                SocketAddress.write(answer, to: connection)
                watch.end()
                open.end()
            }
        }
    }

    /// The number of connections that are being served.
    private final class OpenConnections: Sendable {
        private let count = Mutex(0)

        /// The maximum number at once.
        private static let most = 8

        func begin() -> Bool {
            count.withLock { count in
                guard count < Self.most else { return false }
                count += 1
                return true
            }
        }

        func end() { count.withLock { $0 -= 1 } }
    }
}

/// Sockets in a folder, and the lines on them.
enum SocketAddress {
    /// Calls `body` with the address of the socket in `folder`.
    ///
    /// A path of a socket has at most 107 bytes, so the folder is named by its descriptor.
    static func use(
        in folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { return -1 }
        defer { close(place) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("/proc/self/fd/\(place)/\(WalletSocket.name)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Whether the other end is a process of `user`.
    static func isOfSameUser(_ connection: Int32, _ user: uid_t = geteuid()) -> Bool {
        // `struct ucred`: the process, the user, the group (socket(7)).
        var credentials: [UInt32] = [0, .max, .max]
        var length = socklen_t(credentials.count * MemoryLayout<UInt32>.size)
        return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0
            && credentials[1] == user
    }

    /// Reads one line of JSON; `nil` if it does not come in time, is too long, or is not JSON.
    static func readLine(from connection: Int32, seconds: Int, longest: Int = WalletSocket.longest) -> JSON? {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while text.last != 0x0A {
            let count = recv(connection, &part, part.count, 0)
            guard count > 0, text.count + count <= longest else { return nil }
            text += part[..<count]
        }
        text.removeLast()
        guard case .value(let value) = text.withUnsafeBufferPointer({ JSON.read($0) }) else { return nil }
        return value
    }

    /// Writes one line of JSON.
    ///
    /// - Returns: Whether the other end took it.
    @discardableResult static func write(_ value: JSON, to connection: Int32) -> Bool {
        var text = (value.bytes + [0x0A])[...]
        while !text.isEmpty {
            let count = text.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            text = text.dropFirst(count)
        }
        return true
    }
}

/// Notices that the other end of a connection has gone; used on one queue.
private final class ConnectionWatch: @unchecked Sendable {  // because it is used on its queue only
    private let source: any DispatchSourceRead
    private var isSuspended = false

    /// Starts to watch; `onGone` is called once.
    init(_ connection: Int32, on queue: DispatchQueue, onGone: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeReadSource(fileDescriptor: connection, queue: queue)
        source.setEventHandler { [weak self] in
            onGone()
            // It stays readable for ever.
            self?.suspend()
        }
        source.setCancelHandler { close(connection) }
        source.activate()
    }

    private func suspend() {
        isSuspended = true
        source.suspend()
    }

    /// Stops watching, and closes the connection.
    func end() {
        source.cancel()
        if isSuspended { source.resume() }
    }
}
