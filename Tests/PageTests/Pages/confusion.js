function parseInputs() {
    fetch("/inputs").then((answer) => answer.json()).then((inputs) => done(inputs.map((input) => {
        try {
            const url = new URL(input, location.href);
            return [url.href, url.origin];
        } catch {
            return [];
        }
    })));
}
