public import Bridge
import Foundation
public import Logging
import WebHost

/// Runs the tests of pages against a wallet that the tests control, and reports the results.
///
/// Pages run one after another or several at a time, each in a new view without stored data, with its own wallet. GTK must have been started
/// (`MainLoop.start()`).
@MainActor public final class TestRun {
    /// The limits and outputs of a run.
    public struct Options: Sendable {
        /// How long one test may take, and how long a page may take until its first test.
        public var timeout = Duration.seconds(10)

        /// How long a question without a scripted answer stays open; then it is rejected and the test fails.
        public var patience = Duration.seconds(1)

        /// The folder to serve; by default each path's own folder.
        ///
        /// Pages cannot reach files outside it.
        public var root: String?

        /// The file to which the results are written as JUnit XML.
        public var junit: String?

        /// The folder for screenshots of pages whose tests took too long; it is created for the first.
        public var screenshots: String?

        /// Only tests whose names contain this text are run, and a page that cannot have one is not opened.
        public var filter: String?

        /// How many pages are run at a time.
        public var jobs = 1

        /// The limits for requests of pages.
        ///
        /// By default, rejections do not lead to a pause: a script, unlike a user, does not tire.
        public var limits: Limits

        /// The log for refusals; by default, rejections are not logged.
        public var log = Logger(label: "drawbridge.test")

        /// The clock.
        public var time = TimeSource.system

        /// The additional time beyond ``timeout`` after which a page that enforces the limit itself counts as hanging.
        var grace = Duration.seconds(3)

        /// Creates the default options.
        public init() {
            limits = Limits()
            limits.refusalsInARow = .max
            log.logLevel = .warning
        }
    }

    /// The result of a run, which is the program's exit status.
    public enum Verdict: Int32, Sendable {
        /// Every test passed.
        case passed = 0
        /// At least one failed.
        case failed = 1
        /// Nothing could be run.
        case unusable = 2
    }

    /// The results so far, in order.
    public private(set) var results: [TestResult] = []

    private let options: Options
    private let print: @MainActor (String) -> Void
    private let warn: @MainActor (String) -> Void
    private let makeWallet: TestWallet.Make
    private var sites: [String: Site] = [:]
    private var reports: [PageReport] = []

    /// How many pages have been opened.
    private var begun = 0

    /// How many pages have been reported completely.
    private var reported = 0

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - options: The limits and outputs.
    ///   - print: Receives the report, TAP version 14, line by line.
    ///   - warn: Receives a message for the user if nothing could be run or written.
    ///   - makeWallet: Creates the wallet for each page.
    public init(
        options: Options = Options(), print: @escaping @MainActor (String) -> Void,
        warn: @escaping @MainActor (String) -> Void, makeWallet: @escaping TestWallet.Make
    ) {
        self.options = options
        self.print = print
        self.warn = warn
        self.makeWallet = makeWallet
    }

    /// Tests the pages that `paths` name: pages (`.html`), test scripts (`.js`, `.mjs`), folders with files named
    /// `*.test.html`, `*.test.js` or `*.test.mjs`, and URLs on this machine.
    public func run(_ paths: [String]) async -> Verdict {
        do {
            let targets = try wanted(TestTarget.find(paths, root: options.root))
            var addresses: [String] = []
            for target in targets { addresses.append(try await address(of: target, among: targets)) }
            reports = targets.map { PageReport(page: $0.name) }
            print(TAP.head)
            await run(at: addresses)
            print(TAP.plan(results.count))
            print(TAP.summary(results))
        } catch {
            warn("\(error)")
            return .unusable
        }
        for site in sites.values { await site.stop() }
        let isWritten = write()
        guard results.contains(where: \.isTest) else {
            warn("No test was run.")
            return .unusable
        }
        return isWritten && results.allSatisfy { $0.failure == nil } ? .passed : .failed
    }

