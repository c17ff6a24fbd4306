import Bridge
import WalletConnectPay
import Testing

/// What a gateway asks the payer for.
@Suite struct CollectFieldTests {
    @Test(arguments: [
        "Seed words", "Your seed", "seedPhrase", "SEED-PHRASE", "Recovery phrase", "12 word recovery  phrase",
        "mnemonic",
        "Private key", "private_key", "Wallet password", "Pass\u{200B}word", "p\u{202E}assword", "Pаssword", "ΡASSWORD",
        "Ｐａｓｓｗｏｒｄ", "P4ssw0rd", "Pa$$word", "passphrase", "Keystore file", "S e e d phrase", "s.e.e.d.p.h.r.a.s.e",
        "Passwort", "Mot de passe", "Contraseña", "Frase semilla", "Clé privée", "Wiederherstellungsphrase",
        "Senha da carteira", "Wachtwoord", "Secret recovery phrase", "Twelve words of your wallet: twelve words",
    ])
    func `a question for wallet secrets is detected, in any disguise`(name: String) {
        let asked = CollectField(id: "x", name: name, kind: .text, isRequired: true)
        #expect(asked.suspicion == .certain)
        let hidden = CollectField(id: name, name: "Full name", kind: .text, isRequired: true)
        #expect(hidden.suspicion == .certain)
    }

    @Test(arguments: ["PIN", "PIN code", "Your CVV", "One-time code (OTP)", "loginName", "secret"])
    func `a question that may ask for a secret causes a warning`(name: String) {
        #expect(CollectField(id: "x", name: name, kind: .text, isRequired: true).suspicion == .possible)
    }

    @Test(arguments: [
        "Full name", "Date of birth", "Country of birth", "Place of birth", "Passport number", "Street and number",
        "Postal code", "Pincode", "Shopping address", "I accept the terms", "Tax number", "Spinning class", "Keyboard",
        "E-mail", "Town", "Company", "Titan Street", "Ort", "氏名", "",
    ])
    func `an ordinary question is not suspected`(name: String) {
        #expect(CollectField(id: "f1", name: name, kind: .text, isRequired: true).suspicion == .none)
    }

    @Test func `two fields with the same name are refused`() throws {
        let field: JSON = ["id": "a", "name": "A", "type": "text"]
        let other: JSON = ["id": "b", "name": "A", "type": "text"]
        #expect(try CollectData(["fields": [field, other]]).fields.count == 2)
        #expect(throws: PayError.malformed) { try CollectData(["fields": [field, other, field]]) }
    }
}
