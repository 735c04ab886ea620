import { readFileSync } from 'node:fs';

/**
 * What stands around a program: namespaces of its own (bubblewrap), or, where those are forbidden as in most containers, a
 * list of the files that it may open (Landlock). Both have limits and a filter of calls besides; `none` has only those.
 */
export const walls = ['namespaces', 'landlock', 'none'] as const;
export type Wall = (typeof walls)[number];

/**
 * Only programs and their data: no network, no files of the service, no other process. No session of its own either:
 * the process is started in one without a terminal, and the niceness set for that session must apply in here.
 */
export const namespaces = (
  'bwrap --unshare-all --die-with-parent --cap-drop ALL --ro-bind /usr /usr ' +
  '--symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin --ro-bind-try /etc/fonts /etc/fonts ' +
  '--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --proc /proc --dev /dev --remount-ro /dev --chdir /'
).split(' ');

/** The same for Landlock, which leaves out what is missing; + marks what may be written to. */
export const readablePaths = ['/usr', '/lib', '/lib64', '/bin', '/etc/fonts', '/etc/ld.so.cache', '/dev/urandom'];
export const writablePaths = ['+/dev/null'];

/** Given as an argument, so that it needs no path that both sides of the wall can see. */
export const raiseWalls = readFileSync(new URL('raise-walls.pl', import.meta.url), 'utf8');

/** No user of Debian has it: 65000 to 65533 are reserved. Taken where this process may choose, which is as root. */
export const ownUser = 65_533;
