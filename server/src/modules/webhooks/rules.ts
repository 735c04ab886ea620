import { isIP } from 'node:net';

const privateNames = ['localhost', 'local', 'internal', 'home.arpa', 'onion'];

/** What is wrong with an address to deliver to, if anything; the checks of its DNS answers come at each attempt. */
export function refusalOfUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return 'must be an absolute URL';
  if (url.protocol !== 'https:' || !/^https:\/\//i.test(text)) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold user information';
  if (text.includes('#')) return 'must not hold a fragment';
  return refusalOfHost(url.hostname.toLowerCase().replace(/\.$/, ''));
}

function refusalOfHost(host: string): string | undefined {
  const literal = host.startsWith('[') || isIP(host) !== 0;
  if (literal || !host.includes('.')) return 'must name a public host';
  const reserved = privateNames.some((name) => host === name || host.endsWith(`.${name}`));
  return reserved ? 'must name a public host' : undefined;
}
