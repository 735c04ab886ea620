/** The names of this machine itself, and no other spelling of them. */
const names: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Without the brackets of a URL too. */
export const isLocalHost = (host: string): boolean => names.includes(host.replace(/^\[(.*)\]$/, '$1').toLowerCase());

/** What `localhost` may lead to. A hosts file can say anything. */
export const isLoopback = (address: string): boolean => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address);

/** An address on this machine as a person types it; 127.1, 0x7f.0.0.1 and their like are none. */
export const isLocalUrl = (text: string): boolean =>
  /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?][^\s#]*)?$/i.test(text) && URL.canParse(text);
