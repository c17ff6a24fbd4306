import FlyingFox
import FlyingSocks
import Foundation

/// Serves the page that measures, hands it jobs and takes its reports.
actor BenchServer {
    private let server: HTTPServer
    private var reports: [String: CheckedContinuation<Report, any Error>] = [:]
    private var early: [String: Report] = [:]
    private var jobs: [String: CheckedContinuation<Job, any Error>] = [:]
    private(set) var port: UInt16 = 0

    init() throws {
        server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 3_600, logger: .disabled)
    }

    func open() async throws {
        await server.appendRoute("POST /:host/report") { [weak self] request in
            guard let self, let host = request.routeParameters["host"] else { return HTTPResponse(statusCode: .gone) }
            let report = try JSONDecoder().decode(Report.self, from: try await request.bodyData)
            let job = try await self.exchange(report, of: host)
            return HTTPResponse(statusCode: .ok, body: try JSONEncoder().encode(job))
        }
        let page =
            "<!doctype html><meta charset=utf-8><title>bench</title><script>"
            + String(decoding: PackageResources.bench_js, as: UTF8.self) + "</script>"
        await server.appendRoute("GET /:host") { _ in
            HTTPResponse(statusCode: .ok, headers: [.contentType: "text/html"], body: Data(page.utf8))
        }
        Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw Trouble("no port to serve on") }
        self.port = port
    }

    /// Waits for the report with which a page begins.
    func greeting(of host: String) async throws -> Report {
        if let report = early.removeValue(forKey: host) { return report }
        return try await withCheckedThrowingContinuation { reports[host] = $0 }
    }

    /// Has the page of `host` do `job`; it must have reported before.
    func order(_ job: Job, from host: String) async throws -> Report {
        guard let page = jobs.removeValue(forKey: host) else { throw Trouble("the page of \(host) is not there") }
        return try await withCheckedThrowingContinuation { continuation in
            reports[host] = continuation
            page.resume(returning: job)
        }
    }

    /// Sends the page of `host` home.
    func dismiss(_ host: String) {
        let trouble = Trouble("\(host) is gone")
        early[host] = nil
        jobs.removeValue(forKey: host)?.resume(throwing: trouble)
        reports.removeValue(forKey: host)?.resume(throwing: trouble)
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
