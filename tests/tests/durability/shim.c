/* Stands between the server and the disk, for the tests of durability only.
 *
 * Preloaded into the server process (LD_PRELOAD). It looks at regular files
 * below OXO_SHIM_DIR and leaves everything else alone.
 *
 * OXO_SHIM_SYNCED=1: after each real fsync or fdatasync the file is copied to
 * FILE.synced (a temporary file and a rename), so that the copies are at any
 * instant what a power cut would leave: every byte that was not synced is gone.
 *
 * OXO_SHIM_CONTROL names a file of at least 64 bytes, mapped and shared with
 * whoever runs the test. Native 32-bit words, written by the test:
 *   0  writes fail with ENOSPC while this is not 0
 *   1  fsync and fdatasync fail with EIO while this is not 0
 *   2  milliseconds that each fsync and fdatasync takes longer
 * and written here, so that the test can tell that the shim is at work:
 *   8  syncs that were asked for    9  writes refused    10  syncs refused
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

enum { FULL = 0, BROKEN = 1, SLOW_MS = 2, SYNCS = 8, WRITES_REFUSED = 9, SYNCS_REFUSED = 10 };

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
    if (atomic_load(&control[BROKEN])) {
        atomic_fetch_add(&control[SYNCS_REFUSED], 1);
        errno = EIO;
        return -1;
    }
    int result = real(fd);
    if (result == 0 && keeps_copies) {
        keep_copy(path);
        errno = 0;
    }
    return result;
}

/* Whether a write has to fail, and how it looks when it does. */
static int refused(int fd) {
    char path[PATH_MAX];
    if (!atomic_load(&control[FULL]) || !is_ours(fd, path)) return 0;
    atomic_fetch_add(&control[WRITES_REFUSED], 1);
    errno = ENOSPC;
    return 1;
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
    return refused(fd) ? -1 : real(fd, data, size);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    REAL(pwrite);
    return refused(fd) ? -1 : real(fd, data, size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    REAL(pwrite64);
    return refused(fd) ? -1 : real(fd, data, size, at);
}
