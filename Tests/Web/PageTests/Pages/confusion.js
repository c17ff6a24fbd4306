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

/** Goes to `target`, or to a redirect to it, on a page with an element “place”. */
function leave({ way, target }) {
    const put = (element) => {
        document.getElementById("place").replaceChildren(element);
        return element;
    };
    const ways = {
        link: () => {
            const link = document.createElement("a");
            link.href = target;
            put(link).click();
        },
        redirect: () => { location.href = "/away"; },
        form: () => {
            const form = document.createElement("form");
            form.method = "post";
            form.action = target;
            put(form).submit();
        },
        script: () => { location.href = target; },
    };
    ways[way]();
}
