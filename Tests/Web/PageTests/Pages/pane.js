function askThreeDialogs() {
    setTimeout(() => { alert("one"); done([confirm("two"), prompt("three", "four")]); setTimeout(complete, 500); }, 50);
}
