import Bridge
import Keys
import Wallet
import WebHost

/// The wallet of this program: demo keys, its methods, and what pages find of it.
@MainActor struct DemoWallet {
    let desk: Desk
    let hall: Hall

    init(approver: any Approver) throws(KeyError) {
        let gate = Gate(approver: approver)
        desk = try Desk(keyring: .demo(), gate: gate)
        hall = Hall(handler: Router.wallet(desk, version: Drawbridge.version), gate: gate)
    }

    /// The page objects that dapps look for.
    static let dialects: [PageDialect] = [
        .link,
        .ethereum(name: "Drawbridge", icon: icon, domain: "io.github.drawbridge"),
    ]

    /// A drawbridge, 96 pixels square.
    private static let icon =
        "data:image/svg+xml;base64,"
        + "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5NiIgaGVpZ2h0PSI5NiI+PHJlY3Qgd2lkdGg9Ijk2"
        + "IiBoZWlnaHQ9Ijk2IiByeD0iMjAiIGZpbGw9IiMyMzQiLz48cGF0aCBkPSJNMTYgNzZWMzBoMTR2NDZNNjYgNzZWMzBoMTR2NDZNMzAg"
        + "NzBoMzZNMzAgNTBsMzYgMjAiIHN0cm9rZT0iI2ZmZiIgc3Ryb2tlLXdpZHRoPSI2IiBmaWxsPSJub25lIi8+PC9zdmc+"
}
