// One run of random steps that compares the service and the model after each step.
import { type Random, seededRandom } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import { givenAgent, registrationBody } from '@makewhole/server/src/modules/agents/testing.ts';
import { type Given, type Instrument, RunStack } from '#bench/instrument';
import { conclude, printTable } from '#bench/report';
import { compareAll, compareTouched } from './compare/compare.ts';
import { Difference } from './difference.ts';
import { type Fault, faults, injectFault } from './faults.ts';
import { areaCodes, states } from './model/hours.ts';
import { type Customer, type Institution, Model, type Program } from './model/state.ts';
import { agentSteps } from './steps/agent.ts';
import { callSteps } from './steps/calls.ts';
import { checkoutSteps } from './steps/checkout.ts';
import { planSteps } from './steps/plans.ts';
import { referralSteps } from './steps/referrals.ts';
import { customerSteps, staffSteps, timeSteps } from './steps/staff.ts';
import { type Step, Walker } from './walker.ts';
import { sendOut } from './work.ts';
import { World } from './world.ts';

const personCount = 18;

/** Synthetic customers: most have an email address and a phone number, some have one of them. */
const persons = Array.from({ length: personCount }, (_, index): Customer => {
  const state = states[index % states.length] ?? 'NY';
  const phone = `+1${areaCodes[state]}55501${String(index).padStart(2, '0')}`;
  const email = `person-${index}@example.com`;
  return {
    email: index % 6 === 5 ? undefined : email,
    phone: index % 6 === 4 ? undefined : phone,
    firstName: 'Synthetic',
    lastName: `Person-${index}`,
    state,
  };
});

const programs: readonly Program[] = [
  { mode: 'subsidized', subsidy_type: 'percent', subsidy_value: 33 },
  { mode: 'institution_paid', subsidy_type: null, subsidy_value: null },
  { mode: 'borrower_paid', subsidy_type: null, subsidy_value: null },
];

const endpoints = [
  { livemode: true, payload: 'thin', event_types: [] },
  { livemode: true, payload: 'full', event_types: [] },
  { livemode: false, payload: 'thin', event_types: [] },
  {
    livemode: true,
    payload: 'full',
    event_types: ['referral.declined', 'plan.redemption.completed', 'plan.loss.reported'],
  },
] as const;

async function setUp(world: World, random: Random): Promise<Walker> {
  const model = new Model(world.now, persons);
  const walker = new Walker(world, model, random);
  for (let index = 0; index < 2; index += 1) {
    const email = `operator-${index}@example.com`;
    const body = registrationBody({ operator: { name: 'Synthetic Operator', email } });
    const agent = await givenAgent(world.harness, body);
    // The email has five seconds. Without the code the agent has no key, and every later step would appear to differ.
    if (agent.key === undefined) throw new Error('no agent could be registered: this machine is too busy');
    model.agents.push({ index, status: 'active', ...agent });
  }
  for (const [index, program] of programs.entries()) await addInstitution(walker, index, program);
  world.harness.mailbox.received.splice(0);
  return walker;
}

async function addInstitution({ world, model }: Walker, index: number, program: Program): Promise<void> {
  // Institutions are billed in the order of their ids, which begin with the time.
  world.harness.clock.advance(1);
  const plans = [
    { code: 'standard', unit_price_cents: 500 },
    { code: 'gold', unit_price_cents: 1999 },
  ];
  const { body } = await world.staff('POST /institutions', { name: `Synthetic Bank ${index}`, program, plans });
  const key = async (livemode: boolean): Promise<string> =>
    (await world.staff(`POST /institutions/${body.id}/keys`, { livemode })).body.key;
  const keys = { live: await key(true), test: await key(false) };
  const institution: Institution = { index, id: body.id as string, keys, program, plans, suspended: false };
  model.institutions.push(institution);
  model.tenants.push({ institution, livemode: true }, { institution, livemode: false });
  for (const [place, wanted] of endpoints.slice(0, index === 2 ? 1 : 4).entries()) {
    const path = `/institutions/${index}/${place}`;
    const made = await world.staff(`POST /institutions/${body.id}/webhook-endpoints`, {
      url: `https://${world.receiver.host}${path}`,
      ...wanted,
    });
    model.log.endpoints.push({
      id: made.body.id,
      account: body.id,
      audience: 'partner',
      livemode: wanted.livemode,
      payload: wanted.payload,
      types: wanted.event_types,
      path,
      enabled: true,
      isServed: () => !institution.suspended,
    });
  }
}

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

/** Where a run ended early, and the steps so far. */
type Finding = {
  readonly step: number;
  readonly difference: string;
  readonly before: string[];
};

type Walked = {
  readonly seed: number;
  readonly steps: number;
  readonly seconds: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly found: Finding | undefined;
};

/** One random run: the same seed takes the same steps. */
async function walk(seed: number, count: number): Promise<Walked> {
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
    : `the test itself failed: ${error instanceof Error ? error.stack : String(error)}`;

type Place = { readonly number: number; readonly count: number; readonly history: string[] };

async function takeStep(walker: Walker, { number, count, history }: Place): Promise<string> {
  for (;;) {
    const step = pickStep(walker);
    const at = history.push(`${number} ${step.name}`) - 1;
    // The clock advances between actions, so that they have an order.
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

function report({ seed, steps, seconds, found }: Walked): void {
  const pace = (steps / seconds).toFixed(1);
  const end = found === undefined ? ', no difference' : '';
  console.log(`seed ${seed}: ${steps} steps in ${seconds.toFixed(1)} s (${pace} a second)${end}`);
  if (found === undefined) return;
  console.log(`\nDifference at step ${found.step}: ${found.difference}\n\nThe last steps:`);
  for (const line of found.before) console.log(`  ${line}`);
  console.log(`\nAgain: npm run test:model -- --seed ${seed} --steps ${steps}`);
}

/** About ten seconds, most of it for starting. */
const smokeSteps = 80;
const usualSteps = 500;

async function runModelTest({ size, seed: first, seeds = 1, steps: wanted, inject }: Given<Fault>): Promise<boolean> {
  const steps = wanted ?? (size === 'smoke' ? smokeSteps : usualSteps);
  if (inject !== undefined) injectFault(inject);
  const walks: Walked[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    // Printed first, so that a run that never ends can be repeated too.
    console.log(`npm run test:model -- --seed ${seed} --steps ${steps}`);
    const walked = await walk(seed, steps);
    walks.push(walked);
    report(walked);
  }
  const taken = new Map<string, number>();
  for (const [name, count] of walks.flatMap(({ counts }) => [...counts]))
    taken.set(name, (taken.get(name) ?? 0) + count);
  printTable([...taken].toSorted().map(([step, count]) => ({ step, taken: count })));
  const figures = {
    model: walks.map(({ seed }) => seed),
    steps: walks.reduce((sum, { steps }) => sum + steps, 0),
    seconds: Math.round(walks.reduce((sum, { seconds }) => sum + seconds, 0)),
  };
  const value = walks.filter(({ found }) => found !== undefined).length;
  const noticed = { name: 'runs with a difference, as injected', value, atLeast: 1 };
  return conclude(figures, [inject === undefined ? { name: 'runs with a difference', value, atMost: 0 } : noticed]);
}

export const instrument: Instrument<Fault> = {
  faults,
  takes: ['seeds', 'steps'],
  hasDailySeed: true,
  run: (_closing, given) => runModelTest(given),
};
