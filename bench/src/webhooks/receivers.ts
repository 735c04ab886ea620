// Receivers of webhooks under as many host names as wanted, in one process that outlives every kill of the service.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeAuthority } from '@makewhole/server/test/doubles/certificates.ts';
import { startChild } from '#bench/service/child';
import { freePort, requirePrograms } from '#bench/service/service';

export type Arrival = {
  readonly host: string;
  readonly deliveryId: string;
  /** From the body and, for secrets of Standard Webhooks, also from the header. */
  readonly eventIds: readonly string[];
  readonly body: string;
  /** Whether its signatures match a secret of the host. */
  readonly genuine: boolean;
  /** Whether the receiver responded with 2xx. */
  readonly acknowledged: boolean;
  /**
   * When the last byte of the request arrived: on the clock of `sharedNow`, or in milliseconds of the machine's clock
   * in a book.
   */
  readonly atMs: number;
  /** Open requests at the host, including this one. */
  readonly open: number;
};

export type Question =
  | { readonly kind: 'trust'; readonly secrets: Readonly<Record<string, string>> }
  | { readonly kind: 'count' }
  | { readonly kind: 'collect' };

export type Setup = {
  readonly port: number;
  readonly certificate: string;
  readonly key: string;
  /**
   * The file to which each arrival is written before the response. Without it arrivals are kept in memory and
   * answered immediately;
   * with it after some milliseconds, and a host whose name begins with `unsteady-` fails some first attempts.
   */
  readonly book?: string;
};

export type Receivers = {
  /** For the processes of the service; a production service would refuse these settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Gives each host a further signing secret: several databases may deliver to it. */
  trust(secrets: Readonly<Record<string, string>>): Promise<void>;
  /** Requests that have arrived since the last time they were collected. */
  count(): Promise<number>;
  collect(): Promise<readonly Arrival[]>;
  /** Everything in the book. */
  read(): Arrival[];
  close(): Promise<void>;
};

const domain = 'receivers.example.com';

export const receiverHost = (name: string): string => `${name}.${domain}`;

/**
 * `steady-001.receivers.example.com` and so on; hosts that begin with `silent-` accept a request and never respond.
 */
export const hostNames = (count: number, manner = 'steady'): string[] =>
  Array.from({ length: count }, (_, index) => receiverHost(`${manner}-${String(index + 1).padStart(3, '0')}`));

/** No process listens on their port. */
export const deadHosts = hostNames(50, 'dead');

export const urlOf = (host: string): string => `https://${host}/hooks`;

export async function startReceivers(hosts: readonly string[], book?: string): Promise<Receivers> {
  requirePrograms({ openssl: 'openssl' });
  const authority = makeAuthority();
  const [port, deadPort] = [await freePort(), await freePort()];
  const setupFile = join(dirname(authority.caFile), 'receivers.json');
  const { key, cert } = authority.issue(`*.${domain}`);
  const setup: Setup = { port, certificate: cert.toString('utf8'), key: key.toString('utf8'), ...(book && { book }) };
  writeFileSync(setupFile, JSON.stringify(setup));
  const child = startChild<Question, unknown>({ script: 'webhooks/receiver-process.ts', args: [setupFile] });
  // The child responds once it listens.
  await child.ask({ kind: 'count' });
  return {
    env: {
      NODE_ENV: 'test',
      WEBHOOK_HOST_OVERRIDES: [
        ...hosts.map((host) => `${host}=127.0.0.1:${port}`),
        ...deadHosts.map((host) => `${host}=127.0.0.1:${deadPort}`),
      ].join(','),
      NODE_EXTRA_CA_CERTS: authority.caFile,
    },
    trust: async (secrets) => void (await child.ask({ kind: 'trust', secrets })),
    count: async () => (await child.ask({ kind: 'count' })) as number,
    collect: async () => (await child.ask({ kind: 'collect' })) as Arrival[],
    read: () =>
      book === undefined || !existsSync(book)
        ? []
        : readFileSync(book, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line) as Arrival),
    async close() {
      await child.close();
      authority.remove();
    },
  };
}
