/** What a worker finds of the wallet. */
function probe() {
    return [typeof self.webkit, typeof self._bitcoinWalletApi, typeof self.ethereum].join(" ");
}

function tellAsWorker() {
    postMessage(probe());
}

function tellAsSharedWorker() {
    self.onconnect = (event) => event.ports[0].postMessage(probe());
}

function tellAsServiceWorker() {
    self.onmessage = (event) => event.source.postMessage(probe());
}
