test("the total is right", (t) => {
    const order = { items: [1, 2], total: 4 };
    t.equal(order, { items: [1, 2], total: 3 });
});
