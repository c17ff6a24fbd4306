package import Messages

/// Why external input does not match the formats of Bitcoin and Bitcoin Cash.
///
/// Sentences contain only the wallet's own text, so a page may see them.
public enum BitcoinError: Error, Hashable, Sendable {
    /// A text is not a valid address.
    case address(Address)

    /// Bytes are not a valid transaction or a valid part of one.
    case bytes(Bytes)

    /// A text is not a valid amount, or the amount cannot be paid.
    case amount(Amount)

    /// The data for an `OP_RETURN` output cannot be encoded.
    case data(OutputData)

    /// The coins cannot pay the amount.
    case coins(Coins)

    /// A text is not a valid payment link, or is one that must not be followed.
    case link(Link)

    /// An invoice is malformed or cannot be paid.
    case invoice(Invoice)

    /// An output is not a valid message of the Simple Ledger Protocol.
    case slp(SLP)

    /// A partially signed transaction is malformed, or does not match its coins.
    case psbt(PSBT)

    /// A signed message is malformed.
    case message(SignedMessage)

    /// Why a text is not a valid address.
    public enum Address: String, Hashable, Sendable {
        /// The text does not have the form of an address: prefix, characters or separator are wrong.
        case form = "has a different format"

        /// Upper and lower case are mixed although the format forbids it.
        case mixedCase = "mixes upper and lower case"

        /// The checksum does not match; at least one character is wrong.
        case checksum = "has a wrong checksum, so it may have been mistyped"

        /// The address belongs to another network.
        case network = "belongs to another network"

        /// The payload has a length that is not allowed.
        case size = "has a wrong length"

        /// The version or type is unknown.
        case version = "has an unknown version"
    }

    /// Why bytes are not a valid transaction or a valid part of one.
    public enum Bytes: String, Hashable, Sendable {
        /// They end before the announced length.
        case ended = "end too early"

        /// There are extra bytes at the end.
        case trailing = "continue after the end"

        /// A number is not in its shortest form.
        case padded = "contain a number that is not in its shortest form"

        /// They exceed the maximum size of a transaction.
        case tooLarge = "are larger than a transaction can be"

        /// They start with a token prefix, but the token is malformed.
        case token = "contain a token that is not well formed"

        /// They are a transaction that no node accepts: no inputs, a duplicate input, or more than the total supply.
        case rules = "violate the rules for transactions"

        /// They have a witness marker but no witness.
        case witness = "contain a witness that is not well formed"
    }

    /// What is wrong with an amount.
    public enum Amount: String, Hashable, Sendable {
        /// It is not a decimal number.
        case form = "must be written in decimal digits, such as 0.001"

        /// It has more decimal places than the unit.
        case decimals = "has more decimals than the unit can be divided into"

        /// It exceeds the total supply.
        case tooLarge = "is more than can exist"

        /// It is zero.
        case zero = "must be more than zero"

        /// It is below the dust limit, so nodes would not relay it.
        case dust = "is so small that the network would not relay it"

        /// A sentence for the user.
        var sentence: String {
            switch self {
            case .form: localized("The amount must be written in decimal digits, such as 0.001.")
            case .decimals: localized("The amount has more decimal places than the unit.")
            case .tooLarge: localized("The amount is larger than the total supply.")
            case .zero: localized("The amount must be more than zero.")
            case .dust: localized("The amount is so small that the network would not relay it.")
            }
        }
    }

    /// Why data cannot be encoded in an `OP_RETURN` output.
    public enum OutputData: String, Hashable, Sendable {
        /// It is empty.
        case empty = "is empty"

        /// An item starts with `0x` but is not hexadecimal.
        case hexadecimal = "has an item that begins with 0x but is not hexadecimal"

        /// The script would exceed the size that nodes relay.
        case tooLarge = "is longer than 223 bytes"
    }

    /// Why coins cannot pay an amount.
    public enum Coins: Hashable, Sendable {
        /// Their total value is less than the amount and the fee.
        case notEnough

        /// The payment would need more coins than one transaction may spend.
        case tooMany

        /// The transaction would exceed the maximum size that nodes relay.
        case tooLarge

        /// A coin has a locking script that the wallet cannot spend.
        case locked

        /// A chosen coin was spent, is excluded from payments, or carries tokens.
        case unavailable

        /// The fee is not enough to replace the earlier payment (BIP-125).
        case replacementFee

        /// Tokens of a coin would be lost.
        case tokens

