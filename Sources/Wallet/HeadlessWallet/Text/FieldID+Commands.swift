public import Bridge

/// The fields that errors of commands name.
extension FieldID {
    /// An address, or the URL of a service.
    public static let address = FieldID("address")

    /// An amount, as text with a point before the fraction.
    public static let amount = FieldID("amount")

    /// A coin (UTXO): its transaction ID, a colon and its index.
    public static let coin = FieldID("coin")

    /// A currency: three letters.
    public static let currency = FieldID("currency")

    /// The speed of a payment, or its fee.
    public static let fee = FieldID("fee")

    /// The path of a file to read.
    public static let file = FieldID("file")

    /// The form of an address.
    public static let form = FieldID("form")

    /// The path of an image with a QR code.
    public static let image = FieldID("image")

    /// A name that the user gives.
    public static let name = FieldID("name")

    /// A network.
    public static let network = FieldID("network")

    /// The number of an account.
    public static let number = FieldID("number")

    /// A fee rate.
    public static let rate = FieldID("rate")

    /// The path of a file to write.
    public static let save = FieldID("save")

    /// A signature.
    public static let signature = FieldID("signature")

    /// A text that is pasted, such as a key, an export or a PSBT.
    public static let text = FieldID("text")

    /// The recipient.
    public static let to = FieldID("to")

    /// The kind of the addresses of an account.
    public static let type = FieldID("type")
}
