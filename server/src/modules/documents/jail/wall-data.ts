import { readFileSync } from 'node:fs';

/**
 * The isolation of a program: its own namespaces (bubblewrap), or, where those are forbidden as in most containers, a
 * list of the files that it may open (Landlock). Both also have limits and a call filter; `none` has only those.
 */
export const walls = ['namespaces', 'landlock', 'none'] as const;
export type Wall = (typeof walls)[number];

/**
 * Only programs and their data: no network, no files of the service, no other process. No separate session either:
 * the process is started in one without a terminal, and the niceness set for that session must apply in here.
 */
export const namespaces = (
  'bwrap --unshare-all --die-with-parent --cap-drop ALL --ro-bind /usr /usr ' +
  '--symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin --ro-bind-try /etc/fonts /etc/fonts ' +
  '--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --proc /proc --dev /dev --remount-ro /dev --chdir /'
).split(' ');

/** The same for Landlock, which skips missing paths; + marks writable ones. */
export const readablePaths = ['/usr', '/lib', '/lib64', '/bin', '/etc/fonts', '/etc/ld.so.cache', '/dev/urandom'];
export const writablePaths = ['+/dev/null'];

/** Passed as an argument, so that it needs no path that is visible on both sides. */
export const raiseWalls = readFileSync(new URL('raise-walls.pl', import.meta.url), 'utf8');

/** Unused by Debian: 65000 to 65533 are reserved. Used where this process may choose a user, which is as root. */
export const ownUser = 65_533;
