import Bridge
import WalletUI
import WindowTesting

/// Lists whose rows take longer than a frame to draw or to remove.
@MainActor var longListTests: [PageTest] {
    [
        PageTest("a long list is drawn a few rows at a time, and nothing of it is left in the next screen") { stage in
            let window = ScreenWindow()
            defer { window.close() }
            var list = Screen(title: "Long list", heading: "All")
            list.rows = (0..<100).map { Approval.Row("Address", .exact("address \($0)")) }
            list.choices = (0..<200).map { Screen.Choice("\($0)", label: .trusted("Choice \($0)")) }
            window.show(list)
            let first = OnScreen.buttons(inWindow: "Long list")
            try expect(0 < first && first < 50, "\(first) rows are drawn at once")
            // Each row of a value has a button that copies it.
            try await stage.wait("all rows are drawn") { OnScreen.buttons(inWindow: "Long list") == 300 }
            var next = Screen(title: "Long list", heading: "None")
            next.buttons = [Screen.Button("back", label: "Back")]
            window.show(next)
            try expectEqual(OnScreen.buttons(inWindow: "Long list"), 1)
        }
    ]
}
