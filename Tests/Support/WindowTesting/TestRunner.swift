import Foundation

/// Runs the tests of one group, one after the other, and reports them in TAP.
public struct TestRunner {
    /// How long a test may take unless `--time-limit` says otherwise.
    private static let timeLimit = Duration.seconds(600)

    /// How long one may take with `--thorough`.
    private static let thoroughTimeLimit = Duration.seconds(7_200)

    private let options: TestOptions
    private let action: Action

    private enum Action {
        case tests(TestGroup)
        case window(ShownWindow)
    }

    /// Parses `arguments`, or prints what is wrong and exits with status 2.
    public init(_ arguments: some Sequence<String>, groups: [TestGroup], windows: [ShownWindow]) {
        do {
            let options = try TestOptions(arguments)
            if let name = options.window {
                guard let window = windows.first(where: { $0.name == name }) else {
                    throw UsageError("there is no window \(name), only \(windows.map(\.name).joined(separator: ", "))")
                }
                action = .window(window)
            } else {
                guard let group = groups.first(where: { $0.name == options.group }) else {
                    let names = groups.map(\.name).joined(separator: ", ")
                    throw UsageError("there is no group \(options.group ?? ""), only \(names)")
                }
                try group.prepare()
                action = .tests(group)
            }
            self.options = options
        } catch {
            Self.end("\(error)\n\(TestOptions.usage)")
        }
    }

    /// Runs the tests, or shows the window; call it when GTK's main loop runs.
    ///
    /// The status is 0 if all tests passed, 1 if one failed, and 2 if no test or window could be started.
    @MainActor public func run() async -> Never {
        switch action {
        case .window(let window):
            do {
                try await window.show(options.words)
                exit(0)
            } catch {
                Self.end("\(error)")
            }
        case .tests(let group):
            var tests = group.tests().filter { test in
                options.words.isEmpty || options.words.contains { test.name.contains($0) }
            }
            if let (number, count) = options.share {
                tests = zip(0..., tests).filter { $0.0 % count == number - 1 }.map(\.1)
            }
            if tests.isEmpty { Self.end("no test of \(group.name) has such a name") }
            if options.listsNames {
                TAP.write(tests.map(\.name))
                exit(0)
            }
            exit(await run(tests) ? 0 : 1)
        }
    }

    /// Whether all `tests` passed.
    @MainActor private func run(_ tests: [any RunnableTest]) async -> Bool {
        let limit = options.timeLimit ?? (options.isThorough ? Self.thoroughTimeLimit : Self.timeLimit)
        var hasPassed = true
        TAP.write(TAP.head(count: tests.count))
        for (number, test) in zip(1..., tests) {
            let start = ContinuousClock.now
            let problem = await test.run(within: limit, portrait: "failed-\(number)")
            TAP.write(TAP.result(number, test.name, problem))
            TestOptions.note("\(ContinuousClock.now - start)")
            if problem != nil { hasPassed = false }
        }
        return hasPassed
    }

    private static func end(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
        exit(2)
    }
}
