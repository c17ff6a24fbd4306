import Bridge
import CWebKit
import GLibKit
import Glibc

/// Receives what a ``DocumentSocket`` reads.
@MainActor protocol DocumentSocketReceiver: AnyObject {
    /// Receives a text; it is valid during the call, in which the connection may be closed.
    func receive(_ text: UnsafeBufferPointer<UInt8>, from connection: DocumentSocket)

    /// The other end is closed or broke the format; not called after ``DocumentSocket/close()``.
    func forget(_ connection: DocumentSocket)
}

/// The host's end of a socket pair, whose other end a document has.
///
/// The host makes the pair, so the other process cannot change how this end behaves. Nothing waits: what the socket does
/// not take is queued, and the page channel limits how much that is.
@MainActor final class DocumentSocket {
    /// The receiver, which owns the connection.
    weak var receiver: (any DocumentSocketReceiver)?

    /// The document that has sent its first text.
    var head: FrameCodec.Head?

    /// The process that sent the first bytes, by the kernel's word.
    private(set) var sender: pid_t?

    /// How many heartbeats have not been answered.
    private(set) var pings = 0

    /// How many bytes the socket has not taken.
    var queuedBytes: Int { queue.bytes }

    /// How much is written before other work of the program.
    private static let mostWritten = 4 << 20

    private static let withoutWaiting = Int32(truncatingIfNeeded: MSG_DONTWAIT)

    private var descriptor: Int32
    private let reader: SocketReader
    private var reading: DescriptorWatch?
    /// Whether it reads again once the program has no other work.
    private var isPaused = false
    private var writing: DescriptorWatch?
    private var queue = SendQueue()

    /// The size of the kernel's buffer in each direction: with the usual one, a text of 1 MiB wakes both ends ten times.
    private static let bufferBytes: Int32 = 1 << 19

    /// Creates a pair, and starts to read from one end.
    ///
    /// - Parameter mostBytes: The maximum size of a text from the other end in bytes.
    /// - Returns: The connection, and the other end, which the caller owns; `nil` if the system has none.
    static func pair(mostBytes: Int) -> (connection: DocumentSocket, other: Int32)? {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &ends) { ends in
            socketpair(
                AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0,
                ends.assumingMemoryBound(to: Int32.self).baseAddress)
        }
        guard result == 0 else { return nil }
        for end in [ends.0, ends.1] {
            // The system may allow less.
            set(SO_SNDBUF, to: bufferBytes, of: end)
        }
        // Before the other end is passed on: the kernel adds the sender's process to what is sent from now on.
        guard set(SO_PASSCRED, to: 1, of: ends.0) else {
            Glibc.close(ends.0)
            Glibc.close(ends.1)
            return nil
        }
        return (DocumentSocket(ends.0, mostBytes: mostBytes), ends.1)
    }

    @discardableResult private static func set(_ option: Int32, to value: Int32, of socket: Int32) -> Bool {
        var value = value
        return setsockopt(socket, SOL_SOCKET, option, &value, socklen_t(MemoryLayout.size(ofValue: value))) == 0
    }

    private init(_ descriptor: Int32, mostBytes: Int) {
        self.descriptor = descriptor
        reader = SocketReader(mostBytes: mostBytes)
        watch()
    }

    private func watch() {
        reading = DescriptorWatch(descriptor, for: .reading) { [weak self] in self?.read() }
    }

    isolated deinit {
        close()
    }

    var isOpen: Bool { descriptor >= 0 }

    /// Closes this end; what is queued is dropped.
    func close() {
        guard descriptor >= 0 else { return }
        reading?.stop()
        writing?.stop()
        (reading, writing) = (nil, nil)
        Glibc.close(descriptor)
        descriptor = -1
        queue = SendQueue()
    }

    private func end() {
        guard isOpen else { return }
        close()
        receiver?.forget(self)
    }
}

extension DocumentSocket {
    /// Receives once: a peer that sends without a pause does not stop the rest of the program.
    private func read() {
        guard isOpen else { return }
        ReadingTime.resume()
        var error: Int32 = 0
        var received = 0
        reader.fill { space in
            // This end cannot be made to wait, whatever the flags of the descriptor are.
            received =
                sender == nil
                ? receiveFirst(space) : recv(descriptor, space.baseAddress, space.count, Self.withoutWaiting)
            error = received < 0 ? errno : 0
            return received
        }
        guard received > 0 else {
            if received < 0, error == EAGAIN || error == EINTR { return }
            return end()
        }
        handle()
    }

