function goBackAtGate({ number }) {
    history.pushState(1, '', '?a');
    history.pushState(1, '', '?b');
    gate(number).then(() => history.back());
}
