import Primitives
import Testing

@testable import WalletConnect

/// Published values, by their source.
enum Vectors {
    // Key agreement: reown-swift, CryptoTestData; walletconnect-monorepo, utils/test/shared/values.ts.
    static let privateA = "1fb63fca5c6ac731246f2f069d3bc2454345d5208254aa8ea7bffc6d110c8862"
    static let publicA = "ff7a7d5767c362b0a17ad92299ebdb7831dcbd9a56959c01368c7404543b3342"
    static let privateB = "36bf507903537de91f5e573666eaa69b1fa313974f23b2b59645f20fea505854"
    static let publicB = "590c2c627be7af08597091ff80dd41f7fa28acd10ef7191d7e830e116d3a186a"
    static let shared = "9c87e48e69b33a613907515bcd5b1b4cc10bbaf15167b19804b00f0a9217e607"
    static let hashedShared = "a492906ccc809a411bb53a84572b57329375378c6ad7566f3e1c688200123e77"
    static let symmetric = "0653ca620c7b4990392e1c53c4a51c14a2840cd20f0f1524cf435b17b6fe988c"
    static let topic = "2c03712132ad2f85adc472a2242e608d67bfecd4362d05012d69a89143fecd16"
    /// Computed, not published.
    static let responseTopicOfA = "9fdcfc4f55fc22dc573283bd7e1d2cb0f46a119c3936bce47cf6fa05bd951849"

    // Envelopes: walletconnect-monorepo, utils/test/crypto.spec.ts; reown-swift, ChaChaPolyCodec_Test.
    static let plain = #"{"id":1,"jsonrpc":"2.0","method":"test_method","params":{}}"#
    static let nonce = "717765636661617364616473"
    static let sealed =
        "7a5a1e843debf98b01d6a75718b5ee27115eafa3caba9703ca1c5601a6af2419045320faec2073cc8b6b8dc439e63e21612ff3883c8"
        + "67e0bdcd72c833eb7f7bb2034a9ec35c2fb03d93732"
    static let type0 =
        "AHF3ZWNmYWFzZGFkc3paHoQ96/mLAdanVxi17icRXq+jyrqXA8ocVgGmryQZBFMg+uwgc8yLa43EOeY+IWEv84g8hn4L3Ncsgz6397sgNKns"
        + "NcL7A9k3Mg=="
    static let type1 =
        "Af96fVdnw2KwoXrZIpnr23gx3L2aVpWcATaMdARUOzNCcXdlY2ZhYXNkYWRzeloehD3r+YsB1qdXGLXuJxFer6PKupcDyhxWAaavJBkEUyD6"
        + "7CBzzItrjcQ55j4hYS/ziDyGfgvc1yyDPrf3uyA0qew1wvsD2Tcy"
    static let type2 =
        "AnsiaWQiOjEsImpzb25ycGMiOiIyLjAiLCJtZXRob2QiOiJ0ZXN0X21ldGhvZCIsInBhcmFtcyI6e319"
    static let plainHash = "15112289b5b794e68d1ea3cd91330db55582a37d0596f7b99ea8becdf9d10496"
    static let sealedName = "cXdlY2ZhYXNkYWRzVhkbjHqli8hN0rFbAtMPIsJho4zLvWskMTQKSGw="

    // Relay authentication: walletconnect-utils, relay-auth/test/shared/values.ts.
    static let seed = "58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295"
    static let clientKey = "884ab67f787b69e534bfdba8d5beb4e719700e90ac06317ed177d49e5a33be5a"
    static let issuer = "did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH"
    static let subject = "c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e"
    static let audience = "wss://relay.walletconnect.com"
    static let issuedAt: Int64 = 1_656_910_097
    static let token =
        "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR2"
        + "1kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUx"
        + "NDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ"
        + ".bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA"

    static func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

    static func key() throws -> SymmetricKey { try #require(SymmetricKey(hex: symmetric)) }
}
