#pragma once
#include <stddef.h>
#include <stdint.h>

/* What a key is derived from, and where it is written. */
struct drawbridge_derivation {
    const uint8_t *passphrase, *salt;
    size_t passphrase_size, salt_size;
    /* Argon2id: memory in KiB, passes. scrypt: r, p. */
    uint32_t costs[2];
    /* scrypt: the number of blocks. */
    uint64_t blocks;
    uint8_t *key;
    size_t key_size;
};

enum drawbridge_function {
    /* Version 1.3 (RFC 9106), with one lane and a salt of 16 bytes. */
    DRAWBRIDGE_ARGON2ID,
    /* RFC 7914. */
    DRAWBRIDGE_SCRYPT,
};

/* Derives a key by libsodium, which must be initialized; if this takes much memory, in a forked child, so that other threads
 * can map memory meanwhile.
 *
 * The result is 0, or -1 if there is not enough memory or the function does not allow the parameters. */
int drawbridge_derive(enum drawbridge_function function, const struct drawbridge_derivation *derivation);
