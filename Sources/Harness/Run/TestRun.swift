public import Bridge
import Foundation
public import Logging

/// Runs the tests of pages against a wallet that the tests control, and reports the results.
///
/// Pages run one after another, each in a new view without stored data, with its own wallet. GTK must have been started
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

        /// Only tests whose names contain this text are run.
        public var filter: String?

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

    /// The console output of each page.
    private var remarks: [String: String] = [:]

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
            let targets = try TestTarget.find(paths, root: options.root)
            var addresses: [String] = []
            for target in targets { addresses.append(try await address(of: target, among: targets)) }
            print(TAP.head)
            for (target, address) in zip(targets, addresses) { await run(target, at: address) }
            print(TAP.plan(results.count))
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

    private func run(_ target: TestTarget, at address: String) async {
        let folders = sites.map { root, site in (address: site.url, path: Self.shortened(root)) }
        let session = PageSession(
            name: target.name, options: options, folders: folders, makeWallet: makeWallet)
        session.onResult = { [weak self] result in self?.note(result) }
        session.onRemark = { [weak self] text in self?.note(text, of: target.name) }
        await session.run(address)
    }

    /// The folder's path, relative to the working directory if it is inside.
    private static func shortened(_ folder: String) -> String {
        let here = FileManager.default.currentDirectoryPath
        if folder == here { return "" }
        let prefix = here == "/" ? here : here + "/"
        let path = folder.hasPrefix(prefix) ? String(folder.dropFirst(prefix.count)) : folder
        return path.hasSuffix("/") ? path : path + "/"
    }

    private func note(_ text: String, of page: String) {
        print(TAP.comment(text))
        // Limited, because a page may write endlessly.
        if remarks[page, default: ""].utf8.count < Self.mostRemarks { remarks[page, default: ""] += text + "\n" }
    }

    private static let mostRemarks = 1 << 16

    private func note(_ result: TestResult) {
        results.append(result)
        print(TAP.point(result, number: results.count))
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
            try Data(JUnit.document(results, remarks: remarks).utf8).write(to: URL(fileURLWithPath: path))
            return true
        } catch {
            warn("The results could not be written to \(path).")
            return false
        }
    }
}
