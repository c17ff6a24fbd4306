import Bridge
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

/// The lists of methods, of which the table of each dialect is made.
@MainActor @Suite struct MethodTableTests {
    @Test("No two methods of a dialect have a name in common")
    func names() throws {
        let all = DialectMethods(try TestSite().services, version: "")
        for methods in [all.link, all.payment, all.ethereum, all.session] {
            let names = methods.flatMap(\.names)
            #expect(Set(names).count == names.count)
            #expect(names.allSatisfy { !$0.isEmpty } && !names.isEmpty)
        }
    }

    @Test("A session has the methods that need the wallet, and no others")
    func session() throws {
        let wallet = try TestSite().services
        #expect(
            Router.wallet(wallet, version: "").sessionMethods == [
                "eth_accounts", "eth_chainId", "eth_requestAccounts", "eth_sendRawTransaction", "eth_sendTransaction",
                "eth_signTransaction", "eth_signTypedData", "eth_signTypedData_v3", "eth_signTypedData_v4",
                "personal_sign", "wallet_addEthereumChain", "wallet_getCallsStatus", "wallet_getCapabilities",
                "wallet_sendCalls", "wallet_showCallsStatus", "wallet_switchEthereumChain", "wallet_watchAsset",
            ])
        // The names of a session and of a page mean the same.
        let ethereum = Set(DialectMethods(wallet, version: "").ethereum.flatMap(\.names))
        #expect(DialectMethods(wallet, version: "").session.flatMap(\.names).allSatisfy(ethereum.contains))
    }

    @Test("Every method that signs waits for the keys, and only connecting lets any site ask for them")
    func access() throws {
        let all = DialectMethods(try TestSite().services, version: "")
        let methods = all.link + all.ethereum
        func names(_ access: MethodAccess) -> Set<String> {
            Set(methods.filter { $0.access == access }.flatMap(\.names))
        }
        #expect(names(.connecting) == ["eth_requestAccounts", "wallet_requestPermissions", "getAddress"])
        #expect(
            names(.needsKeys) == [
                "personal_sign", "eth_signTypedData", "eth_signTypedData_v1", "eth_signTypedData_v3",
                "eth_signTypedData_v4", "eth_sendTransaction", "eth_signTransaction", "requestWeb3Sign", "sendAssets",
                "payInvoice", "createToken", "wallet_sendCalls",
            ])
        #expect(
            names(.unlocked) == [
                "eth_sendRawTransaction", "wallet_addEthereumChain", "wallet_getCapabilities", "wallet_watchAsset",
            ])
    }
}
