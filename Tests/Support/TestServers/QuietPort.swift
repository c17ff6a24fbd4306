import Glibc
internal import Synchronization

/// Ports for servers that stop while clients still use them, and may start again on the same port.
///
/// The system may choose a port of its own range again, and then the server of another test would receive the requests.
public enum QuietPort {
    /// Below the range from which the system chooses (`ip_local_port_range`, by default from 32768 on).
    private static let range = 20_000..<32_000

    private static let next = Atomic<Int>(Int.random(in: range))

    /// A free port on 127.0.0.1, which no other test of this process gets.
    public static func take() -> Int {
        while true {
            let number = next.add(1, ordering: .relaxed).oldValue
            let port = range.lowerBound + number % range.count
            if isFree(port) { return port }
        }
    }

    private static func isFree(_ port: Int) -> Bool {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
