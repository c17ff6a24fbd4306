import BigInt
import Bridge
import Ethereum

/// What must come in return for what an exchange gives.
extension IntentWords {
    /// Warns about exchanges whose minimum is too low.
    ///
    /// A step of a route may have none, if a later step takes all of its proceeds out of the contract and has one.
    func warn(aboutReturnsOf intent: Intent, in explanation: inout Explanation) {
        for exchange in intent.exchanges(on: chain.id) {
            let givesMuch = exchange.givesHeld || exchange.gives.contains { !isTrifle($0.units, of: $0.token) }
            let getsLittle = exchange.least.allSatisfy { !$0.isItem && isTrifle($0.units, of: $0.token) }
            if exchange.action.acceptsNothing || givesMuch && getsLittle {
                explanation.warn(.danger, "You accept any amount in return, even nothing.")
            }
        }
    }
}
