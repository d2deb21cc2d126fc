/* Stands between the server and the disk, for the tests of durability only.
 *
 * Preloaded into a process (LD_PRELOAD). It looks at regular files and at
 * names below OXO_SHIM_DIR and leaves everything else alone.
 *
 * OXO_SHIM_SYNCED=1: after each real fsync or fdatasync the file is copied to
 * FILE.synced (a temporary file and a rename), so that the copies are at any
 * instant what a power cut would leave: every byte that was not synced is gone.
 *
 * OXO_SHIM_CONTROL names a file of at least 64 bytes, mapped and shared with
 * whoever runs the test. Native 32-bit words, written by the test:
 *   0  writes fail with this errno, half done, while it is not 0
 *   1  fsync and fdatasync fail with this errno while it is not 0
 *   2  milliseconds that each fsync and fdatasync takes longer
 *   3  ftruncate, 4  open for writing (with EMFILE and ENFILE: any open),
 *   5  rename, 6  mkdir: fails with this errno while it is not 0
 * and written here, so that the test can tell that the shim is at work:
 *   8  syncs that were asked for    9  writes refused    10  syncs refused
 *   11 truncations, 12  opens, 13  renames, 14  mkdirs refused
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 0, SYNC = 1, SLOW_MS = 2, TRUNCATE = 3, OPEN = 4, RENAME = 5, MKDIR = 6, SYNCS = 8 };
/* What is refused is counted that many words after its own. */
enum { REFUSED_WRITE = 9, REFUSED_SYNC = 10, REFUSED_OTHERS = 8 };

static _Atomic unsigned nothing[16];
static _Atomic unsigned *control = nothing;
static const char *dir;
static int keeps_copies;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("OXO_SHIM_CONTROL");
    dir = getenv("OXO_SHIM_DIR");
    keeps_copies = getenv("OXO_SHIM_SYNCED") != NULL;
    if (path == NULL) return;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    void *shared = fd < 0 ? MAP_FAILED
                          : mmap(NULL, 64, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED) {
        fprintf(stderr, "the shim cannot map %s\n", path);
        _exit(97);
    }
    close(fd);
    control = shared;
}

/* Whether the file is one of those that are looked at; its path goes to `path`. */
static int is_ours(int fd, char path[PATH_MAX]) {
    char link[64];
    struct stat st;
    int before = errno;
    if (dir == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    int ours = 0;
    if (length > 0) {
        path[length] = 0;
        ours = strncmp(path, dir, strlen(dir)) == 0 && strstr(path, ".synced") == NULL
            && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    }
    errno = before;
    return ours;
}

/* Copies by system calls of its own: the functions below would look at them. */
static void keep_copy(const char *path) {
    static _Thread_local char buffer[1 << 16];
    char part[PATH_MAX + 32], whole[PATH_MAX + 32];
    snprintf(part, sizeof part, "%s.synced.%ld", path, (long)syscall(SYS_gettid));
    snprintf(whole, sizeof whole, "%s.synced", path);
    long from = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    long to = syscall(SYS_openat, AT_FDCWD, part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int complete = from >= 0 && to >= 0;
    while (complete) {
        long length = syscall(SYS_read, from, buffer, sizeof buffer);
        if (length == 0) break;
        complete = length > 0 && syscall(SYS_write, to, buffer, length) == length;
    }
    if (from >= 0) syscall(SYS_close, from);
    if (to >= 0) syscall(SYS_close, to);
    if (!complete || rename(part, whole) != 0) {
        fprintf(stderr, "the shim cannot copy %s\n", path);
        _exit(98);
    }
}

static int synced(int fd, int (*real)(int)) {
    char path[PATH_MAX];
    if (!is_ours(fd, path)) return real(fd);
    atomic_fetch_add(&control[SYNCS], 1);
    unsigned slow = atomic_load(&control[SLOW_MS]);
    if (slow > 0) {
        struct timespec pause = {slow / 1000, (slow % 1000) * 1000000L};
        nanosleep(&pause, NULL);
    }
    int broken = atomic_load(&control[SYNC]);
    if (broken) {
        atomic_fetch_add(&control[REFUSED_SYNC], 1);
        errno = broken;
        return -1;
    }
    int result = real(fd);
    if (result == 0 && keeps_copies) {
        keep_copy(path);
        errno = 0;
    }
    return result;
}

/* With which errno a write has to fail; 0: it may be done. */
static int refused(int fd) {
    char path[PATH_MAX];
    int why = atomic_load(&control[WRITE]);
    if (!why || !is_ours(fd, path)) return 0;
    atomic_fetch_add(&control[REFUSED_WRITE], 1);
    return why;
}

/* How a write looks that failed. */
static ssize_t fails(int why) {
    errno = why;
    return -1;
}

/* With which errno something that is done to a name has to fail; 0: it may be done. */
static int refused_name(int word, const char *path) {
    int why = atomic_load(&control[word]);
    if (!why || dir == NULL || strncmp(path, dir, strlen(dir)) != 0) return 0;
    atomic_fetch_add(&control[word + REFUSED_OTHERS], 1);
    return why;
}

static int refused_open(const char *path, int flags) {
    int why = atomic_load(&control[OPEN]);
    int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT);
    return writes || why == EMFILE || why == ENFILE ? refused_name(OPEN, path) : 0;
}

#define REAL(name) \
    static __typeof__(name) *real; \
    if (real == NULL) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

int fsync(int fd) {
    REAL(fsync);
    return synced(fd, real);
}

int fdatasync(int fd) {
    REAL(fdatasync);
    return synced(fd, real);
}

ssize_t write(int fd, const void *data, size_t size) {
    REAL(write);
    int why = refused(fd);
    if (why) real(fd, data, size / 2);
    return why ? fails(why) : real(fd, data, size);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    REAL(pwrite);
    int why = refused(fd);
    if (why) real(fd, data, size / 2, at);
    return why ? fails(why) : real(fd, data, size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    REAL(pwrite64);
    int why = refused(fd);
    if (why) real(fd, data, size / 2, at);
    return why ? fails(why) : real(fd, data, size, at);
}

/* Truncations are refused by the file, as writes are. */
static int refused_truncation(int fd) {
    char path[PATH_MAX];
    return atomic_load(&control[TRUNCATE]) && is_ours(fd, path) ? refused_name(TRUNCATE, path) : 0;
}

int ftruncate(int fd, off_t size) {
    REAL(ftruncate);
    int why = refused_truncation(fd);
    return why ? (int)fails(why) : real(fd, size);
}

int ftruncate64(int fd, off64_t size) {
    REAL(ftruncate64);
    int why = refused_truncation(fd);
    return why ? (int)fails(why) : real(fd, size);
}

#define OPENS(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        mode_t mode = 0; \
        if (flags & (O_CREAT | O_TMPFILE)) { \
            va_list rest; \
            va_start(rest, flags); \
            mode = va_arg(rest, mode_t); \
            va_end(rest); \
        } \
        int why = refused_open(path, flags); \
        return why ? (int)fails(why) : real(path, flags, mode); \
    }

OPENS(open)
OPENS(open64)

int rename(const char *from, const char *to) {
    REAL(rename);
    int why = refused_name(RENAME, to);
    return why ? (int)fails(why) : real(from, to);
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    int why = refused_name(MKDIR, path);
    return why ? (int)fails(why) : real(path, mode);
}
