extension Desk {
    /// Looks what became of everything that was sent and whose fate is open.
    public func resolve() async {
        await ReceiptWatcher(journal: journal, chains: chains).look()
        await coins.resolve()
    }
}
