// Counts what is on the heap, by standing before the C library's own functions.

#include <malloc.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static atomic_long live, peak;

long drawbridge_live_bytes(void) { return atomic_load_explicit(&live, memory_order_relaxed); }
void drawbridge_begin_peak(void) { atomic_store_explicit(&peak, live, memory_order_relaxed); }
long drawbridge_peak_bytes(void) { return atomic_load_explicit(&peak, memory_order_relaxed); }

static void *added(void *place) {
    if (!place) return place;
    long now = atomic_fetch_add_explicit(&live, malloc_usable_size(place), memory_order_relaxed) + malloc_usable_size(place);
    if (now > atomic_load_explicit(&peak, memory_order_relaxed)) atomic_store_explicit(&peak, now, memory_order_relaxed);
    return place;
}

void *malloc(size_t size) { return added(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return added(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    *result = added(__libc_memalign(alignment, size));
    return *result ? 0 : ENOMEM;
}

void *realloc(void *place, size_t size) {
    long before = place ? malloc_usable_size(place) : 0;
    void *moved = __libc_realloc(place, size);
    if (moved || size == 0) atomic_fetch_sub_explicit(&live, before, memory_order_relaxed);
    return added(moved);
}

void free(void *place) {
    if (place) atomic_fetch_sub_explicit(&live, malloc_usable_size(place), memory_order_relaxed);
    __libc_free(place);
}
