#pragma once
#include <nettle/aes.h>
#include <nettle/cbc.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <nettle/pbkdf2.h>
#include <nettle/ripemd160.h>
#include <nettle/sha2.h>
#include <nettle/sha3.h>

// The library takes the hash as untyped functions, which Swift cannot convert.
static inline void hkdf_sha256(size_t secret_size, const uint8_t *secret, size_t salt_size, const uint8_t *salt,
                               size_t info_size, const uint8_t *info, size_t length, uint8_t *dst) {
    struct hmac_sha256_ctx context;
    uint8_t key[SHA256_DIGEST_SIZE];
    hmac_sha256_set_key(&context, salt_size, salt);
    hkdf_extract(&context, (nettle_hash_update_func *) hmac_sha256_update,
                 (nettle_hash_digest_func *) hmac_sha256_digest, sizeof key, secret_size, secret, key);
    hmac_sha256_set_key(&context, sizeof key, key);
    hkdf_expand(&context, (nettle_hash_update_func *) hmac_sha256_update,
                (nettle_hash_digest_func *) hmac_sha256_digest, sizeof key, info_size, info, length, dst);
}

static inline void aes256_cbc_decrypt(const struct aes256_ctx *context, uint8_t *iv, size_t length, uint8_t *dst,
                                      const uint8_t *src) {
    cbc_decrypt(context, (nettle_cipher_func *) nettle_aes256_decrypt, AES_BLOCK_SIZE, iv, length, dst, src);
}

static inline void aes256_cbc_encrypt(const struct aes256_ctx *context, uint8_t *iv, size_t length, uint8_t *dst,
                                      const uint8_t *src) {
    cbc_encrypt(context, (nettle_cipher_func *) nettle_aes256_encrypt, AES_BLOCK_SIZE, iv, length, dst, src);
}