    /// Receives the first bytes, and which process has sent them (unix(7)): the pair was made here, so the socket itself
    /// names this process at both ends.
    private func receiveFirst(_ space: UnsafeMutableRawBufferPointer) -> Int {
        let header = MemoryLayout<cmsghdr>.size
        // The header, and the numbers of the process, the user and the group: no room for descriptors, which the kernel
        // closes then.
        return withUnsafeTemporaryAllocation(byteCount: header + 16, alignment: MemoryLayout<cmsghdr>.alignment) {
            control in
            var part = iovec(iov_base: space.baseAddress, iov_len: space.count)
            return withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                (message.msg_iov, message.msg_iovlen) = (part, 1)
                (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                let count = recvmsg(descriptor, &message, Self.withoutWaiting)
                guard count > 0, Int(message.msg_controllen) >= header + MemoryLayout<pid_t>.size else { return count }
                let first = control.load(as: cmsghdr.self)
                // SCM_CREDENTIALS, which the headers only define with an extension.
                if first.cmsg_level == SOL_SOCKET, first.cmsg_type == 2 {
                    sender = control.load(fromByteOffset: header, as: pid_t.self)
                    Self.set(SO_PASSCRED, to: 0, of: descriptor)
                }
                return count
            }
        }
    }

    /// Handles the received texts, or as many as may be handled before other work, and the others later.
    private func handle() {
        repeat {
            guard isOpen else { return }
            switch reader.next() {
            case .text(let text): handle(text)
            case .nothing:
                if ReadingTime.isSpent { pause() }
                return
            case .tooLong: return end()
            }
        } while !ReadingTime.isSpent
        if isOpen { pause() }
    }

    /// Reads no more until all other work of the program is done: a peer that always has texts ready would keep it waiting.
    private func pause() {
        reading?.stop()
        reading = nil
        isPaused = true
        Idle.run(.last) { [weak self] in
            ReadingTime.begin()
            self?.resume()
            return false
        }
    }
}

extension DocumentSocket {
    private func handle(_ text: UnsafeBufferPointer<UInt8>) {
        if text.isEmpty, head != nil {
            // Only an answer to a heartbeat is empty: others would only take time.
            guard pings > 0 else { return end() }
            pings -= 1
        }
        receiver?.receive(text, from: self)
    }

    private func resume() {
        isPaused = false
        handle()
        if isOpen, !isPaused { watch() }
    }

    /// Sends a heartbeat; an empty text of the other end answers it.
    func ping() {
        guard isOpen else { return }
        pings += 1
        send([])
    }

    /// Sends a text, or queues what the socket does not take.
    func send(_ head: [UInt8], _ body: [UInt8] = []) {
        var text = SendQueue.Text(head: head, body: body)
        guard isOpen else { return }
        if queue.first == nil {
            guard let sent = write(text) else { return }
            text.sent = sent
            if text.isSent { return }
        }
        queue.append(text)
        if writing == nil {
            writing = DescriptorWatch(descriptor, for: .writing) { [weak self] in self?.flush() }
        }
    }

    /// Sends what is queued, as far as the socket takes it and other work may wait.
    private func flush() {
        var written = 0
        while isOpen, let text = queue.first {
            guard written < Self.mostWritten else { return }
            guard let sent = write(text) else {
                // What broke the socket is reported by its reader.
                queue = SendQueue()
                break
            }
            guard sent > 0 else { return }
            queue.send(sent)
            written += sent
        }
        writing?.stop()
        writing = nil
    }

    /// Writes the rest of `text` with one call.
    ///
    /// - Returns: How many bytes the socket has taken, 0 if it is full; `nil` if it is broken, which its reader reports, or
    ///   if the text is too long for its header.
    private func write(_ text: SendQueue.Text) -> Int? {
        guard let length = UInt32(exactly: text.count) else { return nil }
        var header = length.littleEndian
        return withUnsafeMutableBytes(of: &header) { header in
            text.head.withUnsafeBytes { head in
                text.body.withUnsafeBytes { body in
                    var skipped = text.sent
                    var parts = (
                        Self.part(UnsafeRawBufferPointer(header), &skipped), Self.part(head, &skipped),
                        Self.part(body, &skipped)
                    )
                    return withUnsafeMutableBytes(of: &parts) { send($0.assumingMemoryBound(to: iovec.self)) }
                }
            }
        }
    }

    /// `bytes` without those that are sent already.
    private static func part(_ bytes: UnsafeRawBufferPointer, _ skipped: inout Int) -> iovec {
        let start = min(skipped, bytes.count)
        skipped -= start
        return iovec(
            iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress?.advanced(by: start)),
            iov_len: bytes.count - start)
    }

    /// How many bytes of `parts` the socket has taken.
    private func send(_ parts: UnsafeMutableBufferPointer<iovec>) -> Int? {
        var message = msghdr()
        message.msg_iov = parts.baseAddress
        message.msg_iovlen = parts.count
        while true {
            let count = sendmsg(descriptor, &message, Self.withoutWaiting | Int32(truncatingIfNeeded: MSG_NOSIGNAL))
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            if errno != EINTR { return nil }
        }
    }
}
