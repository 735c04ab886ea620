// Receivers of webhooks under as many host names as wanted, in one process that outlives every kill of the service.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeAuthority } from '@makewhole/server/test/doubles/certificates.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#bench/service/ports';
import { startChild } from './child.ts';

/**
 * `ok` answers 204 at once, `hang` accepts the request and answers only when its behaviour changes, at the address of
 * `refuse` nothing listens.
 */
type Behaviour = 'ok' | 'hang' | 'refuse';

export type Arrival = {
  readonly host: string;
  readonly eventId: string;
  readonly deliveryId: string;
  /** When the last byte of the request arrived; on the clock of `sharedNow`. */
  readonly atMs: number;
  /** Whether all its signatures are genuine, under one of the host's secrets. */
  readonly genuine: boolean;
};

export type Collected = {
  /** In order of arrival, since the last time they were collected. */
  readonly arrivals: readonly Arrival[];
  /** The most requests that were open at once at each host, since the last time. */
  readonly most: Readonly<Record<string, number>>;
};

export type Question =
  | { readonly kind: 'trust'; readonly secrets: Readonly<Record<string, string>> }
  | { readonly kind: 'behave'; readonly hosts: readonly string[]; readonly as: 'ok' | 'hang' }
  | { readonly kind: 'count' }
  | { readonly kind: 'sample' }
  | { readonly kind: 'collect' };

/** A request as it arrived, of which engines that are compared send the like. */
export type Sample = { readonly eventId: string; readonly eventType: string; readonly body: string };

export type Setup = { readonly port: number; readonly certificate: string; readonly key: string };

export type Receivers = {
  readonly pid: number;
  /** The port of all that listen. */
  readonly port: number;
  /** For the processes of the service; a production service would refuse these settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Gives each host a further signing secret: several databases may deliver to it. */
  trust(secrets: Readonly<Record<string, string>>): Promise<void>;
  /** From now on; set to ok, a host also answers everything it holds. `refuse` never changes. */
  behave(hosts: readonly string[], as: 'ok' | 'hang'): Promise<void>;
  /** Requests that have arrived since the last time they were collected. */
  count(): Promise<number>;
  /** The last request that has arrived; undefined when none has since they were collected. */
  sample(): Promise<Sample | undefined>;
  collect(): Promise<Collected>;
  close(): Promise<void>;
};

const domain = 'receivers.example.com';

/** Nothing listens on the first port of a machine. */
const deadPort = 1;

/** `ok-001.receivers.example.com` and so on. */
export const hostNames = (behaviour: Behaviour, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${behaviour}-${String(index + 1).padStart(3, '0')}.${domain}`);

export const urlOf = (host: string): string => `https://${host}/hooks`;

/** The host names say how each begins. */
export async function startReceivers(hosts: readonly string[]): Promise<Receivers> {
  const authority = makeAuthority();
  const port = await freePort();
  const setupFile = join(dirname(authority.caFile), 'receivers.json');
  const { key, cert } = authority.issue(`*.${domain}`);
  const setup: Setup = { port, certificate: cert.toString('utf8'), key: key.toString('utf8') };
  writeFileSync(setupFile, JSON.stringify(setup));
  const child = startChild<Question, unknown>({ script: 'receiver-process.ts', args: [setupFile] });
  const hanging = hosts.filter((host) => host.startsWith('hang-'));
  const tell = async (question: Question) => {
    await child.ask(question);
  };
  const dial = (host: string) => `${host}=127.0.0.1:${host.startsWith('refuse-') ? deadPort : port}`;
  // Answered as soon as it listens.
  await tell({ kind: 'behave', hosts: hanging, as: 'hang' });
  return {
    pid: child.pid,
    port,
    env: { NODE_ENV: 'test', WEBHOOK_DIAL_MAP: hosts.map(dial).join(','), WEBHOOK_CA_FILE: authority.caFile },
    trust: (secrets) => tell({ kind: 'trust', secrets }),
    behave: (which, as) => tell({ kind: 'behave', hosts: which, as }),
    count: async () => (await child.ask({ kind: 'count' })) as number,
    sample: async () => (await child.ask({ kind: 'sample' })) as Sample | undefined,
    collect: async () => (await child.ask({ kind: 'collect' })) as Collected,
    async close() {
      await child.close();
      authority.remove();
    },
  };
}

/** Waits until this many requests have arrived, with a limit. */
export async function arrived(receivers: Receivers, count: number, limitMs = 15_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while ((await receivers.count()) < count && performance.now() < deadline) await pause(20);
}
