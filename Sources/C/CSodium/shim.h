#pragma once
#include <sodium.h>
#include <sys/prctl.h>
#include <sys/random.h>

// prctl takes any number of arguments, which Swift cannot call.
static inline int prctl_set_dumpable(int value) { return prctl(PR_SET_DUMPABLE, value, 0, 0, 0); }
static inline int prctl_get_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }
