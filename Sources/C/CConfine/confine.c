// A filter for system calls (seccomp(2)), written out: a library for it would be larger than it.

#define _GNU_SOURCE
#include "CConfine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCH

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The lower half of an argument, which both architectures keep first: the kernel looks at no more of these.
#define LOAD_LOW(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define REFUSE RETURN(SECCOMP_RET_ERRNO | EPERM)
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
// Skips the next `count` statements where what was loaded is not `value`.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define PERMIT(name) UNLESS(__NR_##name, 1), ALLOW

static const struct sock_filter filter[] = {
    LOAD(arch),
    UNLESS(OWN_ARCH, 1),
    BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#if defined(__x86_64__)
    // The numbers of x32 lie above this one.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    RETURN(SECCOMP_RET_KILL_PROCESS),
#endif
    PERMIT(exit),
    PERMIT(exit_group),
    PERMIT(rt_sigreturn),
    PERMIT(restart_syscall),
    PERMIT(futex),
    PERMIT(brk),
    PERMIT(munmap),
    PERMIT(mremap),
    PERMIT(madvise),
    PERMIT(clock_gettime),
    PERMIT(getrandom),
    PERMIT(sched_yield),
    PERMIT(rt_sigprocmask),
    // What a thread does first. WebKit starts one when it is loaded, which may not have come that far when the filter is set,
    // and the C library ends the process if one of the two fails.
    PERMIT(rseq),
    PERMIT(set_robust_list),
    // Reading from the standard input alone, and writing to the standard outputs.
    UNLESS(__NR_read, 4),
    LOAD_LOW(0),
    UNLESS(0, 1),
    ALLOW,
    REFUSE,
    UNLESS(__NR_write, 5),
    LOAD_LOW(0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 1, 0),
    UNLESS(2, 1),
    ALLOW,
    REFUSE,
    // Memory of no file, and none that can be executed.
    UNLESS(__NR_mmap, 7),
    LOAD_LOW(2),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
    REFUSE,
    LOAD_LOW(3),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1),
    ALLOW,
    REFUSE,
    UNLESS(__NR_mprotect, 4),
    LOAD_LOW(2),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
    ALLOW,
    REFUSE,
    REFUSE,
};

int drawbridge_confine(void) {
    struct sock_fprog program = {sizeof filter / sizeof *filter, (struct sock_filter *)filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
}

#else

int drawbridge_confine(void) { return -1; }

#endif
