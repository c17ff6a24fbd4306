function hear(event) {
    ethereum.request({ method: "echo", params: [event.data] }).then(done);
}

function useWorker({ url }) {
    const worker = new Worker(url);
    worker.onmessage = hear;
}

function useSharedWorker({ url }) {
    const worker = new SharedWorker(url);
    worker.port.onmessage = hear;
}

function useServiceWorker({ url }) {
    navigator.serviceWorker.onmessage = hear;
    navigator.serviceWorker.register(url)
        .then((registration) => {
            const worker = registration.installing ?? registration.waiting ?? registration.active;
            worker.postMessage("hello");
        });
}

function useWorklet() {
    const audio = new OfflineAudioContext(1, 128, 44100);
    const processor = 'class P extends AudioWorkletProcessor { constructor() { super(); this.port.postMessage('
        + '[typeof webkit, typeof _bitcoinWalletApi, typeof ethereum].join(" ")); } process() {} } registerProcessor("p", P);';
    audio.audioWorklet.addModule(URL.createObjectURL(new Blob([processor], { type: "text/javascript" })))
        .then(() => { new AudioWorkletNode(audio, "p").port.onmessage = hear; });
}
