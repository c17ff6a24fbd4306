/* What `make bench` holds the wallet's cryptography against: the least that C needs. */
#ifndef CRYPTO_PEER_H
#define CRYPTO_PEER_H
#include <stddef.h>
#include <stdint.h>

/* Keccak-256 as Ethereum uses it, written from the specification: no tables but the constants, no assembly. */
void peer_keccak256(const uint8_t *input, size_t size, uint8_t result[32]);

/* Hashes `count` times, each time with the first byte of the last result as the first of the input, which is changed. */
void peer_hash(uint8_t *input, size_t size, size_t count, uint8_t result[32]);

/* Signs the numbers from 0 up to `count`, each as a digest of 32 bytes, big-endian; the last signature is left: r, s and
 * the recovery id. Returns how many were signed. */
size_t peer_sign(const uint8_t key[32], size_t count, uint8_t signature[65]);

/* Makes the Ethereum addresses of the keys from 1 to `count`; the last is left. Returns how many were made. */
size_t peer_addresses(size_t count, uint8_t address[20]);

#endif
