internal import BigInt
package import Bridge
package import Ethereum
internal import Primitives

extension EthereumChain {
    package func height() async -> Int {
        (try? change { book throws(SimulatorError) in Int(book.ledger.head.number) }) ?? 0
    }

    /// Pays coins, or units of a token: by its symbol, or its address.
    package func fund(_ address: String, _ amount: String, asset: String?) async throws(SimulatorError) -> String {
        guard let receiver = try? EthereumAddress(address) else {
            throw .ledger("\(address.prefix(80)) is not an address")
        }
        let time = time
        let hash = try change { book throws(SimulatorError) in
            let ledger = book.ledger
            guard let asset else {
                return try book.ledger.act(
                    as: ledger.deployments.faucet, to: receiver, value: Self.units(amount, decimals: 18))
            }
            let token = ledger.deployments.token(asset) ?? (try? EthereumAddress(asset))
            guard let token, ledger.contracts[token] != nil else {
                throw .ledger("there is no token \(asset.prefix(80))")
            }
            let answer = try book.ledger.trial(at: .latest, now: time) {
                ledger, state, environment throws(SimulatorError) in
                let call = EVMExecution.Call(
                    sender: ledger.deployments.faucet, to: token, data: EVMCalls.data("decimals()"))
                return try ledger.execute(call, gas: 1_000_000, environment, &state).0.get()
            }
            let decimals = Int(clamping: EVMWord.number(answer))
            guard decimals <= 36 else { throw .ledger("\(asset.prefix(80)) is no token") }
            return try book.ledger.act(
                as: ledger.deployments.faucet, to: token,
                data: EVMCalls.transfer(receiver, Self.units(amount, decimals: decimals)))
        }
        try change { book throws(SimulatorError) in book.ledger.mine(now: time) }
        guard succeeded(hash.description) == true else {
            throw .ledger("the faucet cannot pay \(amount.prefix(80))")
        }
        return hash.description
    }

    /// Lets a name of ENS stand for an address.
    ///
    /// - Parameters:
    ///   - text: A name of two labels, of which the second is `eth`.
    ///   - address: The address.
    ///   - isConfirmed: Whether the address has this name, too.
    /// - Throws: ``SimulatorError/ledger(_:)``.
    package func setName(
        _ text: String, of address: EthereumAddress, isConfirmed: Bool = true
    ) throws(SimulatorError) {
        guard let name = try? ENSName(text) else { throw .ledger("\(text.prefix(80)) is not a name") }
        try act(
            onNode: name,
            EVMCalls.data("setAddr(bytes32,address)", name.node, EVMWord.bytes(address)))
        if isConfirmed { try setReverseName(name, of: address) }
    }

    /// Lets an address have a name, which may stand for another address.
    package func setReverseName(_ name: ENSName, of address: EthereumAddress) throws(SimulatorError) {
        let reverse = ENSName.reverse(of: address)
        guard let data = try? ABIFunction("setName(bytes32,string)").call([.bytes(reverse.node), .string(name.text)])
        else { throw .ledger("\(name.text) is too long") }
        try act(onNode: reverse, data)
    }

    /// Makes the faucet the owner of a name, and calls the resolver for it.
    private func act(onNode name: ENSName, _ data: [UInt8]) throws(SimulatorError) {
        guard let parent = name.parent, let label = name.labels.first else {
            throw .ledger("\(name.text) is a top level")
        }
        let owned = EVMCalls.data(
            "setSubnodeRecord(bytes32,bytes32,address,address,uint64)", parent.node,
            Keccak256.hash(label.utf8).bytes, EVMWord.bytes(deployments.faucet), EVMWord.bytes(deployments.resolver),
            EVMWord.bytes(BigUInt(0)))
        for (contract, data) in [(deployments.registry, owned), (deployments.resolver, data)] {
            guard succeeded(try act(as: deployments.faucet, to: contract, data: data)) != false else {
                throw .ledger("the name \(name.text) cannot be set")
            }
        }
    }

    private static func units(_ text: String, decimals: Int) throws(SimulatorError) -> BigUInt {
        guard let units = try? Amount.parts(text, decimals: decimals) else {
            throw .ledger("\(text.prefix(80)) is not an amount")
        }
        return units
    }

    package func mine(_ blocks: Int) async throws(SimulatorError) {
        let time = time
        try change { book throws(SimulatorError) in for _ in 0..<max(0, blocks) { book.ledger.mine(now: time) } }
    }

    package func setTime(_ time: Int) async throws(SimulatorError) {
        let now = self.time
        try change { book throws(SimulatorError) in try book.ledger.setTime(UInt64(clamping: time), now: now) }
    }

    package func advance(_ seconds: Int) async throws(SimulatorError) {
        try change { book throws(SimulatorError) in book.ledger.advance(UInt64(clamping: seconds)) }
    }

    package func snapshot() async -> Int {
        let number = try? change { book throws(SimulatorError) in
            book.snapshots.append(book.ledger)
            return book.snapshots.count - 1
        }
        return number ?? 0
    }

    package func restore(_ snapshot: Int) async throws(SimulatorError) {
        try change { book throws(SimulatorError) in
            guard book.snapshots.indices.contains(snapshot) else { throw .ledger("there is no snapshot \(snapshot)") }
            book.ledger.restore(book.snapshots[snapshot])
        }
    }

    package func saved() async -> JSON {
        (try? change { book throws(SimulatorError) in book.ledger.saved }) ?? .null
    }

    package func load(_ saved: JSON) async throws(SimulatorError) {
        let ledger = try EVMLedger(saved: saved, chainID: chainID)
        try change { book throws(SimulatorError) in
            book.ledger = ledger
            book.snapshots = []
        }
    }

    package func reorganise(_ depth: Int, dropping: [String]) async throws(SimulatorError) {
        var hashes = Set<Digest32>()
        for text in dropping {
            guard let bytes = Hex.decode(text), bytes.count == 32 else {
                throw .ledger("\(text.prefix(80)) is not the hash of a transaction")
            }
            hashes.insert(EVMWord.digest(bytes))
        }
        let time = time
        let dropped = hashes
        try change { book throws(SimulatorError) in
            try book.ledger.reorganise(depth, dropping: dropped, now: time)
        }
    }
}
