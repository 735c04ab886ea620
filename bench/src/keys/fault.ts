// Whether a key can be retired while everybody works: the new one is put in front of some processes only, then of all;
// everything is encrypted again; the old one is left for comparing.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { encryptedColumns } from '@makewhole/server/src/app/keys/keyed-columns.ts';
import { renewContacts, type RenewedContacts } from '@makewhole/server/src/app/keys/renew-contacts.ts';
import { reseal, type ResealedColumn } from '@makewhole/server/src/app/keys/reseal.ts';
import { createService } from '@makewhole/server/src/app/composition.ts';
import type { Ctx } from '@makewhole/server/src/context.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { makeEndpoint, makeInstitutions, makeStaffToken, setStage } from '#bench/roster/stage';
import type { RunStack } from '#bench/run-stack';
import { startMailSink, type MailSink } from '#bench/service/mail-sink';
import { freePort } from '#bench/service/ports';
import { serviceEnv } from '#bench/service/service';
import type { Size } from '#bench/size';
import { receiverHost, startReceivers, type Receivers } from '#bench/webhooks/fault/receivers';
import { startClients, submitListed, type Clients } from './clients.ts';
import { fillDoNotContact, fillTables } from './fill.ts';
import { reportOutcome } from './outcome.ts';
import { restart, startUnits, type Env } from './units.ts';
import { allSent } from './sending.ts';

/**
 * Bugs to see that a run finds them: processes that report no keys; a column that is forgotten; the old key taken away
 * altogether; fingerprints that are not made again.
 */
export const plants = ['no-reports', 'column', 'no-compare', 'no-contacts'] as const;

type Options = { readonly size: Size; readonly plant: (typeof plants)[number] | undefined };

const sizes = {
  smoke: { each: 200, stageMs: 500, clients: 2 },
  quick: { each: 1000, stageMs: 2000, clients: 3 },
  full: { each: 10_000, stageMs: 10_000, clients: 4 },
};

const oldKey = serviceEnv.DATA_KEY;
const newKey = `v2:${randomBytes(32).toString('base64')}`;
const rings = { old: oldKey, both: `${newKey},${oldKey}`, done: `${newKey},compare:${oldKey}`, gone: newKey };

type Stage = {
  readonly env: Env;
  readonly partnerKey: string;
  readonly mail: MailSink;
  readonly receivers: Receivers;
  ctxOf(ring: string): Ctx;
};

/** A service whose database is full of what the old key made, with a mail server and a receiver. */
async function setKeysStage(closing: RunStack, { size, plant }: Options): Promise<Stage> {
  const { databaseUrl } = await setStage(closing);
  const made = mkdtempSync(join(tmpdir(), 'makewhole-keys-'));
  const folder = closing.adopt(made, (one) => rmSync(one, { recursive: true }));
  const mail = closing.adopt(await startMailSink(await freePort()), (one) => one.close());
  const host = receiverHost('keys');
  const receivers = closing.adopt(await startReceivers([host], join(folder, 'arrivals')), (one) => one.close());
  const env = {
    ...serviceEnv,
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SMTP_URL: mail.url,
    GAP_REQUESTS_PER_MIN: '1000000',
    ...receivers.env,
  };
  const ctxOf = (ring: string): Ctx => serviceWith(closing, { ...env, DATA_KEY: ring });
  const before = ctxOf(rings.old);
  await fillTables(before, databaseUrl, sizes[size].each);
  await fillDoNotContact(before, databaseUrl, sizes[size].each);
  // Leaves a row in the audit trail.
  await makeStaffToken(databaseUrl);
  const [institution] = await makeInstitutions(databaseUrl, 1);
  const url = `https://${host}/hooks`;
  const secret = await makeEndpoint(databaseUrl, { institutionId: institution?.id ?? '', url });
  await receivers.trust(new Map([[host, secret]]));
  if (plant === 'no-reports') await before.db.many({ text: forgetful, values: [] });
  return { env, partnerKey: institution?.key ?? '', mail, receivers, ctxOf };
}

