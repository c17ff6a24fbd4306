import Foundation
import Glibc
import Simulators

/// Sends raw bytes to a port of this machine, and receives the complete response.
enum RawSocket {
    /// Sends `bytes` to `gateway`, and reads until it closes the connection or sends nothing for two minutes.
    static func exchange(_ bytes: [UInt8], with gateway: GatewaySimulator, ends: Bool = false) async -> String {
        let answer = await exchange(bytes, port: gateway.port, ends: ends)
        return withExtendedLifetime(gateway) { answer }
    }

    /// Sends `bytes` to a port, and returns the response as text.
    static func exchange(_ bytes: [UInt8], port: Int, ends: Bool = false) async -> String {
        String(decoding: await Self.bytes(bytes, port: port, ends: ends), as: UTF8.self)
    }

    /// Sends `bytes` to a port, and returns the response.
    static func bytes(_ bytes: [UInt8], port: Int, ends: Bool = false) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            // On a separate thread: the server needs the threads that run tasks.
            Thread.detachNewThread {
                continuation.resume(returning: talk(bytes, port: port, ends: ends))
            }
        }
    }

    static func exchange(_ text: String, with gateway: GatewaySimulator, ends: Bool = false) async -> String {
        await exchange(Array(text.utf8), with: gateway, ends: ends)
    }

    private static func talk(_ bytes: [UInt8], port: Int, ends: Bool) -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return [] }
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if ends { shutdown(descriptor, Int32(SHUT_WR)) }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return answer }
            answer += buffer[..<count]
        }
    }
}
