import Bridge
import Ethereum

/// A message is shown as the bytes that are signed, and one that is read as a sign-in is suspected of being one.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: input(start, count), as: UTF8.self)
    let message = PersonalMessage(text)
    hold(message.preimage.starts(with: [0x19]), "a message is no transaction")
    hold(message.preimage.suffix(message.bytes.count).elementsEqual(message.bytes), "what is shown is signed")
    guard let signIn = try? SignInMessage(text) else { return 0 }
    hold(SignInMessage.isSuspected(in: text), "what is a sign-in looks like one")
    hold(signIn.domain.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x40 }, "a domain hides nothing")
    return 0
}
