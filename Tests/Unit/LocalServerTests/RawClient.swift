import Foundation
import Glibc
import LocalServer

/// A socket that sends raw bytes to a local server.
///
/// Its calls block, each on a separate thread: the server needs the threads that run tasks.
final class RawClient: Sendable {
    private let descriptor: Int32

    /// Retained, because a released server stops.
    private let server: LoopbackServer?

    /// Connects to `port`, with a small system buffer if the client reads slowly; `nil` if nothing listens.
    init?(port: Int, server: LoopbackServer? = nil, receiveBuffer: Int32? = nil) {
        self.server = server
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let descriptor = descriptor
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            Glibc.close(descriptor)
            return nil
        }
    }

    convenience init?(_ server: LoopbackServer, receiveBuffer: Int32? = nil) {
        self.init(port: server.port, server: server, receiveBuffer: receiveBuffer)
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Sends all of `bytes`, and closes the sending direction if `ends`.
    ///
    /// - Returns: Whether the server accepted them.
    @discardableResult
    func send(_ bytes: [UInt8], ends: Bool = false) async -> Bool {
        await onThread { [descriptor] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            if ends { shutdown(descriptor, Int32(SHUT_WR)) }
            return true
        }
    }

    @discardableResult
    func send(_ text: String, ends: Bool = false) async -> Bool {
        await send(Array(text.utf8), ends: ends)
    }

    /// Receives until the server closes the connection, or until there are `count` bytes.
    ///
    /// - Returns: The bytes; `nil` if the connection was reset, or if nothing arrived for two minutes.
    func receive(_ count: Int = .max) async -> [UInt8]? {
        await onThread { [descriptor] in
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while bytes.count < count {
                let count = recv(descriptor, &buffer, min(buffer.count, count - bytes.count), 0)
                guard count >= 0 else { return nil }
                if count == 0 { break }
                bytes += buffer[..<count]
            }
            return bytes
        }
    }

    /// Whether nothing has come and the server has not ended the connection.
    var isConnected: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) < 0 && errno == EAGAIN
    }

    /// Reads until the server ends the connection, also with a reset.
    ///
    /// - Returns: How many bytes came; `nil` if the connection has not ended after the receive timeout.
    func readToEnd() async -> Int? {
        await onThread { [descriptor] in
            var total = 0
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count <= 0 { return count < 0 && errno == EAGAIN ? nil : total }
                total += count
            }
        }
    }

    /// Receives until `end` or the end of the connection, as text.
    func text(until end: String? = nil) async -> String {
        var bytes: [UInt8] = []
        while let more = await receive(end == nil ? .max : 1), !more.isEmpty {
            bytes += more
            if let end, bytes.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Resets the connection.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RD))
    }

    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }

    /// Sends `text` on a new connection, and returns the complete response.
    static func ask(_ text: String, at server: LoopbackServer, ends: Bool = false) async -> String {
        guard let client = RawClient(server) else { return "" }
        await client.send(text, ends: ends)
        return await client.text()
    }
}
