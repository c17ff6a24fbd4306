import BigInt
import ClearSigning
import Ethereum
import Messages
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods

struct ActionTextTests {
    @Test(arguments: RightsGrant.Right.allCases)
    func `a sentence about rights names the account that gets them, if one does`(right: RightsGrant.Right) {
        let sentence = right.sentence(holder: Message(verbatim: "0x8617…070D")).localized
        #expect(sentence.contains("0x8617…070D") == right.hasHolder)
        #expect(sentence.hasSuffix("."))
    }

    @Test func `a sentence about an action has the amounts that it has a place for`() {
        let (given, received) = (Message(verbatim: "1 ETH"), Message(verbatim: "2 WETH"))
        func text(_ kind: ContractAction.Kind, _ given: Message?, _ received: Message?) -> String {
            kind.sentence(given: given, received: received).localized
        }
        #expect(text(.swap, given, received) == "Swap 1 ETH for 2 WETH.")
        #expect(text(.swap, given, nil) == "Swap 1 ETH.")
        #expect(text(.swap, nil, received) == "Swap for 2 WETH.")
        #expect(text(.swap, nil, nil) == "Swap.")
        #expect(text(.buy, given, received) == "Buy 2 WETH for 1 ETH.")
        #expect(text(.addLiquidity, given, nil) == "Add 1 ETH as liquidity.")
        #expect(text(.vote, given, received) == "Vote.")
        #expect(text(.payShare(25), nil, nil) == "Pay a share of 0.25%.")
    }

    @Test func `a list of amounts names the first ones and counts the others`() {
        func list(_ count: Int) -> String? {
            IntentExplainer.list((0..<count).map { Message(verbatim: "\($0) ETH") })?.localized
        }
        #expect(list(0) == nil)
        #expect(list(1) == "0 ETH")
        #expect(list(2) == "0 ETH and 1 ETH")
        #expect(list(4) == "0 ETH, 1 ETH, 2 ETH and 3 ETH")
        #expect(list(6) == "0 ETH, 1 ETH, 2 ETH and 3 more")
    }
}
