// Keys from passphrases, in a forked child; in C, because Swift must not run between fork(2) and exec(2).

#define _GNU_SOURCE
#include "CDerivation.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sodium.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Below it, the kernel is quick, and a child would cost more. In bytes.
static const uint64_t much_memory = 16 << 20;

// What parent and child share.
struct shared {
    _Atomic int is_done;
    uint8_t bytes[];
};

static uint64_t memory(enum drawbridge_function function, const struct drawbridge_derivation *derivation) {
    if (function == DRAWBRIDGE_ARGON2ID) return (uint64_t)derivation->costs[0] << 10;
    // 128 bytes, r times, for each block; it matters only whether this is much.
    return derivation->blocks < much_memory ? 128 * derivation->blocks * derivation->costs[0] : UINT64_MAX;
}

static int derive(enum drawbridge_function function, const struct drawbridge_derivation *each) {
    switch (function) {
    case DRAWBRIDGE_ARGON2ID:
        if (each->salt_size != crypto_pwhash_argon2id_SALTBYTES) return -1;
        return crypto_pwhash_argon2id(
            each->key, each->key_size, (const char *)each->passphrase, each->passphrase_size, each->salt, each->costs[1],
            (size_t)each->costs[0] << 10, crypto_pwhash_argon2id_ALG_ARGON2ID13);
    case DRAWBRIDGE_SCRYPT:
        return crypto_pwhash_scryptsalsa208sha256_ll(
            each->passphrase, each->passphrase_size, each->salt, each->salt_size, each->blocks, each->costs[0],
            each->costs[1], each->key, each->key_size);
    }
    return -1;
}

// The child has no secrets but the passphrase, because their pages are wiped by fork(2), and its memory is unmapped when it ends.
static _Noreturn void derive_as_child(
    enum drawbridge_function function, const struct drawbridge_derivation *derivation, struct shared *shared, pid_t parent
) {
    // It ends with the thread that waits for it.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
    // Locks of files and connections end when the parent ends them.
    close_range(0, UINT_MAX, 0);
    if (derive(function, derivation) == 0) atomic_store(&shared->is_done, 1);
    _exit(0);
}

// The result is 1 if no child can be started.
static int derive_in_child(enum drawbridge_function function, const struct drawbridge_derivation *derivation) {
    size_t passphrase_size = derivation->passphrase_size, key_size = derivation->key_size, size;
    if (__builtin_add_overflow(passphrase_size, key_size, &size)) return -1;
    if (__builtin_add_overflow(size, sizeof(struct shared), &size)) return -1;
    struct shared *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return -1;
    // Both are best effort, as for the other secrets.
    mlock(shared, size);
    madvise(shared, size, MADV_DONTDUMP);
    struct drawbridge_derivation in_child = *derivation;
    in_child.key = shared->bytes;
    in_child.passphrase = shared->bytes + key_size;
    if (passphrase_size > 0) memcpy(shared->bytes + key_size, derivation->passphrase, passphrase_size);

    // The child keeps the parent's handlers of signals, which must not run in it.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) derive_as_child(function, &in_child, shared, parent);
    // The children that others start meanwhile do not get it.
    madvise(shared, size, MADV_DONTFORK);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (child > 0)
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    int status = child < 0 ? 1 : atomic_load(&shared->is_done) ? 0 : -1;
    if (status == 0) memcpy(derivation->key, in_child.key, key_size);
    explicit_bzero(shared, size);
    munmap(shared, size);
    return status;
}

int drawbridge_derive(enum drawbridge_function function, const struct drawbridge_derivation *derivation) {
    if (memory(function, derivation) > much_memory) {
        int status = derive_in_child(function, derivation);
        if (status <= 0) return status;
    }
    return derive(function, derivation);
}
