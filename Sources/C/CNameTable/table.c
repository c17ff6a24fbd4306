#include "CNameTable.h"

/* `#embed` belongs to C23, and clang has it in every version of C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char table[] = {
#embed "normalization.txt"
};

const unsigned char *drawbridge_name_table(size_t *size) {
    *size = sizeof table;
    return table;
}
