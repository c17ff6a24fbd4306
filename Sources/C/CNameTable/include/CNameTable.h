#pragma once

#include <stddef.h>

/* The table of ENSIP-15 in the format that SOURCE.txt describes. The memory is constant and is never freed. */
const unsigned char *drawbridge_name_table(size_t *size);
