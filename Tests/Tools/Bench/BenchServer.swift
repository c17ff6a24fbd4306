import Foundation
import LocalServer

/// Serves the page that measures, hands it jobs and takes its reports.
actor BenchServer {
    private var server: LoopbackServer?
    private var reports: [String: CheckedContinuation<Report, any Error>] = [:]
    private var early: [String: Report] = [:]
    private var jobs: [String: CheckedContinuation<Job, any Error>] = [:]
    private var requests: [String: Double] = [:]
    private(set) var port: UInt16 = 0

    /// The greatest length of a report, which has a time for each call.
    private static let reportLimit = 64 << 20

    func open() async throws {
        let page =
            "<!doctype html><meta charset=utf-8><title>bench</title><script>"
            + String(decoding: PackageResources.bench_js, as: UTF8.self) + "</script>"
        let server = try await LoopbackServer(bodyLimit: Self.reportLimit) { [weak self] request in
            let path = request.path ?? []
            switch (request.method, path.count) {
            case ("GET", 1):
                await self?.note(path[0])
                return .text(page, type: "text/html")
            case ("POST", 2) where path[1] == "report":
                return await self?.answer(request.body, of: path[0]) ?? ServedAnswer(410)
            default: return ServedAnswer(404)
            }
        }
        self.server = server
        port = UInt16(server.port)
    }

    private func note(_ page: String) {
        requests[page] = MonotonicTime.milliseconds
    }

    /// When the page of `host` was requested last, by ``MonotonicTime``.
    func requestTime(of host: String) -> Double? { requests[host] }

    private func answer(_ body: [UInt8], of host: String) async -> ServedAnswer {
        do {
            let report = try JSONDecoder().decode(Report.self, from: Data(body))
            return ServedAnswer(200, body: Array(try JSONEncoder().encode(await exchange(report, of: host))))
        } catch {
            return .text("\(error)", status: 500)
        }
    }

    /// Waits up to two minutes for the report with which a page begins.
    func greeting(of host: String) async throws -> Report {
        if let report = early.removeValue(forKey: host) { return report }
        let limit = Task {
            try await Task.sleep(for: .seconds(120))
            dismiss(host)
        }
        defer { limit.cancel() }
        return try await withCheckedThrowingContinuation { reports[host] = $0 }
    }

    /// Has the page of `host` do `job`; it must have reported before.
    func order(_ job: Job, from host: String) async throws -> Report {
        guard let page = jobs.removeValue(forKey: host) else { throw BenchError("the page of \(host) is not there") }
        return try await withCheckedThrowingContinuation { continuation in
            reports[host] = continuation
            page.resume(returning: job)
        }
    }

    /// Sends the page of `host` home.
    func dismiss(_ host: String) {
        let problem = BenchError("\(host) is gone")
        early[host] = nil
        jobs.removeValue(forKey: host)?.resume(throwing: problem)
        reports.removeValue(forKey: host)?.resume(throwing: problem)
    }

    private func exchange(_ report: Report, of host: String) async throws -> Job {
        try await withCheckedThrowingContinuation { continuation in
            jobs[host] = continuation
            if let waiting = reports.removeValue(forKey: host) {
                waiting.resume(returning: report)
            } else {
                early[host] = report
            }
        }
    }
}