export async function faultKeys(closing: RunStack, { size, plant }: Options): Promise<boolean> {
  const { each, stageMs, clients: count } = sizes[size];
  const { env, partnerKey, mail, receivers, ctxOf } = await setKeysStage(closing, { size, plant });
  const units = await startUnits(closing, env, rings.old);
  const bases = () => units.flatMap(({ up, base }) => (up && base !== undefined ? [base] : []));
  const clients = startClients({ bases, partnerKey }, count);
  const stage = async (name: string, work: () => Promise<unknown>) => {
    await work();
    const asked = countAsked(clients);
    await pause(stageMs);
    // On a busy machine little is asked in that time, and nothing is seen by who does not ask.
    while (countAsked(clients) < asked + askedPerStage) await pause(50);
    const { answered, failed } = clients.tally;
    console.log(`${name}: ${JSON.stringify(answered)}, ${failed.length} failed (${Math.round(process.uptime())} s)`);
  };
  const listedBefore = await submitListed(bases()[0] ?? '', 0);
  await stage('one key', async () => undefined);
  const [first, ...others] = units;
  await stage('a new key in front of one process alone', async () => first && restart(first, rings.both));
  await stage('a new key in front of all', async () => {
    await Promise.all(others.map((unit) => restart(unit, rings.both)));
    if (plant !== 'no-reports') await allWriteWith(ctxOf(rings.both));
  });
  const columns =
    plant === 'column' ? encryptedColumns.filter(({ table }) => table !== 'platform.idempotency') : undefined;
  let resealed: ResealedColumn[] = [];
  let contacts: RenewedContacts = { contacts: 0, renewed: 0, passedOver: 0 };
  const resealStarted = performance.now();
  await stage('encrypted again', async () => {
    resealed = await reseal(ctxOf(rings.both), columns);
  });
  const resealMs = performance.now() - resealStarted - stageMs;
  await stage('fingerprints made again', async () => {
    if (plant !== 'no-contacts') contacts = await renewContacts(ctxOf(rings.both));
  });
  const lastRing = plant === 'no-compare' ? rings.gone : rings.done;
  await stage('the old key compares only', async () => {
    if (first !== undefined) await restart(first, lastRing);
    await Promise.all(others.map((unit) => restart(unit, lastRing)));
  });
  const listedAfter = await submitListed(bases()[0] ?? '', 1);
  await clients.stop();
  const after = ctxOf(lastRing);
  const sent = await allSent(clients, { mail: mail.received, arrivals: () => receivers.read() });
  return reportOutcome({
    size,
    plant,
    clients,
    after,
    each,
    resealed,
    contacts,
    alone: ctxOf(rings.gone),
    resealMs,
    sent,
    listed: [listedBefore, listedAfter],
  });
}

/** Enough that several of each kind were written by one process and read by another. */
const askedPerStage = 80;

const countAsked = ({ tally }: Clients): number =>
  Object.values(tally.answered).reduce((sum, one) => sum + one, tally.failed.length);

/** As if processes did not say which keys they have. */
const forgetful = `create function platform.forget() returns trigger language plpgsql as 'begin return null; end';
  create trigger forget before insert on platform.processes for each row execute function platform.forget();
  create trigger forget before insert on platform.data_keys for each row execute function platform.forget()`;

function serviceWith(closing: RunStack, env: Env): Ctx {
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('bench-keys', readConfig(env, 'worker'), { logTo: nowhere });
  return closing.adopt(service, (one) => one.close()).ctx;
}

/** Every process looks every ten seconds. */
async function allWriteWith({ db, vault }: Ctx): Promise<void> {
  const until = performance.now() + 30_000;
  for (;;) {
    const rows = await db.many<{ writes_with: string }>({
      text: 'select writes_with from platform.processes',
      values: [],
    });
    if (rows.length >= 3 && rows.every((row) => row.writes_with === vault.writingKey())) return;
    if (performance.now() > until) throw new Error('not all processes write with the key in front');
    await pause(100);
  }
}
