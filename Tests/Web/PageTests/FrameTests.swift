import Bridge
import Foundation
import WebHost
import WindowTesting

/// Frames of every kind get nothing, while the page above them is served.
@MainActor var frameTests: [PageTest] {
    [
        frameTest("of another origin") { stage in
            .address(try await stage.serve(FrameProbe.upwards + FrameProbe.script, host: "localhost"))
        },
        frameTest("of another port") { stage in
            .address(try await stage.twin(FrameProbe.html(FrameProbe.upwards + FrameProbe.script)))
        },
        frameTest("of the same origin, in its own realm,") { stage in
            .address(try await stage.serve(FrameProbe.script))
        },
        frameTest("in a sandbox") { stage in
            var frame = Frame.address(try await stage.serve(FrameProbe.upwards + FrameProbe.script))
            frame.sandbox = "allow-scripts"
            return frame
        },
        frameTest("in a sandbox with srcdoc") { _ in
            Frame("srcdoc", FrameProbe.html(FrameProbe.upwards + FrameProbe.script), sandbox: "allow-scripts")
        },
        frameTest("with srcdoc") { _ in Frame("srcdoc", FrameProbe.html()) },
        frameTest("from data:") { _ in Frame("data", FrameProbe.html(FrameProbe.upwards + FrameProbe.script)) },
        frameTest("from blob:") { _ in Frame("blob", FrameProbe.html()) },
        frameTest("of about:blank") { _ in Frame("blank", FrameProbe.script) },
        frameTest("written into by the page") { _ in Frame("written", FrameProbe.html()) },
        frameTest("from javascript:") { _ in Frame("javascript", FrameProbe.script) },
        frameTest("nested in a frame of another origin") { stage in
            let inner = try await stage.serve(FrameProbe.script)
            return .address(try await stage.serve("", body: "<iframe src='\(inner)'></iframe>", host: "localhost"))
        },
        frameTest("with an opaque origin by its server's word") { stage in
            .address(
                try await stage.serve(
                    FrameProbe.upwards + FrameProbe.script,
                    headers: ["Content-Security-Policy": "sandbox allow-scripts"]))
        },
        PageTest("a frame of the same origin can send messages through its parent page, as that page") { stage in
            let frame = try await stage.serve(
                "parent.ethereum.request({ method: 'echo', params: ['up'] }).then(parent.done)")
            let answer = try await stage.run("", body: "<iframe src='\(frame)'></iframe>")
            try expectEqual(answer, #"["up"]"#)
            try expectEqual(stage.wallet.requests.first?.peer.document, stage.view.document)
        },
        PageTest("removing a frame does not affect the page's requests") { stage in
            let frame = try await stage.serve("parent.ask()")
            let answer = try await stage.run(
                PageCode.call("frame", "askForFrame"), body: "<iframe src='\(frame)'></iframe>",
                while: { stage in
                    try await stage.wait("it is asked") { stage.wallet.lateCount == 1 }
                    stage.wallet.answerTheLate()
                })
            try expectEqual(answer, #"["still there"]"#)
        },
        PageTest("a frame has no handler that could be kept for later") { stage in
            let frame = try await stage.serve("")
            let answer = try await stage.run(
                PageCode.call("frame", "lookIntoFrame"), body: "<iframe src='\(frame)'></iframe>")
            try expectEqual(answer, #"["undefined","undefined","undefined"]"#)
        },
    ]
}

/// A frame of a page.
private struct Frame {
    /// How the frame gets its content: a case of `showFrame` in `Pages/frame.js`.
    let kind: String

    /// An address, a document or a script.
    let content: String
    var sandbox = ""

    init(_ kind: String, _ content: String, sandbox: String = "") {
        (self.kind, self.content, self.sandbox) = (kind, content, sandbox)
    }

    static func address(_ url: String) -> Frame { Frame("address", url) }
}

/// Shows a page with the frame that `setUp` returns, and checks that only the page's messages arrive.
@MainActor private func frameTest(
    _ kind: String, _ setUp: @escaping @MainActor (PageTestContext) async throws -> Frame
) -> PageTest {
    PageTest("a frame \(kind) gets nothing") { stage in
        let frame = try await setUp(stage)
        let answer = try await stage.run(
            PageCode.call(
                "frame", "showFrame", ["kind": frame.kind, "content": frame.content, "sandbox": frame.sandbox]),
            body: "<body>")
        try expectEqual(answer, FrameProbe.nothing)
        try expectEqual(stage.wallet.requests.map(\.method), ["echo"])
        try expectEqual(stage.messages.count, 1)
    }
}
