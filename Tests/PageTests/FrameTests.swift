import Bridge
import Foundation
import WebHost
import WindowTesting

/// Frames of every kind get nothing, while the page above them is served.
@MainActor var frameTests: [PageTest] {
    [
        frameTest("of another origin") { stage in
            let url = try await stage.serve(FrameProbe.upwards + FrameProbe.script, host: "localhost")
            return "frame.src = '\(url)';"
        },
        frameTest("of another port") { stage in
            "frame.src = '\(try await stage.twin(FrameProbe.html(FrameProbe.upwards + FrameProbe.script)))';"
        },
        frameTest("of the same origin, in its own realm,") { stage in
            "frame.src = '\(try await stage.serve(FrameProbe.script))';"
        },
        frameTest("in a sandbox") { stage in
            let url = try await stage.serve(FrameProbe.upwards + FrameProbe.script)
            return "frame.sandbox = 'allow-scripts'; frame.src = '\(url)';"
        },
        frameTest("in a sandbox with srcdoc") { _ in
            "frame.sandbox = 'allow-scripts'; frame.srcdoc = \(quoted(FrameProbe.html(FrameProbe.upwards + FrameProbe.script)));"
        },
        frameTest("with srcdoc") { _ in "frame.srcdoc = \(quoted(FrameProbe.html()));" },
        frameTest("from data:") { _ in
            "frame.src = 'data:text/html,' + encodeURIComponent(\(quoted(FrameProbe.html(FrameProbe.upwards + FrameProbe.script))));"
        },
        frameTest("from blob:") { _ in
            "frame.src = URL.createObjectURL(new Blob([\(quoted(FrameProbe.html()))], { type: 'text/html' }));"
        },
        frameTest("of about:blank") { _ in
            """
            frame.src = 'about:blank';
            queueMicrotask(() => {
                const script = frame.contentDocument.createElement('script');
                script.textContent = \(quoted(FrameProbe.script));
                frame.contentDocument.documentElement.append(script);
            });
            """
        },
        frameTest("written into by the page") { _ in
            """
            queueMicrotask(() => {
                frame.contentDocument.open();
                frame.contentDocument.write(\(quoted(FrameProbe.html())));
                frame.contentDocument.close();
            });
            """
        },
        frameTest("from javascript:") { _ in
            "frame.src = 'javascript:' + encodeURIComponent(\(quoted(FrameProbe.script)));"
        },
        frameTest("nested in a frame of another origin") { stage in
            let inner = try await stage.serve(FrameProbe.script)
            let outer = try await stage.serve("", body: "<iframe src='\(inner)'></iframe>", host: "localhost")
            return "frame.src = '\(outer)';"
        },
        frameTest("with an opaque origin by its server's word") { stage in
            let url = try await stage.serve(
                FrameProbe.upwards + FrameProbe.script, headers: ["Content-Security-Policy": "sandbox allow-scripts"])
            return "frame.src = '\(url)';"
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
                """
                function ask() {
                    ethereum.request({ method: "late", params: ["still there"] }).then(done);
                    document.querySelector("iframe").remove();
                }
                """, body: "<iframe src='\(frame)'></iframe>",
                while: { stage in
                    try await stage.wait("it is asked") { stage.wallet.lateCount == 1 }
                    stage.wallet.answerTheLate()
                })
            try expectEqual(answer, #"["still there"]"#)
        },
        PageTest("a frame has no handler that could be kept for later") { stage in
            let frame = try await stage.serve("")
            let answer = try await stage.run(
                """
                const frame = document.querySelector("iframe");
                frame.onload = () => {
                    const { webkit, ethereum, _bitcoinWalletApi } = frame.contentWindow;
                    done([typeof webkit, typeof ethereum, typeof _bitcoinWalletApi]);
                };
                """, body: "<iframe src='\(frame)'></iframe>")
            try expectEqual(answer, #"["undefined","undefined","undefined"]"#)
        },
    ]
}

/// A text as a JavaScript literal that can stand inside a script element.
private func quoted(_ text: String) -> String {
    JSON.string(text).text.replacing("</", with: #"<\/"#)
}

/// Shows a page with one frame, set up by what `setUp` returns, and checks that only the page's messages arrive.
@MainActor private func frameTest(
    _ kind: String, _ setUp: @escaping @MainActor (PageTestContext) async throws -> String
) -> PageTest {
    PageTest("a frame \(kind) gets nothing") { stage in
        let answer = try await stage.run(
            """
            window.addEventListener("message", (event) => {
                ethereum.request({ method: "echo", params: [event.data] }).then((value) => done(value[0]));
            });
            const frame = document.createElement("iframe");
            \(try await setUp(stage))
            document.body.append(frame);
            """, body: "<body>")
        try expectEqual(answer, FrameProbe.nothing)
        try expectEqual(stage.wallet.requests.map(\.method), ["echo"])
        try expectEqual(stage.messages.count, 1)
    }
}
