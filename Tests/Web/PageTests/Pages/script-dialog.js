function askThreeDialogs({ number }) {
    gate(number).then(() => { alert("one"); done([confirm("two"), prompt("three", "four")]); });
}

function reloadAfterDialogs() {
    setTimeout(() => {
        alert("1"); alert("2"); const answers = [confirm("3"), prompt("4")];
        if (sessionStorage.again) done(answers); else { sessionStorage.again = "1"; location.reload(); }
    }, 50);
}

function askToStay() {
    addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; });
    addEventListener("click", () => done("clicked"));
}
