import Bridge
import Harness
import WalletUI
import WebHost
public import WindowTesting

/// The tests of the wallet app and of the harness, in real windows.
public let appGroup = TestGroup("app") {
    runScenarios + walletScenarios + personScenarios + approvalScenarios + phraseScenarios + adjustmentScenarios
        + formScenarios + memoryScenarios + vaultScenarios + restoreScenarios + importScenarios + exportScenarios
        + proxyScenarios + invoiceScenarios + cardScenarios + sessionScenarios
        + sessionSignInScenarios + sessionVerificationScenarios + sessionCommandScenarios
        + firstStartScenarios + sharedWindowScenarios
        + homeScenarios + paymentLinkScenarios + homeServerScenarios + homePSBTScenarios + largePSBTScenarios
        + homeCoinScenarios
        + homeEthereumScenarios
        + homeDeviceScenarios + homeSweepScenarios + homeKeyScenarios + homeProxyScenarios + homeSettingScenarios
        + testNetworkScenarios + homePSBTCodeScenarios + homePSBTTerminalScenarios + homeMultisigScenarios
        + practiceScenarios
        + sandboxScenarios + heldPageScenarios + homeCoinWarningScenarios + homeEthereumWarningScenarios
}

/// The tests on a real chain, whose node scripts/chain starts.
public let chainGroup = TestGroup("chain") { chainScenarios }

/// The windows of the tests: a folder's page, the page that asks for approvals, an approval that can be adjusted, a
/// form, and the wallet with servers of the tests.
public let appWindows = [
    ShownWindow("folder") { try await showFolder($0.first ?? "") },
    ShownWindow("approvals") {
        try await ApprovalPage.show($0.first ?? "", isEngineOld: $0.count > 1)
    },
    ShownWindow("adjustments") { _ in try await showAdjustments() },
    ShownWindow("form") { _ in try await showForm() },
    ShownWindow("served") { try await showServedWindow($0) },
]

@MainActor private func showFolder(_ folder: String) async throws {
    let site = try await Site.serve(folder)
    let gate = Gate(approver: NoApprover())
    let view = WebView(
        dispatcher: RequestDispatcher(handler: Router([:]), gate: gate), profile: Profile(), options: WebView.Options())
    let window = BrowserWindow()
    window.show(view)
    view.load(site.url)
    try await Task.sleep(for: .seconds(3_600))
    window.close()
}
