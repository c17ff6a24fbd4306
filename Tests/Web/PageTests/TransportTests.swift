import Bridge
import Foundation
import GLibKit
import TestSupport
import WebHost
import WindowTesting

/// The way of the text between page and host.
@MainActor var transportTests: [PageTest] {
    let tests = [
        PageTest("pages use the transport that was chosen") { stage in
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            try expectEqual(stage.view.transportInUse, TestOptions.current.pageTransport)
        },
        PageTest("neither the page nor its frames see the module of the transport") { stage in
            let answer = try await stage.run(PageCode.call("transport", "lookForModule"), body: "<body>")
            try expectEqual(answer, #"[["undefined",[]],["undefined",[]]]"#)
        },
        PageTest("texts of all lengths arrive complete, with many in flight") { stage in
            stage.keepsTraffic = false
            let answer = try await stage.run(
                PageCode.call("transport", "echoMany", ["count": 300, "width": 50]))
            try expectEqual(answer, "[300,0]")
        },
        PageTest("a main loop within a watch's handler does not call it again, and later bytes arrive") { stage in
            var ends: [Int32] = [0, 0]
            try expectEqual(pipe(&ends), 0)
            let (reading, writing) = (ends[0], ends[1])
            defer { [reading, writing].forEach { close($0) } }
            var (calls, depth, deepest) = (0, 0, 0)
            let watch = DescriptorWatch(reading, for: .reading) {
                depth += 1
                deepest = max(deepest, depth)
                // The descriptor is ready while everything else that is pending is done.
                Idle.run(.last) {
                    MainLoop.stop()
                    return false
                }
                MainLoop.run()
                var byte: UInt8 = 0
                if read(reading, &byte, 1) == 1 { calls += 1 }
                depth -= 1
            }
            for _ in 0..<3 { try expectEqual(write(writing, [1], 1), 1) }
            try await stage.wait("all bytes are read") { calls == 3 }
            try expectEqual(write(writing, [1], 1), 1)
            try await stage.wait("a later byte is read") { calls == 4 }
            watch.stop()
            try expectEqual(deepest, 1)
        },
    ]
    return TestOptions.current.pageTransport == .socket ? tests + socketTests : tests
}

@MainActor private var socketTests: [PageTest] {
    [
        PageTest("without the module pages use reply handles, and the log says why") { stage in
            stage.makeView(profile: Profile(socketModule: "/nowhere/libDrawbridgePageSocket.so"))
            let answer = try await stage.run("ethereum.request({ method: 'echo', params: [1] }).then(done)")
            try expectEqual(answer, "[1]")
            try expectEqual(stage.view.transportInUse, .reply)
            try expect(stage.notes.mentions("does not exist"), "\(stage.notes.text)")
        },
        PageTest("with a module that cannot be loaded pages use reply handles, and the log says so") { stage in
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            stage.atEnd { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "libDrawbridgePageSocket.so")
            try Data("not a module".utf8).write(to: file)
            stage.makeView(profile: Profile(socketModule: file.path))
            let answer = try await stage.run("ethereum.request({ method: 'echo', params: [1] }).then(done)")
            try expectEqual(answer, "[1]")
            try expectEqual(stage.view.transportInUse, .reply)
            try expect(stage.notes.mentions("has not loaded the module"), "\(stage.notes.text)")
        },
        PageTest("a web process gets no more sockets than it uses, and none outlives its document") { stage in
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            let before = Descriptors.targets
            let ends = (0..<10).compactMap { _ in stage.view.openSocket() }
            let sockets = Descriptors.targets.subtracting(before)
            try expectEqual(ends.count, 4)
            try expect(sockets.count >= 8, "of four sockets, only these ends are open: \(sockets)")
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            for end in ends { try expect(HostilePeer.isClosed(end), "a socket of the document before is open") }
            for end in ends { close(end) }
            try await stage.wait("both ends of the sockets are closed") {
                Descriptors.targets.isDisjoint(with: sockets)
            }
        },
        PageTest("a socket of the document before cannot speak for the next one") { stage in
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            guard let end = stage.view.openSocket() else { throw Failure("there is no socket") }
            defer { close(end) }
            let count = stage.wallet.requests.count
            let next = try await stage.serve(
                "ethereum.request({ method: 'echo' }).then(() => done(''))", host: "localhost")
            try await stage.show(next)
            let peer = HostilePeer(origin: try await stage.url("", host: "localhost"))
            peer.send(peer.head(1) + peer.text(#"E1:{"id":1,"method":"echo","params":["forged"]}"#), to: end)
            _ = try await stage.said()
            try expectEqual(stage.wallet.requests.count, count + 1)
            try expect(!stage.messages.contains { $0.contains("forged") }, "a forged message was accepted")
        },
        PageTest("a web process can read the module, and nothing else where the program is") { stage in
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            try expect(!WebSandbox.isWaived, "there is no sandbox")
            let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
            let processes = Processes.all(.web)
            try expect(!processes.isEmpty, "there is no web process")
            for process in processes {
                let shown = "/proc/\(process)/root\(program)"
                try expectEqual(try FileManager.default.contentsOfDirectory(atPath: shown), ["web-process"])
                try expectEqual(
                    try FileManager.default.contentsOfDirectory(atPath: "\(shown)/web-process"),
                    ["libDrawbridgePageSocket.so"])
            }
        },
        PageTest("when a socket breaks while its document is shown, what the document asked ends") { stage in
            stage.user.answer = { _ in nil }
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            guard let end = stage.view.openSocket() else { throw Failure("there is no socket") }
            let peer = HostilePeer(origin: try await stage.url(""))
            peer.send(peer.head(1) + peer.text(#"E1:{"id":1,"method":"ask"}"#), to: end)
            try await stage.wait("it is asked") { stage.user.open == 1 && stage.dispatcher.pendingCount == 1 }
            close(end)
            try await stage.wait("everything is over") { stage.user.open == 0 && stage.dispatcher.pendingCount == 0 }
            try expect(stage.answers.last?.contains("connection ended") == true, "\(stage.answers)")
            try expectEqual(stage.wallet.done, 0)
        },
        PageTest("a web process that sends without a pause does not stop other work") { stage in
            (stage.keepsTraffic, stage.wallet.keepsRequests) = (false, false)
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            guard let end = stage.view.openSocket() else { throw Failure("there is no socket") }
            let peer = HostilePeer(origin: try await stage.url(""))
            let sending = Task { await peer.sendWithoutPause(to: end, for: .milliseconds(1_000)) }
            var turns = 0
            let limit = ContinuousClock.now + .milliseconds(900)
            while ContinuousClock.now < limit {
                await Idle.turn()
                turns += 1
            }
            let texts = await sending.value
            TestOptions.note("texts without a pause: \(texts), \(turns) turns of other work")
            try expect(texts > 1_000, "only \(texts) texts")
            try expect(turns > 10, "only \(turns) turns")
        },
        PageTest("a hostile web process that sends anything harms nothing but its own page") { stage in
            (stage.keepsTraffic, stage.wallet.keepsRequests) = (false, false)
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            let seconds = TestOptions.current.isThorough ? 600 : 3
            let peer = HostilePeer(origin: try await stage.url(""))
            let ticker = Ticker()
            let (bytes, open) = (Processes.residentBytes, Descriptors.open)
            var most = 0
            var attacks = 0
            let limit = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < limit {
                guard let end = stage.view.openSocket() else {
                    try await Task.sleep(for: .milliseconds(1))
                    continue
                }
                attacks += 1
                await peer.attack(end, number: attacks)
                most = max(most, Processes.residentBytes - bytes)
                if attacks.isMultiple(of: 5_000) { try await stage.run("done('')") }
            }
            TestOptions.note(
                "hostile web process: \(attacks) connections in \(seconds) s, \(most >> 20) MiB more, "
                    + "longest gap \(ticker.longestGap)")
            ticker.stop()
            try expect(attacks > 10, "only \(attacks) connections")
            try expect(ticker.beats > 0 && ticker.longestGap < .milliseconds(500), "blocked for \(ticker.longestGap)")
            try expect(most >> 20 < 64, "\(most >> 20) MiB more")
            let answer = try await stage.run("ethereum.request({ method: 'echo', params: [1] }).then(done)")
            try expectEqual(answer, "[1]")
            try expectEqual(stage.view.transportInUse, .socket)
            // A few more may be those of WebKit's next process, and of the server's connections to it.
            try await stage.wait("nothing is left") {
                stage.dispatcher.pendingCount == 0 && Descriptors.open <= open + 10
            }
        },
    ]
}

extension Idle {
    /// Waits until the program has no other work.
    fileprivate static func turn() async {
        await withCheckedContinuation { continuation in
            run(.last) {
                continuation.resume()
                return false
            }
        }
    }
}

/// The file descriptors of this process.
private enum Descriptors {
    private static var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    }

    static var open: Int { names.count }

    /// What is open, such as `socket:[1234]`, which is not used again as the number of a descriptor is.
    static var targets: Set<String> {
        Set(names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") })
    }
}
