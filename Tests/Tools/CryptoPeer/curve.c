#include "crypto_peer.h"
#include <secp256k1.h>
#include <secp256k1_recovery.h>
#include <string.h>

/* One context for all calls, made at the first. */
static secp256k1_context *context(void) {
    static secp256k1_context *made = NULL;
    if (made == NULL) made = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    return made;
}

static void write_number(size_t number, uint8_t bytes[32]) {
    for (int index = 31; index >= 0; index--, number >>= 8) bytes[index] = (uint8_t)number;
}

size_t peer_sign(const uint8_t key[32], size_t count, uint8_t signature[65]) {
    for (size_t number = 0; number < count; number++) {
        secp256k1_ecdsa_recoverable_signature made;
        uint8_t digest[32];
        int id = 0;
        write_number(number, digest);
        if (!secp256k1_ecdsa_sign_recoverable(context(), &made, digest, key, NULL, NULL)) return number;
        secp256k1_ecdsa_recoverable_signature_serialize_compact(context(), signature, &id, &made);
        signature[64] = (uint8_t)id;
    }
    return count;
}

size_t peer_addresses(size_t count, uint8_t address[20]) {
    for (size_t number = 0; number < count; number++) {
        secp256k1_pubkey key;
        uint8_t secret[32], text[65], hash[32];
        size_t size = sizeof text;
        write_number(number + 1, secret);
        if (!secp256k1_ec_pubkey_create(context(), &key, secret)) return number;
        secp256k1_ec_pubkey_serialize(context(), text, &size, &key, SECP256K1_EC_UNCOMPRESSED);
        peer_keccak256(text + 1, 64, hash);
        memcpy(address, hash + 12, 20);
    }
    return count;
}
