/* Measures from inside a program of GTK how long each turn of its main loop takes; scripts/bench compiles it.

   A program that starts with it in LD_PRELOAD and with a file's path in LOOP_WATCH writes the long turns to this file,
   which LoopWatch.swift reads meanwhile. The program itself needs no change: GLib's default main context gets a function
   that waits for events, and a turn is the time between two waits. */

#define _GNU_SOURCE
#include <dbus/dbus.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { CAPACITY = 1 << 17 };

/* Shorter turns are not written. */
static const uint64_t SHORTEST = 2000000;

/* All times are in nanoseconds, of CLOCK_MONOTONIC. */
struct turn {
    uint64_t begin, length;
    /* How long the thread was ready and had no processor. */
    uint64_t delay;
    /* How long it answered questions about its windows, which only assistive technologies ask. */
    uint64_t answers;
};

struct file {
    _Atomic uint64_t count;
    /* When an assistive technology last pressed something or changed a text, as a user does with keys and pointer. */
    _Atomic uint64_t action;
    struct turn turns[CAPACITY];
};

static struct file *file;
static int schedule = -1;
static uint64_t begin, delay, answers;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The second number of /proc/PID/schedstat: the time on a run queue. */
static uint64_t waited(void) {
    char text[128];
    ssize_t size = pread(schedule, text, sizeof text - 1, 0);
    if (size <= 0) return 0;
    text[size] = 0;
    char *second = strchr(text, ' ');
    return second ? strtoull(second, NULL, 10) : 0;
}

static gint wait_for_events(GPollFD *descriptors, guint count, gint limit) {
    int is_main = gettid() == getpid();
    if (is_main && begin != 0) {
        uint64_t length = now() - begin;
        uint64_t place = atomic_load(&file->count);
        if (length >= SHORTEST && place < CAPACITY) {
            file->turns[place] = (struct turn){begin, length, waited() - delay, answers};
            atomic_store(&file->count, place + 1);
        }
    }
    gint result = g_poll(descriptors, count, limit);
    if (is_main) {
        answers = 0;
        delay = waited();
        begin = now();
    }
    return result;
}

/* Whether the next message presses something, changes a value or moves the focus: what follows is the program's work. */
static int is_action(DBusConnection *connection) {
    static const char *const interfaces[] = {
        "org.a11y.atspi.Action", "org.a11y.atspi.EditableText", "org.a11y.atspi.Value"};
    DBusMessage *message = dbus_connection_borrow_message(connection);
    if (message == NULL) return 0;
    const char *interface = dbus_message_get_interface(message);
    const char *member = dbus_message_get_member(message);
    int result = member != NULL && strcmp(member, "GrabFocus") == 0;
    for (size_t index = 0; index < sizeof interfaces / sizeof *interfaces; index++)
        result |= interface != NULL && strcmp(interface, interfaces[index]) == 0;
    result &= member == NULL || strncmp(member, "Get", 3) != 0;
    dbus_connection_return_message(connection, message);
    return result;
}

/* In a program of GTK 3, libdbus is used only by the bridge to assistive technologies. */
DBusDispatchStatus dbus_connection_dispatch(DBusConnection *connection) {
    static DBusDispatchStatus (*original)(DBusConnection *);
    if (original == NULL) *(void **)&original = dlsym(RTLD_NEXT, "dbus_connection_dispatch");
    if (file == NULL || gettid() != getpid()) return original(connection);
    int counts = !is_action(connection);
    uint64_t start = now(), late = waited();
    if (!counts) atomic_store(&file->action, start);
    DBusDispatchStatus status = original(connection);
    if (counts) answers += now() - start - (waited() - late);
    return status;
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("LOOP_WATCH");
    /* The programs that this one starts are not measured. */
    unsetenv("LD_PRELOAD");
    /* Foundation starts programs with the signals blocked that libdispatch's threads block. */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (path == NULL) return;
    int descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    schedule = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || ftruncate(descriptor, sizeof(struct file)) != 0) return;
    void *memory = mmap(NULL, sizeof(struct file), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (memory == MAP_FAILED) return;
    file = memory;
    unsetenv("LOOP_WATCH");
    g_main_context_set_poll_func(g_main_context_default(), wait_for_events);
}
