function endTwice({ first, second }) {
    complete({ type: first });
    complete({ type: second });
    setTimeout(() => { complete({ type: second }); done("said"); }, 20);
}

function lookForWallet() {
    done([typeof window.ethereum, typeof window._bitcoinWalletApi, typeof webkit.messageHandlers.drawbridge,
        typeof webkit.messageHandlers.sendMessageHandler, Object.keys(webkit.messageHandlers).join()]);
}

const ways = {
    "object": () => {
        webkit.messageHandlers.payDataCollectionComplete.postMessage({ type: "IC_COMPLETE", success: true });
    },
    "text": () => { webkit.messageHandlers.payDataCollectionComplete.postMessage('{"type":"IC_COMPLETE"}'); },
    "Android": () => {
        AndroidWallet.onDataCollectionComplete(JSON.stringify({ type: "IC_COMPLETE", success: true }));
    },
    "React Native": () => { ReactNativeWebView.postMessage(JSON.stringify({ type: "IC_COMPLETE", success: true })); },
    "all of them, again and again": () => {
        for (let i = 0; i < 3; i += 1) {
            complete();
            AndroidWallet.onDataCollectionComplete('{"type":"IC_COMPLETE"}');
            ReactNativeWebView.postMessage('{"type":"IC_COMPLETE"}');
        }
    },
};

function endBy({ way }) {
    ways[way]();
    done("said");
}

/** Posts values that are not one of the two messages, in each way, and says how many there are. */
async function postShapes() {
    const cycle = {};
    cycle.self = cycle;
    const shapes = [
        undefined,
        null,
        true,
        0,
        -0,
        NaN,
        7n,
        Symbol('SECRET'),
        () => 'IC_COMPLETE',
        cycle,
        [],
        ['IC_COMPLETE'],
        'IC_COMPLETE',
        '',
        '"IC_COMPLETE"',
        {},
        { type: ['IC_COMPLETE'] },
        { type: 'ic_complete' },
        { type: 'IC_COMPLETE', success: 'false' },
        { type: 'IC_COMPLETE', success: 0 },
        { type: { toString: () => 'IC_COMPLETE' } },
        { data: { type: 'IC_COMPLETE' } },
        [{ type: 'IC_COMPLETE' }],
        '{"type":"IC_COMPLETE","type":"IC_ERROR"}',
        JSON.stringify(JSON.stringify({ type: 'IC_COMPLETE' })),
        '{"type":"IC_COMPLETE"}\x1eF2:{"type":"IC_COMPLETE"}',
        '{"type":"IC_COMPLETE\u0000"}',
        '{"type":"IC_COMPLETE"}\ud800',
        new Map([['type', 'IC_COMPLETE']]),
        new Date(),
        document.body,
        window.name,
        { type: 'IC_COMPLETE', padding: 'x'.repeat(70000) },
        '{"type":"IC_COMPLETE"' + ' '.repeat(70000) + '}',
        { type: 'SECRET', success: false },
        { type: 'IC_COMPLETE', success: { SECRET: 1 } },
        new Proxy({}, { get() { throw new Error('SECRET'); } }),
        { toJSON() { throw new Error('SECRET'); } },
    ];
    for (const shape of shapes) {
        for (const post of [
            (value) => webkit.messageHandlers.payDataCollectionComplete.postMessage(value),
            (value) => AndroidWallet.onDataCollectionComplete(value),
            (value) => ReactNativeWebView.postMessage(value),
        ]) { try { post(shape); } catch (error) { done("thrown " + error); } }
        await new Promise((resolve) => setTimeout(resolve, 1));
    }
    done(String(shapes.length));
}
