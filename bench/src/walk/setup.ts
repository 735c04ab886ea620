// Who exists when a walk begins.
import { givenAgent, registrationBody } from '@makewhole/server/src/modules/agents/testing.ts';
import type { Random } from '#bench/numbers/random';
import { areaCodes, states } from './model/hours.ts';
import { Model, type Institution, type Customer, type Program } from './model/state.ts';
import { Walker } from './walker.ts';
import type { World } from './world.ts';

const personCount = 18;

/** Synthetic customers: most with an email and a phone, some with one of the two. */
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

export async function setUp(world: World, random: Random): Promise<Walker> {
  const model = new Model(world.now, persons);
  const walker = new Walker(world, model, random);
  for (let index = 0; index < 2; index += 1) {
    const email = `operator-${index}@example.com`;
    const body = registrationBody({ operator: { name: 'Synthetic Operator', email } });
    const agent = await givenAgent(world.harness, body);
    // Its mail has five seconds; without the code there is no key, and every step of an agent would seem to differ.
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
