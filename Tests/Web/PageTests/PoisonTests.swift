import Bridge
import WindowTesting

/// Pages that change what scripts are built from.
@MainActor var poisonTests: [PageTest] {
    [
        PageTest("a page that tampers with its own built-ins is served as usual") { stage in
            let poisons = try await stage.poisons().poisons
            try expectEqual(poisons.count, 26)
            for poison in poisons {
                let answer = try await stage.run(PageCode.call("poison", "askPoisoned", ["name": poison]))
                try expectEqual(answer, #"ok x"#, of: poison)
            }
            let wanted = try await stage.url("")
            try expect(stage.wallet.requests.allSatisfy { $0.peer.origin.description == wanted }, "an origin changed")
            try expect(stage.wallet.requests.allSatisfy { $0.params == ["x"] }, "a parameter changed")
        },
        PageTest("a page that tampers with what only it uses harms only itself") { stage in
            let selfHarm = try await stage.poisons().selfHarm
            try expectEqual(selfHarm.count, 8)
            for poison in selfHarm {
                try await stage.run(PageCode.call("poison", "askAfterSelfHarm", ["name": poison]))
            }
            let wanted = try await stage.url("")
            try expect(stage.wallet.requests.allSatisfy { $0.peer.origin.description == wanted }, "an origin changed")
            try expectEqual(try await stage.run(PageCode.call("poison", "askBoth")), "ok x")
        },
    ]
}

extension PageTestContext {
    /// The names of the poisons, and of those that only harm the page itself.
    fileprivate func poisons() async throws -> (poisons: [String], selfHarm: [String]) {
        let names = try JSON(parsing: try await run(PageCode.call("poison", "tellNames")))
        return (names[0]?.array?.compactMap(\.string) ?? [], names[1]?.array?.compactMap(\.string) ?? [])
    }
}
