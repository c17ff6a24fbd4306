/// A product of the shop, and the payment for it.
package struct ShopItem: Hashable, Sendable {
    /// Its ID in URLs.
    package let id: String

    /// Its name.
    package let name: String

    /// Its price in US cents.
    package let cents: Int

    /// The payment that is created for it, with the price ``cents``.
    package let preset: PaymentPreset

    /// Creates a product.
    package init(_ id: String, _ name: String, cents: Int, preset: PaymentPreset) {
        self.id = id
        self.name = name
        self.cents = cents
        self.preset = preset
    }

    /// The price as it is displayed.
    package var price: String {
        "$ \(cents / 100)." + String(String(100 + cents % 100).dropFirst())
    }

    /// The products of the shop.
    package static let shelf = [
        ShopItem("coffee", "Coffee", cents: 250, preset: .usdc),
        ShopItem("cake", "Cake", cents: 575, preset: .several),
        ShopItem("radio", "Radio", cents: 4900, preset: .usdtFirst),
        ShopItem("bicycle", "Bicycle", cents: 25_000, preset: .form),
        ShopItem("boat", "Boat", cents: 990_000, preset: .eth),
    ]
}
