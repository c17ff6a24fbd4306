const style = await fetch("style.css");
const statuses = [];
for (const path of ["../secret.txt", "%2e%2e/secret.txt", "out.txt", ".hidden", "sub/../app.js"]) {
    const response = await fetch(path);
    statuses.push(response.status);
}
await drawbridge.invoke("say", {
    search: location.search, hash: location.hash, inline: window.inline === true,
    color: getComputedStyle(document.body).color, type: style.headers.get("Content-Type"), statuses,
});
