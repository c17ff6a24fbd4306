/// Something that the shop sells, and how its payment goes.
public struct ShopGood: Hashable, Sendable {
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
        ShopGood("coffee", "Coffee", cents: 250, preset: .usdc),
        ShopGood("cake", "Cake", cents: 575, preset: .several),
        ShopGood("radio", "Radio", cents: 4900, preset: .usdtFirst),
        ShopGood("bicycle", "Bicycle", cents: 25_000, preset: .form),
        ShopGood("boat", "Boat", cents: 990_000, preset: .eth),
    ]
}
