internal import CNettle
internal import Primitives

/// AES-128 in counter mode (NIST SP 800-38A, 6.5), for Web3 key files.
enum AES128CTR {
    /// Encrypts or decrypts `input`, which is the same operation; `key` and `counter` are 16 bytes long.
    static func apply(
        to input: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, counter: [UInt8]
    ) -> SecretBytes {
        precondition(key.count == 16 && counter.count == 16)  // No trap: a keystore's counter is read as 16 bytes.
        var context = SecretBytes(count: MemoryLayout<aes128_ctx>.size)
        var stream = SecretBytes(count: 16)
        var counter = counter
        defer { CallStack.wipe() }
        return SecretBytes(count: input.count) { output in
            context.withUnsafeMutableBytes { context in
                let context = context.bindMemory(to: aes128_ctx.self).baseAddress
                nettle_aes128_set_encrypt_key(context, key.octets)
                stream.withUnsafeMutableBytes { stream in
                    for index in input.indices {
                        if index % 16 == 0 {
                            nettle_aes128_encrypt(context, 16, stream.octets, counter)
                            // The counter is a 128-bit number that wraps around.
                            for place in counter.indices.reversed() {
                                counter[place] &+= 1
                                if counter[place] != 0 { break }
                            }
                        }
                        output[index] = input[index] ^ stream[index % 16]
                    }
                }
            }
        }
    }
}