    /// The targets that may have a test with the filter in its name.
    private func wanted(_ targets: [TestTarget]) throws(HarnessError) -> [TestTarget] {
        guard let filter = options.filter else { return targets }
        let wanted = targets.filter { TestNames.mayMatch(filter, in: $0) }
        guard !wanted.isEmpty else {
            throw HarnessError(.unusable, "No name of a test contains “\(VisibleText.of(filter))”.")
        }
        return wanted
    }

    /// Runs the pages, ``Options/jobs`` at a time.
    ///
    /// The start of WebKit's processes takes several times as long as a small page, so the pages of a job use the same ones.
    private func run(at addresses: [String]) async {
        await withTaskGroup { group in
            for _ in 0..<min(max(1, options.jobs), addresses.count) {
                group.addTask { await self.runNext(at: addresses) }
            }
        }
    }

    /// Runs pages that no other job has begun, until there are none.
    private func runNext(at addresses: [String]) async {
        var profile = Profile(network: nil, sharesProcess: true)
        while begun < addresses.count {
            let index = begun
            begun += 1
            let leavesNothing = await run(index, at: addresses[index], in: profile)
            guard begun < addresses.count else { return }
            if await !profile.reset() || !leavesNothing { profile = Profile(network: nil, sharesProcess: true) }
        }
    }

    /// Runs a page.
    ///
    /// - Returns: Whether everything that it has stored can be removed.
    private func run(_ index: Int, at address: String, in profile: Profile) async -> Bool {
        let folders = sites.map { root, site in (address: site.url, path: Self.shortened(root)) }
        let session = PageSession(
            name: reports[index].page, profile: profile, options: options, folders: folders, makeWallet: makeWallet)
        let missing = sites.values.map { (list: $0.missing, earlier: $0.missing.all.count) }
        session.findMissing = { missing.flatMap { $0.list.all.dropFirst($0.earlier) } }
        session.onEntry = { [weak self] in self?.note($0, of: index) }
        await session.run(address)
        reports[index].isComplete = true
        while reported < reports.count, reports[reported].isComplete {
            reported += 1
            if reported < reports.count { for entry in reports[reported].entries { report(entry) } }
        }
        return session.leavesNothing
    }

    /// The folder's path, relative to the working directory if it is inside.
    private static func shortened(_ folder: String) -> String {
        let here = FileManager.default.currentDirectoryPath
        if folder == here { return "" }
        let prefix = here == "/" ? here : here + "/"
        let path = folder.hasPrefix(prefix) ? String(folder.dropFirst(prefix.count)) : folder
        return path.hasSuffix("/") ? path : path + "/"
    }

    /// Reports `entry`, or keeps it until the pages before this one have been reported.
    private func note(_ entry: PageReport.Entry, of index: Int) {
        reports[index].add(entry)
        if index == reported { report(entry) }
    }

    private func report(_ entry: PageReport.Entry) {
        switch entry {
        case .remark(let text): print(TAP.comment(text))
        case .result(let result):
            results.append(result)
            print(TAP.point(result, number: results.count))
        }
    }

    private func address(of target: TestTarget, among targets: [TestTarget]) async throws(HarnessError) -> String {
        guard case .file(let root, _) = target.place else { return target.page }
        if let site = sites[root] { return site.url(of: target.page) }
        var pages: [String: String] = [:]
        for other in targets where other.isScript {
            guard case .file(root, _) = other.place else { continue }
            pages["/" + Site.escaped(other.page)] = other.html
        }
        let site = try await Site.serve(root, pages: pages)
        sites[root] = site
        return site.url(of: target.page)
    }

    private func write() -> Bool {
        guard let path = options.junit else { return true }
        do {
            let remarks = Dictionary(reports.map { ($0.page, $0.remarks) }, uniquingKeysWith: +)
            try Data(JUnit.document(results, remarks: remarks).utf8).write(to: URL(fileURLWithPath: path))
            return true
        } catch {
            warn("The results could not be written to \(path).")
            return false
        }
    }
}
