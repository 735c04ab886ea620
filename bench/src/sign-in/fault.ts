// Whether strangers who guess passwords keep the team out: members sign in on known devices while thousands of networks try
// their accounts and invented ones. Everything goes over HTTP to a real api behind a proxy.
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import type { Ctx } from '@makewhole/server/src/context.ts';
import { accountTriesMax, deviceTriesMax } from '@makewhole/server/src/platform/sign-in/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { seededRandom } from '#bench/numbers/random';
import { percentile, round } from '#bench/numbers/statistics';
import { conclude, printTable } from '#bench/report/report';
import { setStage } from '#bench/roster/stage';
import type { RunStack } from '#bench/run-stack';
import { withClient } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import { serviceEnv, startReadyApi } from '#bench/service/service';
import type { Size } from '#bench/size';
import { attack, networks, newTally, type Tally } from './attackers.ts';
import { givenPerson, origin, signIn, type Person, type Posted } from './people.ts';

/** Bugs to see that a run finds them: devices that are not known again; tries that are not counted. */
export const plants = ['forgotten', 'uncounted'] as const;
type Plant = (typeof plants)[number];

const planted: Readonly<Record<Plant, string>> = {
  forgotten: 'delete from access.known_devices',
  uncounted: `create function forget() returns trigger language plpgsql as 'begin new.tries := ''{}''; return new; end';
    create trigger forget before insert or update on access.sign_in_tries for each row execute function forget()`,
};

type Options = { readonly size: Size; readonly seed: number; readonly plant: Plant | undefined };

/** How long each rate of posts lasts. */
const seconds = { smoke: 6, quick: 15, full: 60 };
const rates = [0, 40, 200] as const;
const team = 20;
/** At each rate. A member has ten codes in all, and the machine a few hashes a second. */
const signInsEach = { smoke: 1, quick: 2, full: 3 };
/** Members whom nobody attacks, on devices that are not known. */
const newcomers = 6;

type Phase = {
  readonly perSecond: number;
  readonly honest: readonly Posted[];
  readonly newDevices: readonly Posted[];
  readonly strangers: Tally;
  /** How late this process was, which adds to every time it measures; p99. */
  readonly lateMs: number;
};

export async function faultSignIn(closing: RunStack, { size, seed, plant }: Options): Promise<boolean> {
  const { databaseUrl } = await setStage(closing);
  const port = await freePort();
  const env = { PUBLIC_BASE_URL: origin, TRUSTED_PROXY_CIDRS: '127.0.0.1/32' };
  closing.adopt(await startReadyApi({ databaseUrl, port, env }), (api) => api.end('SIGKILL'));
  const ctx = openContext(closing, { ...serviceEnv, ...env, DATABASE_URL: databaseUrl });
  const people = async (count: number, kind: string) => {
    const made: Person[] = [];
    for (let turn = 0; turn < count; turn += 1) made.push(await givenPerson(ctx, { port, name: `${kind}-${turn}` }));
    return made;
  };
  const stage = {
    port,
    members: await people(team, 'member'),
    strangers: await people(newcomers, 'newcomer'),
    stolen: (await people(1, 'robbed'))[0] as Person,
    random: seededRandom(seed),
  };
  if (plant !== undefined) await withClient(databaseUrl, (client) => client.query(planted[plant]));
  const rowsBefore = await countRefusals(databaseUrl);
  const phases: Phase[] = [];
  for (const perSecond of rates)
    phases.push(await runPhase(stage, { perSecond, seconds: seconds[size], signIns: signInsEach[size] }));
  const chained = (await countRefusals(databaseUrl)) - rowsBefore;
  return judge({ size, seed, plant, phases, chained, stolen: stage.stolen.email });
}

type Stage = {
  readonly port: number;
  readonly members: readonly Person[];
  readonly strangers: readonly Person[];
  readonly stolen: Person;
  readonly random: () => number;
};

type Pace = { readonly perSecond: number; readonly seconds: number; readonly signIns: number };

