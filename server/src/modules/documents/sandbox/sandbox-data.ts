/** The path by which a confined program opens the descriptor it inherits. */
export const givenFile = '/proc/self/fd/3';

/**
 * Only programs and their data: no network, no files of the service, no other process. No session of its own either:
 * the process is started in one without a terminal, and the niceness set for that session must apply in here.
 */
export const sandbox = (
  'bwrap --unshare-all --die-with-parent --cap-drop ALL --ro-bind /usr /usr ' +
  '--symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin --ro-bind-try /etc/fonts /etc/fonts ' +
  '--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --proc /proc --dev /dev --tmpfs /tmp --chdir / --'
).split(' ');
