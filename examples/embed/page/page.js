// @ts-check

const button = /** @type {HTMLButtonElement} */ (document.getElementById("ask"));
const line = /** @type {HTMLElement} */ (document.getElementById("answer"));
let count = 0;

button.addEventListener("click", () => {
    const message = { messageId: `greet-${(count += 1)}`, command: "greet", data: { name: "Ada" } };
    window._bitcoinWalletApi?.messageHandler(JSON.stringify(message));
});

window.addEventListener("drawbridge:message", (event) => {
    const { data, error } = /** @type {any} */ (event.detail);
    line.textContent = error ? error.description : data.greeting;
});

if (location.hash === "#check") button.click();
