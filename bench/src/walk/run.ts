import { seededRandom } from '#bench/numbers/random';
import { RunStack } from '#bench/run-stack';
import { compareAll, compareTouched } from './compare/compare.ts';
import { Difference } from './difference.ts';
import { setUp } from './setup.ts';
import { agentSteps } from './steps/agent.ts';
import { callSteps } from './steps/calls.ts';
import { checkoutSteps } from './steps/checkout.ts';
import { customerSteps } from '#bench/walk/steps/customer';
import { planSteps } from './steps/plans.ts';
import { referralSteps } from './steps/referrals.ts';
import { staffSteps } from './steps/staff.ts';
import { timeSteps } from './steps/time.ts';
import type { Step, Walker } from './walker.ts';
import { sendOut } from './work.ts';
import { World } from './world.ts';

const steps: readonly Step[] = [
  ...agentSteps,
  ...customerSteps,
  ...callSteps,
  ...staffSteps,
  ...checkoutSteps,
  ...referralSteps,
  ...planSteps,
  ...timeSteps,
];

const weights = steps.reduce((sum, { weight }) => sum + weight, 0);

/** Steps between two comparisons of everything. */
const everythingAfter = 50;

/** Where a walk ended early, and what had been done before. */
type Finding = {
  readonly step: number;
  readonly difference: string;
  readonly before: string[];
};

export type Walked = {
  readonly seed: number;
  readonly steps: number;
  readonly seconds: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly found: Finding | undefined;
};

/** One walk: the same seed takes the same steps. */
export async function walk(seed: number, count: number): Promise<Walked> {
  await using closing = new RunStack();
  const world = await World.start(closing);
  const walker = await setUp(world, seededRandom(seed));
  const startedAt = performance.now();
  const history: string[] = [];
  const counts = new Map<string, number>();
  const found = await takeSteps(walker, { count, history, counts });
  const seconds = (performance.now() - startedAt) / 1000;
  return { seed, steps: found?.step ?? count, seconds, counts, found };
}

type Path = { readonly count: number; readonly history: string[]; readonly counts: Map<string, number> };

/** Continues to the last step or to the first difference. */
async function takeSteps(walker: Walker, { count, history, counts }: Path): Promise<Finding | undefined> {
  for (let number = 1; number <= count; number += 1) {
    try {
      const name = await takeStep(walker, { number, count, history });
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } catch (error) {
      return { step: number, difference: wordsOf(error), before: history.slice(-21) };
    }
  }
  return undefined;
}

const wordsOf = (error: unknown): string =>
  error instanceof Difference
    ? error.message
    : `the walk itself failed: ${error instanceof Error ? error.stack : String(error)}`;

type Place = { readonly number: number; readonly count: number; readonly history: string[] };

async function takeStep(walker: Walker, { number, count, history }: Place): Promise<string> {
  for (;;) {
    const step = pickStep(walker);
    const at = history.push(`${number} ${step.name}`) - 1;
    // Time passes between actions, so that they have an order.
    walker.advance(1 + walker.below(20));
    const note = await step.run(walker);
    if (note === undefined) {
      history.pop();
      continue;
    }
    history[at] = `${number} ${step.name}: ${note}`;
    await sendOut(walker);
    await compareTouched(walker);
    if (number % everythingAfter === 0 || number === count) await compareAll(walker);
    return step.name;
  }
}

function pickStep({ random }: Walker): Step {
  let place = random() * weights;
  for (const step of steps) {
    place -= step.weight;
    if (place < 0) return step;
  }
  throw new Error('there are no steps');
}
