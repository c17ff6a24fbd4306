function lookForModule() {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    ethereum.request({ method: "echo" }).then(() => {
        const windows = [window, frame.contentWindow];
        done(windows.map((each) => [typeof each.drawbridgeSocket, Object.keys(each).filter((key) => /socket/i.test(key))]));
    });
}

function echoMany({ count, width }) {
    let next = 0, wrong = 0;
    const worker = async () => {
        while (next < count) {
            const number = (next += 1);
            const text = `“${number}” ${"x".repeat(number % 7 === 0 ? 70000 : number % 100)}`;
            const [answer] = await ethereum.request({ method: "echo", params: [text] });
            if (answer !== text) wrong += 1;
        }
    };
    Promise.all(Array.from({ length: width }, worker)).then(() => done([next, wrong]));
}