        /// The sentence for users and pages.
        package var text: Message {
            switch self {
            case .notEnough: localizable("The spendable coins are not enough for the amount and the network fee.")
            case .tooMany: localizable("The amount would need too many small coins. Send less, or in several payments.")
            case .tooLarge: localizable("The transaction would be larger than the network relays.")
            case .locked: localizable("A coin has a locking script that this wallet cannot spend.")
            case .unavailable: localizable("A chosen coin cannot be spent: it is frozen, already spent, or has tokens.")
            case .replacementFee:
                localizable("The fee must be higher to replace the earlier payment. Choose a higher fee rate.")
            case .tokens: localizable("The transaction would destroy tokens, so it was not made.")
            }
        }
    }

    /// What is wrong with a payment link.
    public enum Link: String, Hashable, Sendable {
        /// It has another scheme.
        case scheme = "has a different scheme"

        /// It has a character or a structure that the format does not allow.
        case form = "is not well formed"

        /// It has a duplicate part, which two readers could interpret differently.
        case duplicate = "has a repeated parameter"

        /// It has a required parameter that is unknown.
        case required = "requires something that this wallet does not support"

        /// It has neither an address nor a URL for a payment request.
        case recipient = "has no recipient"

        /// It can be paid only through the Lightning network.
        case lightning = "asks for a Lightning payment, which this wallet does not support"
        /// It can be paid only as a silent payment (BIP-352).
        case silentPayment = "asks for a silent payment, which this wallet does not support"
        /// It asks for a text or data in the transaction.
        case data = "asks for data in the transaction, which this wallet does not support"
        /// What it says about tokens is not a category with an amount.
        case token = "asks for a token that is not specified correctly"
        /// It asks for tokens at an address that does not say that its owner can receive them.
        case tokenAddress = "asks for tokens at an address that cannot receive tokens"
        /// It asks for tokens and for coins, which two readers could interpret differently.
        case tokensAndCoins = "asks for tokens and coins at once"

        /// The URL of its payment request is not https.
        case request = "names a server that does not use https"

        /// It is too long.
        case tooLong = "is too long"
    }

    /// What is wrong with an invoice, or with the response to a payment.
    public enum Invoice: Hashable, Sendable {
        /// It is malformed.
        case form

        /// It is too long.
        case tooLarge

        /// Its version is unknown.
        case version

        /// It requests no payment.
        case noOutputs

        /// It requests zero, or more than the total supply.
        case amount

        /// It is for a test network.
        case network

        /// It is for the network with value, and the wallet uses test networks.
        case mainNetwork

        /// It is for a currency that the wallet does not support.
        case currency

        /// It has expired.
        case expired

        /// It is signed with an algorithm that can be forged.
        case weakSignature

        /// It is signed with an unknown algorithm.
        case signatureKind

        /// Its signature does not match its certificate.
        case signature

        /// Its certificate is not issued by a trusted authority.
        case certificate

        /// Its digest does not match its content.
        case digest

        /// Its payment URL is not trusted.
        case paymentAddress

        /// The sentence for users and pages.
        package var text: Message {
            switch self {
            case .form: localizable("The invoice is not well formed.")
            case .tooLarge: localizable("The invoice is too long.")
            case .version: localizable("The invoice has an unknown version.")
            case .noOutputs: localizable("The invoice does not ask for a payment.")
            case .amount: localizable("The invoice asks for an amount that cannot be paid.")
            case .network: localizable("The invoice is for a test network.")
            case .mainNetwork: localizable("The invoice is not for a test network.")
            case .currency: localizable("The invoice is for a coin that the wallet does not support.")
            case .expired: localizable("The invoice has expired.")
            case .weakSignature: localizable("The invoice is signed with SHA-1, which can be forged.")
            case .signatureKind: localizable("The invoice has an unknown signature algorithm.")
            case .signature: localizable("The invoice has an invalid signature.")
            case .certificate: localizable("The invoice is signed with a certificate that is not trusted.")
            case .digest: localizable("The invoice was changed in transit.")
            case .paymentAddress: localizable("The invoice wants the payment sent to a server that is not trusted.")
            }
        }
    }

