#include "CBuild.h"

// Package.swift defines it without quotation marks.
#ifndef DRAWBRIDGE_COMMIT
#define DRAWBRIDGE_COMMIT
#endif
#define QUOTED(text) #text
#define EXPANDED(text) QUOTED(text)

const char *drawbridge_commit(void) { return EXPANDED(DRAWBRIDGE_COMMIT); }