async function runPhase(stage: Stage, { perSecond, seconds: lasting, signIns }: Pace): Promise<Phase> {
  const { port, members, strangers: outsiders, stolen, random } = stage;
  const strangers = newTally();
  const delay = monitorEventLoopDelay();
  delay.enable();
  const attacked = attack(strangers, { port, perSecond, seconds: lasting, victims: members, random, stolen });
  /** Signs in now and then while the attack lasts, each time at a moment of its own. */
  const visit = async (person: Person, known: boolean): Promise<Posted[]> => {
    const answers: Posted[] = [];
    const begun = performance.now();
    for (let turn = 0; turn < signIns; turn += 1) {
      const due = ((turn + 0.1 + random() * 0.8) / signIns) * lasting * 1000;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + due - performance.now())));
      answers.push(await signIn(person, { port, known }));
    }
    return answers;
  };
  const [honest, newDevices] = await Promise.all([
    Promise.all(members.map((person) => visit(person, true))),
    Promise.all(outsiders.map((person) => visit(person, false))),
  ]);
  await attacked;
  delay.disable();
  const lateMs = Math.round(delay.percentile(99) / 1e6);
  return { perSecond, honest: honest.flat(), newDevices: newDevices.flat(), strangers, lateMs };
}

function openContext(closing: RunStack, env: Readonly<Record<string, string>>): Ctx {
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('fault-sign-in', readConfig(env, 'worker'), { logTo: nowhere });
  closing.adopt(service, (one) => one.close());
  return service.ctx;
}

const countRefusals = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const counted = `select count(*)::int as n from audit.entries where kind = 'refused'`;
    return (await client.query<{ n: number }>(counted)).rows[0]?.n ?? 0;
  });

type Run = Options & {
  readonly phases: readonly Phase[];
  /** Rows of refused sign-ins in the audit trail. */
  readonly chained: number;
  readonly stolen: string;
};

const isIn = ({ status }: Posted): boolean => status === 303;

function toRow({ perSecond, honest, newDevices, strangers, lateMs }: Phase) {
  const times = honest.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const theirs = strangers.times.toSorted((a, b) => a - b);
  return {
    perSecond,
    honest: honest.length,
    refused: honest.filter((answer) => !isIn(answer)).length,
    p50: Math.round(percentile(times, 0.5)),
    p95: Math.round(percentile(times, 0.95)),
    lateMs,
    newDeviceIn: round(newDevices.filter(isIn).length / newDevices.length, 2),
    sent: strangers.sent,
    strangersP50: Math.round(percentile(theirs, 0.5)),
    looked: strangers.answers.get(403) ?? 0,
    wait: strangers.answers.get(429) ?? 0,
    crowded: strangers.answers.get(503) ?? 0,
  };
}

function judge({ size, seed, plant, phases, chained, stolen }: Run): boolean {
  const rows = phases.map(toRow);
  const head = Object.keys(rows[0] ?? {});
  printTable(
    head,
    rows.map((row) => Object.values(row)),
  );
  const total = (of: (phase: Phase) => number): number => phases.reduce((sum, phase) => sum + of(phase), 0);
  const guesses = new Map<string, number>();
  for (const { strangers } of phases)
    for (const [email, count] of strangers.guesses) guesses.set(email, (guesses.get(email) ?? 0) + count);
  const byCookie = guesses.get(stolen) ?? 0;
  guesses.delete(stolen);
  const most = Math.max(0, ...guesses.values());
  const refused = rows.reduce((sum, row) => sum + row.refused, 0);
  const answered = [303, 403, 429, 503];
  const other = total(({ strangers }) =>
    [...strangers.answers].reduce((sum, [status, count]) => sum + (answered.includes(status) ? 0 : count), 0),
  );
  const figures = {
    fault: 'sign-in',
    size,
    seed,
    plant: plant ?? null,
    networks,
    rows,
    most,
    byCookie,
    chained,
    load: round(loadavg()[0] ?? 0, 1),
  };
  if (plant === 'forgotten')
    return conclude(figures, [{ name: 'honest refused, as planted', value: refused, atLeast: 1 }]);
  if (plant === 'uncounted')
    return conclude(figures, [
      { name: 'guesses of an account, as planted', value: most, atLeast: accountTriesMax + 1 },
    ]);
  return conclude(figures, [
    { name: 'sign-ins on known devices', value: total(({ honest }) => honest.length), atLeast: team * rates.length },
    { name: 'of them refused', value: refused, atMost: 0 },
    { name: 'guesses of one account by strangers in 15 minutes', value: most, atMost: accountTriesMax },
    { name: 'guesses by a stolen device cookie in 15 minutes', value: byCookie, atMost: deviceTriesMax },
    // One for each account and one for all addresses that nobody has; the run may cross an hour.
    { name: 'refusals in the audit trail', value: chained, atMost: 2 * (team + newcomers + 2) },
    { name: 'refused without Retry-After', value: total(({ strangers }) => strangers.unhelpful), atMost: 0 },
    { name: 'answered otherwise', value: other, atMost: 0 },
  ]);
}