    /// What is wrong with a partially signed transaction (BIP-174).
    public enum PSBT: Hashable, Sendable {
        /// It does not start as one, or is not Base64.
        case magic
        /// It is larger than any that is used.
        case tooLarge
        /// It is of another version than 0 and 2, or has fields of another version.
        case version
        /// Its inputs require lock times that exclude each other.
        case lockTimes
        /// It has no transaction.
        case noTransaction
        /// Its transaction already has signatures.
        case signed
        /// A map has the same key twice.
        case duplicate
        /// A field has another form than its type requires.
        case field
        /// It contains another transaction than the one that it is combined with.
        case otherTransaction
        /// What it says about a coin is not about the coin that an input spends.
        case otherCoin
        /// It does not contain the output that an input spends.
        case noCoin
        /// It only claims the value of a coin, which a signature without a witness does not cover.
        case noPrevious
        /// Its transaction spends nothing.
        case noInputs
        /// A script in it does not match the output that an input spends.
        case otherScript
        /// An input must be signed with a hash type that leaves parts of the transaction open.
        case hashType
        /// An input lacks signatures, or has a script that the wallet does not know.
        case unfinished
        /// Its outputs are worth more than its coins.
        case amounts

        /// The sentence for users and pages.
        package var text: Message {
            switch self {
            case .magic: localizable("This is not a partially signed transaction (PSBT).")
            case .tooLarge: localizable("The partially signed transaction is too large.")
            case .version: localizable("The partially signed transaction has an unsupported version.")
            case .lockTimes: localizable("The inputs require lock times that exclude each other.")
            case .noTransaction: localizable("The partially signed transaction contains no transaction.")
            case .signed: localizable("The transaction in the partially signed transaction is already signed.")
            case .duplicate: localizable("The partially signed transaction has a duplicate field.")
            case .field: localizable("The partially signed transaction has a field that is not well formed.")
            case .otherTransaction: localizable("The partially signed transactions are different transactions.")
            case .otherCoin:
                localizable("The partially signed transaction contains a different coin than the one it spends.")
            case .noCoin: localizable("The partially signed transaction does not contain a coin that it spends.")
            case .noPrevious: localizable("The partially signed transaction does not prove the value of a coin.")
            case .noInputs: localizable("The partially signed transaction spends nothing.")
            case .otherScript:
                localizable("The partially signed transaction contains a script that does not match its coin.")
            case .hashType:
                localizable("The partially signed transaction asks for a signature that others could reuse.")
            case .unfinished: localizable("The partially signed transaction still lacks signatures.")
            case .amounts: localizable("The partially signed transaction spends more than its coins are worth.")
            }
        }
    }

    /// What is wrong with a signed message.
    public enum SignedMessage: Hashable, Sendable {
        /// The signature is not Base64, or not in a known form.
        case form
        /// The address has a form for which there are no such signatures.
        case address
        /// The message is too long.
        case tooLong

        /// The sentence for users and pages.
        package var text: Message {
            switch self {
            case .form: localizable("The signature is not well formed.")
            case .address: localizable("Messages cannot be signed for an address of this form.")
            case .tooLong: localizable("The message is too long.")
            }
        }
    }

    /// Why an output is not a valid message of the Simple Ledger Protocol.
    public enum SLP: String, Hashable, Sendable {
        /// It does not have the prefix of the protocol.
        case other = "is not a message of this protocol"

        /// It is not an `OP_RETURN` with pushes in the allowed forms.
        case form = "is not encoded as the protocol requires"

        /// A field has an invalid length.
        case size = "has a part of the wrong length"

        /// A field has an invalid value.
        case value = "has a part with a wrong value"

        /// It has the wrong number of fields.
        case parts = "has too many or too few parts"

        /// Its token type is unknown.
        case kind = "has an unknown token type"
    }
}

extension BitcoinError: CustomStringConvertible {
    /// A sentence in English, for pages and logs.
    public var description: String {
        switch self {
        case .address(let reason): "The address \(reason.rawValue)."
        case .bytes(let reason): "The bytes \(reason.rawValue)."
        case .amount(let reason): "The amount \(reason.rawValue)."
        case .data(let reason): "The data for OP_RETURN \(reason.rawValue)."
        case .coins(let reason): reason.text.english
        case .link(let reason): "The payment link \(reason.rawValue)."
        case .invoice(let reason): reason.text.english
        case .slp(let reason): "The token message \(reason.rawValue)."
        case .psbt(let reason): reason.text.english
        case .message(let reason): reason.text.english
        }
    }
}

extension BitcoinError {
    /// The sentence for the user about an amount, coins or an invoice; for other errors, which only pages see,
    /// ``description``.
    public var sentence: String {
        switch self {
        case .amount(let fault): fault.sentence
        case .coins(let fault): fault.text.localized
        case .invoice(let fault): fault.text.localized
        case .psbt(let fault): fault.text.localized
        case .message(let fault): fault.text.localized
        default: description
        }
    }
}
