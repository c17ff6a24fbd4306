#pragma once
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// The library frees through a global variable, which Swift cannot see as safe.
static inline void datum_free(gnutls_datum_t *datum) {
    gnutls_free(datum->data);
    datum->data = 0;
    datum->size = 0;
}
