// @ts-check

const button = /** @type {HTMLButtonElement} */ (document.getElementById("sign"));
const line = /** @type {HTMLElement} */ (document.getElementById("answer"));

button.addEventListener("click", async () => {
    const provider = /** @type {any} */ (window).ethereum;
    try {
        const [address] = await provider.request({ method: "eth_requestAccounts" });
        line.textContent = await provider.request({ method: "personal_sign", params: ["0x48656c6c6f", address] });
    } catch (error) {
        line.textContent = /** @type {Error} */ (error).message;
    }
});

if (location.hash === "#check") button.click();
