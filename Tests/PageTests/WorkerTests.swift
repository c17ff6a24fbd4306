import WindowTesting

/// Workers of every kind get nothing, while the page that made them is served.
@MainActor var workerTests: [PageTest] {
    [
        workerTest("dedicated worker") { stage in
            "const worker = new Worker('\(try await stage.script("postMessage(\(probe))"))'); worker.onmessage = hear;"
        },
        workerTest("shared worker") { stage in
            """
            const worker = new SharedWorker('\(try await stage.script("onconnect = (e) => e.ports[0].postMessage(\(probe))"))');
            worker.port.onmessage = hear;
            """
        },
        workerTest("service worker") { stage in
            """
            navigator.serviceWorker.onmessage = hear;
            navigator.serviceWorker.register('\(try await stage.script("onmessage = (e) => e.source.postMessage(\(probe))"))')
                .then((registration) => {
                    const worker = registration.installing ?? registration.waiting ?? registration.active;
                    worker.postMessage("hello");
                });
            """
        },
        workerTest("worklet") { stage in
            """
            const audio = new OfflineAudioContext(1, 128, 44100);
            const processor = 'class P extends AudioWorkletProcessor { constructor() { super(); this.port.postMessage('
                + '[typeof webkit, typeof _bitcoinWalletApi, typeof ethereum].join(" ")); } process() {} } registerProcessor("p", P);';
            audio.audioWorklet.addModule(URL.createObjectURL(new Blob([processor], { type: "text/javascript" })))
                .then(() => { new AudioWorkletNode(audio, "p").port.onmessage = hear; });
            """
        },
    ]
}

/// What a worker finds of the wallet.
private let probe = "[typeof self.webkit, typeof self._bitcoinWalletApi, typeof self.ethereum].join(' ')"

@MainActor private func workerTest(
    _ kind: String, _ setUp: @escaping @MainActor (PageTestContext) async throws -> String
) -> PageTest {
    PageTest("a \(kind) gets nothing") { stage in
        let answer = try await stage.run(
            """
            const hear = (event) => ethereum.request({ method: "echo", params: [event.data] }).then(done);
            \(try await setUp(stage))
            """, host: "localhost")
        try expectEqual(answer, #"["undefined undefined undefined"]"#)
        try expectEqual(stage.messages.count, 1)
    }
}

extension PageTestContext {
    /// Serves `text` as a script; its path.
    fileprivate func script(_ text: String) async throws -> String {
        let path = "/\(views.count)-\(text.count).js"
        await server.serve(path, type: "text/javascript", text, headers: [:])
        return path
    }
}
