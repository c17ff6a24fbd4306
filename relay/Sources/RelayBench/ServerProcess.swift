import Foundation
import Glibc

/// A server in its own process, whose use of processors and memory is read from the kernel.
final class ServerProcess {
    private let process = Process()
    let port: Int
    private var group: String?

    /// Starts a program that prints or logs its port as `"port":"…"`.
    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        var text = ""
        while true {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else { throw BenchError("\(program) has ended: \(text)") }
            text += String(decoding: data, as: UTF8.self)
            if let match = text.firstMatch(of: /"port":"(\d+)"/), let number = Int(match.1) {
                port = number
                break
            }
        }
        // The rest of the log, for a person who looks for the reason of a failure.
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            FileHandle.standardError.write(data)
        }
    }

    var id: Int32 { process.processIdentifier }

    /// Milliseconds of processor time so far.
    var processorTime: Double {
        let text = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
        let fields = text.drop { $0 != ")" }.split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
        return (user + system) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Resident memory in bytes.
    var memory: Int {
        let text = (try? String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8)) ?? ""
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }

    /// Gives the process at most `share` of a processor; `false` where that is not allowed here.
    func limit(to share: Double) -> Bool {
        let name = "relay-bench-\(id)"
        let old = "/sys/fs/cgroup/cpu/\(name)"
        let new = "/sys/fs/cgroup/\(name)"
        // A short period: with a long one, the pauses would be seen in the latency.
        let period = 10_000
        let quota = Int(Double(period) * share)
        if mkdir(old, 0o755) == 0 {
            group = old
            return write("\(period)", "\(old)/cpu.cfs_period_us") && write("\(quota)", "\(old)/cpu.cfs_quota_us")
                && write("\(id)", "\(old)/cgroup.procs")
        }
        guard mkdir(new, 0o755) == 0 else { return false }
        group = new
        return write("\(quota) \(period)", "\(new)/cpu.max") && write("\(id)", "\(new)/cgroup.procs")
    }

    private func write(_ text: String, _ path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        defer { fclose(file) }
        return fputs(text, file) >= 0 && fflush(file) == 0
    }

    func stop() {
        kill(id, SIGTERM)
        process.waitUntilExit()
        // The kernel keeps the group for a moment.
        for _ in 0..<50 {
            guard let group, rmdir(group) != 0 else { return }
            usleep(20_000)
        }
    }
}

/// Why the measurement ends.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
