// How long a month's statements take, and that each is issued once however often the issuing process is killed.
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { conclude, type Check } from '#bench/report/report';
import { serviceEnv, startProcess, type Process } from '#bench/service/service';
import { round } from '#bench/numbers/statistics';
import { fillEnrollments, makeInstitutions, setStage } from '#bench/roster/stage';
import type { Size } from '#bench/size';

const sizes = {
  smoke: { institutions: 20, each: 50, kills: 1 },
  quick: { institutions: 100, each: 10_000, kills: 5 },
  full: { institutions: 1000, each: 10_000, kills: 5 },
};

type Place = { readonly databaseUrl: string; readonly institutions: number; readonly kills: number };

export async function benchStatements(closing: RunStack, size: Size): Promise<boolean> {
  const { institutions, each, kills } = sizes[size];
  const { databaseUrl } = await setStage(closing);
  const made = await makeInstitutions(databaseUrl, institutions);
  await fillEnrollments(databaseUrl, { institutionIds: made.map(({ id }) => id), each });
  const place = { databaseUrl, institutions, kills };
  const start = (period: string) =>
    closing.adopt(
      startProcess({
        script: 'bench/src/statements/issuer-process.ts',
        args: [period],
        env: { ...serviceEnv, DATABASE_URL: databaseUrl },
      }),
      (issuer) => issuer.end('SIGKILL'),
    );
  const [lastMonth, thisMonth] = [monthOf(-1), monthOf(0)];
  const startedAt = performance.now();
  await ended(start(lastMonth));
  const seconds = round((performance.now() - startedAt) / 1000, 1);
  console.log(`${institutions} statements over ${institutions * each} enrollments in ${seconds} s`);
  const killedAt = await killRepeatedly(place, () => start(thisMonth), thisMonth);
  console.log(`killed after ${killedAt.join(', ')} statements, and then run to the end`);

  const checks: Check[] = [{ name: 'kills in the middle', value: new Set(killedAt).size, atLeast: kills }];
  for (const period of [lastMonth, thisMonth]) {
    const found = await look(place, period);
    checks.push(
      { name: `${period}: statements`, value: found.statements, atLeast: institutions, atMost: institutions },
      { name: `${period}: institutions with one`, value: found.billed, atLeast: institutions, atMost: institutions },
      { name: `${period}: last number`, value: found.last, atLeast: institutions, atMost: institutions },
      { name: `${period}: events`, value: found.events, atLeast: institutions, atMost: institutions },
      {
        name: `${period}: enrollments counted`,
        value: found.counted,
        atLeast: institutions * each,
        atMost: institutions * each,
      },
    );
  }
  return conclude(
    { bench: 'statements', size, institutions, enrollments: institutions * each, seconds, killedAt },
    checks,
  );
}

function monthOf(offset: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)).toISOString().slice(0, 7);
}

async function ended(issuer: Process): Promise<void> {
  const { code } = await issuer.exited;
  if (code !== 0) throw new Error(`issuing ended with ${code}`);
}

/** Kills it each time a further share is done; returns how many were issued at each kill. */
async function killRepeatedly(place: Place, start: () => Process, period: string): Promise<number[]> {
  const killedAt: number[] = [];
  for (let turn = 1; turn <= place.kills; turn += 1) {
    const issuer = start();
    while (issuer.running && (await look(place, period)).statements < (place.institutions * turn) / (place.kills + 1))
      await pause(5);
    await issuer.end('SIGKILL');
    killedAt.push((await look(place, period)).statements);
  }
  await ended(start());
  return killedAt;
}

type Found = { statements: number; billed: number; last: number; events: number; counted: number };

const look = ({ databaseUrl }: Place, period: string): Promise<Found> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Found>(
      `select count(*)::int as statements, count(distinct institution_id)::int as billed,
         coalesce(max(right(number, -10)::int), 0) as last, coalesce(sum(enrollment_count), 0)::float8 as counted,
         (select count(*)::int from events.events where type = 'plan.statement.issued'
            and subject_id in (select id from plans.statements where period = $1)) as events
       from plans.statements where period = $1`,
      [period],
    );
    const [found] = rows;
    if (found === undefined) throw new Error('a count has a row');
    return found;
  });
