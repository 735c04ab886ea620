/** System call numbers by architecture; those of arm64 are the generic ones. Absent where the call does not exist. */
type Numbers = { readonly x64?: number; readonly arm64?: number };

/**
 * The calls a program needs to compute, to read files that it can reach, and to write to its descriptors. All other
 * calls, including those of later kernels, are blocked: sockets, signals to others, sessions, namespaces, mounts,
 * tracing, changes of rights, key rings, request rings.
 */
export const usualCalls: Readonly<Record<string, Numbers>> = {
  access: { x64: 21 },
  arch_prctl: { x64: 158 },
  brk: { x64: 12, arm64: 214 },
  chdir: { x64: 80, arm64: 49 },
  clock_getres: { x64: 229, arm64: 114 },
  clock_gettime: { x64: 228, arm64: 113 },
  clock_nanosleep: { x64: 230, arm64: 115 },
  close: { x64: 3, arm64: 57 },
  close_range: { x64: 436, arm64: 436 },
  dup: { x64: 32, arm64: 23 },
  dup2: { x64: 33 },
  dup3: { x64: 292, arm64: 24 },
  execve: { x64: 59, arm64: 221 },
  exit: { x64: 60, arm64: 93 },
  exit_group: { x64: 231, arm64: 94 },
  faccessat: { x64: 269, arm64: 48 },
  faccessat2: { x64: 439, arm64: 439 },
  fadvise64: { x64: 221, arm64: 223 },
  fstat: { x64: 5, arm64: 80 },
  fstatfs: { x64: 138, arm64: 44 },
  futex: { x64: 202, arm64: 98 },
  getcwd: { x64: 79, arm64: 17 },
  getdents64: { x64: 217, arm64: 61 },
  getegid: { x64: 108, arm64: 177 },
  geteuid: { x64: 107, arm64: 175 },
  getgid: { x64: 104, arm64: 176 },
  getpgrp: { x64: 111 },
  getpid: { x64: 39, arm64: 172 },
  getppid: { x64: 110, arm64: 173 },
  getpriority: { x64: 140, arm64: 141 },
  getrandom: { x64: 318, arm64: 278 },
  getrlimit: { x64: 97, arm64: 163 },
  getrusage: { x64: 98, arm64: 165 },
  gettid: { x64: 186, arm64: 178 },
  gettimeofday: { x64: 96, arm64: 169 },
  getuid: { x64: 102, arm64: 174 },
  lseek: { x64: 8, arm64: 62 },
  lstat: { x64: 6 },
  madvise: { x64: 28, arm64: 233 },
  mmap: { x64: 9, arm64: 222 },
  mprotect: { x64: 10, arm64: 226 },
  mremap: { x64: 25, arm64: 216 },
  munmap: { x64: 11, arm64: 215 },
  nanosleep: { x64: 35, arm64: 101 },
  newfstatat: { x64: 262, arm64: 79 },
  open: { x64: 2 },
  openat: { x64: 257, arm64: 56 },
  pipe: { x64: 22 },
  pipe2: { x64: 293, arm64: 59 },
  poll: { x64: 7 },
  ppoll: { x64: 271, arm64: 73 },
  pread64: { x64: 17, arm64: 67 },
  pselect6: { x64: 270, arm64: 72 },
  pwrite64: { x64: 18, arm64: 68 },
  read: { x64: 0, arm64: 63 },
  readlink: { x64: 89 },
  readlinkat: { x64: 267, arm64: 78 },
  readv: { x64: 19, arm64: 65 },
  restart_syscall: { x64: 219, arm64: 128 },
  rseq: { x64: 334, arm64: 293 },
  rt_sigaction: { x64: 13, arm64: 134 },
  rt_sigprocmask: { x64: 14, arm64: 135 },
  rt_sigreturn: { x64: 15, arm64: 139 },
  sched_getaffinity: { x64: 204, arm64: 123 },
  sched_yield: { x64: 24, arm64: 124 },
  select: { x64: 23 },
  set_robust_list: { x64: 273, arm64: 99 },
  set_tid_address: { x64: 218, arm64: 96 },
  sigaltstack: { x64: 131, arm64: 132 },
  stat: { x64: 4 },
  statfs: { x64: 137, arm64: 43 },
  statx: { x64: 332, arm64: 291 },
  sysinfo: { x64: 99, arm64: 179 },
  times: { x64: 100, arm64: 153 },
  time: { x64: 201 },
  umask: { x64: 95, arm64: 166 },
  uname: { x64: 63, arm64: 160 },
  wait4: { x64: 61, arm64: 260 },
  write: { x64: 1, arm64: 64 },
  writev: { x64: 20, arm64: 66 },
};

/** Additional calls for shell lines with their own directory: other programs, and temporary files. */
export const scratchCalls: Readonly<Record<string, Numbers>> = {
  fork: { x64: 57 },
  vfork: { x64: 58 },
  ftruncate: { x64: 77, arm64: 46 },
  unlink: { x64: 87 },
  unlinkat: { x64: 263, arm64: 35 },
};

/** Allowed with certain arguments only, see filter-rules.ts. */
export const guardedCalls = {
  clone: { x64: 56, arm64: 220 },
  fcntl: { x64: 72, arm64: 25 },
  ioctl: { x64: 16, arm64: 29 },
  prlimit64: { x64: 302, arm64: 261 },
} as const;

/** The calls that set up the isolation; an isolated program has none of these. */
export const wallCalls = {
  prctl: { x64: 157, arm64: 167 },
  seccomp: { x64: 317, arm64: 277 },
  landlock_create_ruleset: { x64: 444, arm64: 444 },
  landlock_add_rule: { x64: 445, arm64: 445 },
  landlock_restrict_self: { x64: 446, arm64: 446 },
} as const;

/** The kernel's names of the architectures in a filter. */
export const architectures = { x64: 0xc0_00_00_3e, arm64: 0xc0_00_00_b7 } as const;
export type Architecture = keyof typeof architectures;
