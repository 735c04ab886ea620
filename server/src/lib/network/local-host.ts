/** The names of this machine, in no other spelling. */
const names: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Also with the brackets of a URL. */
export const isLocalHost = (host: string): boolean => names.includes(host.replace(/^\[(.*)\]$/, '$1').toLowerCase());

/** The addresses that `localhost` may resolve to, because a hosts file can contain anything. */
export const isLoopback = (address: string): boolean => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address);

/** An address on this machine as people type it; 127.1, 0x7f.0.0.1 and the like are refused. */
export const isLocalUrl = (text: string): boolean =>
  /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?][^\s#]*)?$/i.test(text) && URL.canParse(text);
