/** Tries to go to `target`, on a page with an element “place”. */
function leave({ way, target }) {
    const put = (html) => { place.innerHTML = html; };
    const ways = {
        "script": () => { location.href = target; },
        "replacing": () => { location.replace(target); },
        "assigning": () => { location.assign(target); },
        "window.open": () => { window.open(target, "_self"); },
        "new window": () => { window.open(target); },
        "link": () => {
            put(`<a href="${target}">x</a>`);
            place.firstChild.click();
        },
        "link to a new window": () => {
            put(`<a target=_blank href="${target}">x</a>`);
            place.firstChild.click();
        },
        "meta refresh": () => {
            document.head.insertAdjacentHTML("beforeend", `<meta http-equiv=refresh content="0;url=${target}">`);
        },
        "form get": () => {
            put(`<form action="${target}"><input name=x value=y></form>`);
            place.firstChild.submit();
        },
        "form post": () => {
            put(`<form method=post action="${target}"><input name=x value=y></form>`);
            place.firstChild.submit();
        },
        "button's own post": () => {
            put(`<form method=post><button formaction="${target}">x</button></form>`);
            place.firstChild.firstChild.click();
        },
        "form to a new window": () => {
            put(`<form method=post target=_blank action="${target}"><input name=x></form>`);
            place.firstChild.submit();
        },
        "frame": () => { put(`<iframe src="${target}"></iframe>`); },
        "frame's top": () => {
            put('<iframe srcdoc="<script>top.location.href = `' + target + '`<\/script>"></iframe>');
        },
    };
    ways[way]();
}

/** Goes to the form's own host. */
function goOn({ way }) {
    const ways = {
        "link": () => {
            document.body.innerHTML = '<a href="/next?a">x</a>';
            document.links[0].click();
        },
        "absolute link": () => {
            document.body.innerHTML = '<a href="HTTPS://PAY.walletconnect.com/next">x</a>';
            document.links[0].click();
        },
        "redirect": () => { location.href = "/hop"; },
        "form get": () => {
            document.body.innerHTML = '<form action="/next"><input name=x></form>';
            document.forms[0].submit();
        },
        "form post": () => {
            document.body.innerHTML =
                '<form method=post action="https://pay.walletconnect.com/next"><input name=x></form>';
            document.forms[0].submit();
        },
        "script": () => { location.assign("https://pay.walletconnect.com:443/next#x"); },
        "meta refresh": () => {
            document.head.insertAdjacentHTML("beforeend", '<meta http-equiv=refresh content="0;url=/next">');
        },
    };
    ways[way]();
}

/** Asks for a permission, and says the name of the error. */
function askPermission({ permission }) {
    const tell = (error) => done(error.name ?? String(error.code));
    const permissions = {
        "geolocation": () => {
            navigator.geolocation.getCurrentPosition(() => done("found"), (error) => done(String(error.code)));
        },
        "notifications": () => { Notification.requestPermission().then(done, tell); },
        "camera": () => {
            if (!navigator.mediaDevices?.getUserMedia) return done("none");
            navigator.mediaDevices.getUserMedia({ video: true }).then(done, tell);
        },
        "clipboard": () => {
            if (!navigator.clipboard?.readText) return done("none");
            navigator.clipboard.readText().then(done, tell);
        },
        "pointer lock": () => {
            document.documentElement.requestPointerLock?.()?.catch(() => {});
            setTimeout(() => done(String(document.pointerLockElement)), 300);
        },
        "service worker": () => {
            if (!navigator.serviceWorker) return done("none");
            navigator.serviceWorker.register("/sw.js").then(() => done("registered"), tell);
        },
    };
    permissions[permission]();
}
