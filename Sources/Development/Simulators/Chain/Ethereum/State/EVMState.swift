internal import BigInt
internal import Ethereum
internal import Primitives

/// The accounts and the storage of the contracts, with a journal by which changes are undone.
struct EVMState: Sendable {
    /// An account.
    struct Account: Hashable, Sendable {
        var balance: BigUInt = 0
        var nonce: UInt64 = 0

        /// The bytes that stand for a contract's code, or a delegation (EIP-7702).
        var code: [UInt8] = []
    }

    private struct Place: Hashable, Sendable {
        let contract: EthereumAddress
        let slot: Digest32
    }

    private enum Change: Sendable {
        case account(EthereumAddress, Account?)
        case word(Place, BigUInt?)
    }

    private var accounts: [EthereumAddress: Account] = [:]
    private var words: [Place: BigUInt] = [:]
    private var journal: [Change] = []

    /// The position in the journal, for ``undo(to:)``.
    var mark: Int { journal.count }

    /// The account at an address; an empty one if it was never used.
    subscript(address: EthereumAddress) -> Account {
        get { accounts[address] ?? Account() }
        set {
            journal.append(.account(address, accounts[address]))
            accounts[address] = newValue
        }
    }

    /// Whether the account was ever used.
    func exists(_ address: EthereumAddress) -> Bool { accounts[address].map { $0 != Account() } ?? false }

    /// A word of a contract's storage; zero if it was never set.
    subscript(contract: EthereumAddress, slot: Digest32) -> BigUInt {
        get { words[Place(contract: contract, slot: slot)] ?? 0 }
        set {
            let place = Place(contract: contract, slot: slot)
            journal.append(.word(place, words[place]))
            words[place] = newValue == 0 ? nil : newValue
        }
    }

    /// Removes all words of a contract's storage.
    mutating func clear(_ contract: EthereumAddress) {
        for place in words.keys where place.contract == contract { self[contract, place.slot] = 0 }
    }

    /// Undoes all changes since a position in the journal.
    mutating func undo(to mark: Int) {
        while journal.count > mark, let change = journal.popLast() {
            switch change {
            case .account(let address, let account): accounts[address] = account
            case .word(let place, let word): words[place] = word
            }
        }
    }
}
