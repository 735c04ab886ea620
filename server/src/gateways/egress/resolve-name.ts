import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { isLocalHost } from '#lib/network/local-host';
import { GatewayError } from '#platform/errors';
import type { Lookup } from './connection.ts';

/** For one query to one server; the second try takes twice as long. */
const answerWithinMs = 2000;
/** Slightly less than a connection has. */
const giveUpMs = 9000;

/**
 * All addresses of a name, by our own DNS queries. The system's resolver runs two at a time in the whole process, and
 * waits ten seconds for a silent server, so a few names of one client would block all other clients.
 */
export const createLookup =
  (servers?: readonly string[]): Lookup =>
  async (name) => {
    if (isLocalHost(name)) return ['127.0.0.1', '::1'];
    const resolver = new Resolver({ timeout: answerWithinMs, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), giveUpMs);
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const [first, second] = hasIpv4() ? [v4, v6] : [v6, v4];
      const addresses = [first, second].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length === 0) throw toFailure([v4, v6]);
      return addresses;
    } finally {
      clearTimeout(timer);
    }
  };

/** Only the first address of a name is tried. */
const hasIpv4 = (): boolean =>
  Object.values(networkInterfaces()).some((one) => one?.some(({ family, internal }) => family === 'IPv4' && !internal));

/** Only a server's answer proves that a name does not exist; other failures may be temporary. */
function toFailure(answers: readonly PromiseSettledResult<string[]>[]): GatewayError {
  const codes = answers.map((answer) => answer.status === 'rejected' && (answer.reason as { code?: unknown }).code);
  const isUnknown = codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA');
  return new GatewayError(
    'unavailable',
    isUnknown ? 'the host name does not resolve' : 'the host name does not resolve at the moment',
  );
}
