/// Something that the shop sells, and how its payment goes.
public struct ShopItem: Hashable, Sendable {
    /// Its name in addresses.
    public let id: String

    /// What it is called.
    public let name: String

    /// What it costs, in cents of the US dollar.
    public let cents: Int

    /// The payment that is made for it, at ``cents``.
    public let preset: PaymentPreset

    /// Creates something to sell.
    public init(_ id: String, _ name: String, cents: Int, preset: PaymentPreset) {
        self.id = id
        self.name = name
        self.cents = cents
        self.preset = preset
    }

    /// The price as people read it.
    public var price: String {
        "$ \(cents / 100)." + String(String(100 + cents % 100).dropFirst())
    }

    /// What the shop has.
    public static let shelf = [
        ShopItem("coffee", "Coffee", cents: 250, preset: .usdc),
        ShopItem("cake", "Cake", cents: 575, preset: .several),
        ShopItem("radio", "Radio", cents: 4900, preset: .usdtFirst),
        ShopItem("bicycle", "Bicycle", cents: 25_000, preset: .form),
        ShopItem("boat", "Boat", cents: 990_000, preset: .eth),
    ]
}
