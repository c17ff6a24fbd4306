/* Keccak-f[1600] by "The Keccak reference", version 3.0, section 1.2: the steps as they are written there. */
#include "crypto_peer.h"
#include <string.h>

enum { rate = 136 };

static const uint64_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

static uint64_t rotate(uint64_t lane, unsigned by) { return by == 0 ? lane : lane << by | lane >> (64 - by); }

static void permute(uint64_t a[25]) {
    static const unsigned offsets[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                         25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};
    uint64_t b[25], c[5], d[5];
    for (int round = 0; round < 24; round++) {
        for (int x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int x = 0; x < 5; x++) d[x] = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1);
        for (int y = 0; y < 5; y++)
            for (int x = 0; x < 5; x++)
                b[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(a[x + 5 * y] ^ d[x], offsets[x + 5 * y]);
        for (int y = 0; y < 5; y++)
            for (int x = 0; x < 5; x++)
                a[x + 5 * y] = b[x + 5 * y] ^ (~b[(x + 1) % 5 + 5 * y] & b[(x + 2) % 5 + 5 * y]);
        a[0] ^= constants[round];
    }
}

static void absorb(uint64_t state[25], const uint8_t *block) {
    for (int lane = 0; lane < rate / 8; lane++) {
        uint64_t word = 0;
        for (int byte = 7; byte >= 0; byte--) word = word << 8 | block[lane * 8 + byte];
        state[lane] ^= word;
    }
    permute(state);
}

void peer_keccak256(const uint8_t *input, size_t size, uint8_t result[32]) {
    uint64_t state[25] = {0};
    uint8_t last[rate] = {0};
    for (; size >= rate; input += rate, size -= rate) absorb(state, input);
    if (size > 0) memcpy(last, input, size);
    last[size] = 0x01;
    last[rate - 1] |= 0x80;
    absorb(state, last);
    for (int byte = 0; byte < 32; byte++) result[byte] = (uint8_t)(state[byte / 8] >> 8 * (byte % 8));
}

void peer_hash(uint8_t *input, size_t size, size_t count, uint8_t result[32]) {
    for (; count > 0; count--) {
        peer_keccak256(input, size, result);
        input[0] = result[0];
    }
}
