// The receivers of a run with kills: they outlive every kill and store whole bodies, in a file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeAuthority } from '@makewhole/server/test/doubles/certificates.ts';
import { freePort } from '#bench/service/ports';
import { startChild } from '#bench/webhooks/child';
import type { Arrival } from './ledger.ts';

export type Manner = 'acknowledge' | 'fail' | 'cut';

export type Setup = {
  readonly port: number;
  readonly certificate: string;
  readonly key: string;
  /** Where arrivals are written, one in a line. */
  readonly book: string;
};

export type Written = {
  readonly host: string;
  readonly deliveryId: string;
  /** The header of Standard Webhooks, which only secrets of its kind have. */
  readonly headerId: string | null;
  readonly body: string;
  readonly genuine: boolean;
  readonly manner: Manner;
  /** In milliseconds of the machine's clock. */
  readonly atMs: number;
  /** Requests that were open at the host, this one among them. */
  readonly open: number;
};

export type Question =
  | { readonly kind: 'trust'; readonly secrets: ReadonlyMap<string, string> }
  | { readonly kind: 'listening' };

export type Receivers = {
  /** For the processes of the service; a production service would refuse these settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Gives each host its signing secret. */
  trust(secrets: ReadonlyMap<string, string>): Promise<void>;
  /** Everything that arrived so far. */
  read(): Arrival[];
  close(): Promise<void>;
};

const domain = 'receivers.example.com';

/** A host whose name begins with `unsteady-` fails some first attempts. */
export const receiverHost = (name: string): string => `${name}.${domain}`;

export async function startReceivers(hosts: readonly string[], book: string): Promise<Receivers> {
  const authority = makeAuthority();
  const port = await freePort();
  const { key, cert } = authority.issue(`*.${domain}`);
  const setup: Setup = { port, certificate: cert.toString('utf8'), key: key.toString('utf8'), book };
  const setupFile = join(dirname(authority.caFile), 'receivers.json');
  writeFileSync(setupFile, JSON.stringify(setup));
  const child = startChild<Question, null>({ script: 'fault/receiver-process.ts', args: [setupFile] });
  await child.ask({ kind: 'listening' });
  return {
    env: {
      WEBHOOK_DIAL_MAP: hosts.map((host) => `${host}=127.0.0.1:${port}`).join(','),
      WEBHOOK_CA_FILE: authority.caFile,
    },
    trust: async (secrets) => {
      await child.ask({ kind: 'trust', secrets });
    },
    read: () => readBook(book),
    async close() {
      await child.close();
      authority.remove();
    },
  };
}

function readBook(book: string): Arrival[] {
  if (!existsSync(book)) return [];
  return readFileSync(book, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => toArrival(JSON.parse(line) as Written));
}

function toArrival({ host, deliveryId, headerId, body, genuine, manner, atMs, open }: Written): Arrival {
  const { id } = JSON.parse(body) as { id: string };
  const eventIds = headerId === null ? [id] : [headerId, id];
  return { host, deliveryId, eventIds, body, genuine, acknowledged: manner === 'acknowledge', atMs, open };
}
