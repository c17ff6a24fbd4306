// @ts-check

const button = /** @type {HTMLButtonElement} */ (document.querySelector("button"));
const line = /** @type {HTMLElement} */ (document.querySelector("[role=status]"));

button.addEventListener("click", async () => {
    try {
        line.textContent = `${await drawbridge.invoke("pay", { coins: 5, recipient: "Ada" })}`;
    } catch (error) {
        line.textContent = error instanceof drawbridge.InvokeError && error.code === "rejected" ? "Not paid." : `${error}`;
    }
});

if (location.hash === "#check") button.click();
