// One simulated day: attackers beside honest customers and the team that calls.
import { seededRandom } from '#bench/numbers/random';
import type { RunStack } from '#bench/run-stack';
import type { Size } from '#bench/size';
import { planAttacks, type Forged } from './attackers.ts';
import { actHonestly, passTime, planCustomers } from './customers.ts';
import { measureDay, type Measured } from './thresholds.ts';
import { abuseSizes } from './size.ts';
import { callNext, isOnDuty } from './team.ts';
import { World } from './world.ts';

type DayOptions = { readonly size: Size; readonly seed: number; readonly usdPerText: number };

const minutesPerDay = 24 * 60;

export async function runDay(closing: RunStack, options: DayOptions): Promise<Measured> {
  const size = abuseSizes[options.size];
  const startedAt = performance.now();
  const world = await World.start(closing, size, seededRandom(options.seed));
  const customers = planCustomers(world);
  const forged: Forged[] = [];
  const tries = planAttacks({ world, customers, forged });
  let next = 0;
  for (let minute = 0; minute < minutesPerDay; minute += size.stepMinutes) {
    for (; (tries[next]?.minute ?? Infinity) <= minute; next += 1) await tries[next]?.run();
    world.collect();
    await actHonestly(world, customers);
    await world.work();
    if (isOnDuty(world)) await callNext(world, customers);
    await world.sendMessages();
    passTime(world, customers, isOnDuty(world));
    world.advance(size.stepMinutes);
  }
  const proven = await world.listProven([
    ...forged.map(({ intakeId }) => intakeId),
    ...customers.flatMap(({ intakeId }) => intakeId ?? []),
  ]);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return measureDay({ world, customers, forged, proven, seconds, usdPerText: options.usdPerText });
}
