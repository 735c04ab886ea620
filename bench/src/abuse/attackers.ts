// What attackers do in the day. Each attack is a list of tries that the seed spreads over the day.
import { makeReport } from '@makewhole/server/test/reports/corpus.ts';
import type { Customer } from './customers.ts';
import type { Person } from './people.ts';
import { foreignWords, type Client, type World } from './world.ts';

type Try = { readonly minute: number; run(): Promise<void> };

/** Cases confirmed only through the link in the receipt. */
export type Forged = { readonly intakeId: string; readonly phone: string };

type Attack = { readonly world: World; readonly customers: readonly Customer[]; readonly forged: Forged[] };

/** At night everywhere in the country, and during the day. */
const nights = [4 * 60, 11 * 60] as const;
const days = [11 * 60, 23 * 60] as const;

/** Every quarter of an hour, from the morning on. */
const quarterHours = Array.from({ length: 48 }, (_, index) => 12 * 60 + index * 15);

const between = (world: World, [from, to]: readonly [number, number]): number => from + world.below(to - from);

/** Half of the tries happen at night. */
const spread = (world: World, count: number, run: (index: number) => Promise<void>): Try[] =>
  Array.from({ length: count }, (_, index) => ({
    minute: between(world, index % 2 === 0 ? nights : days),
    run: () => run(index),
  }));

export function planAttacks(attack: Attack): Try[] {
  const { world } = attack;
  const { attacks } = world.size;
  const tries = [
    ...spread(world, attacks.oneAddress, () => strangers(world, 'one address', { address: '203.0.113.66' })),
    ...spread(world, attacks.network, () => strangers(world, 'an IPv6 /48', { address: withinNetwork(world) })),
    ...spread(world, attacks.manyAddresses, () =>
      strangers(world, 'many addresses', { address: world.people.address() }),
    ),
    ...spread(world, attacks.agentKey, () =>
      strangers(world, 'a leaked agent key', { address: world.people.address(), token: world.keys.leaked }),
    ),
    ...onOneMailbox(attack),
    ...onOneNumber(attack),
    ...spread(world, attacks.forged, (index) => forgeYes(attack, index)),
    ...spread(world, attacks.names, () => misuseName(world)),
    ...spread(world, attacks.uploads, (index) => upload(world, index)),
    ...spread(world, attacks.codes, (index) => requestCode(world, index)),
    ...onReferrals(attack),
    ...quarterHours.map((minute) => ({ minute, run: () => writeAfterStop(attack) })),
  ];
  return tries.toSorted((one, other) => one.minute - other.minute);
}

const withinNetwork = (world: World): string => `2001:db8:bad:${(1 + world.below(65_535)).toString(16)}::1`;

async function strangers(world: World, by: string, client: Client): Promise<void> {
  await world.submit({ by, ...client }, world.people.meet(by));
}

/** One mailbox under many spellings. */
function onOneMailbox({ world }: Attack): Try[] {
  const victim = world.people.meet('plus addresses', { email: 'robin.owner@gmail.com' });
  return spread(world, world.size.attacks.mailbox, async (index) => {
    const name = index % 2 === 0 ? 'robinowner' : 'robin.owner';
    const spelled = world.people.meet('plus addresses', { email: `${name}+${index}@gmail.com`, state: victim.state });
    await world.submit({ by: 'plus addresses', address: world.people.address() }, spelled);
  });
}

/** One number in many cases, each with another address. */
function onOneNumber({ world }: Attack): Try[] {
  const victim = world.people.meet('one number');
  return spread(world, world.size.attacks.number, async () => {
    const { email } = world.people.meet('one number', { phone: victim.phone, state: victim.state });
    await world.submit({ by: 'one number', address: world.people.address() }, { ...victim, email });
  });
}

/**
 * The attacker submits a case and opens the link from its own receipt; the customer gets no message. Every third
 * customer is honest.
 */
async function forgeYes({ world, customers, forged }: Attack, index: number): Promise<void> {
  const target = customers[index % customers.length];
  const honest = index % 3 === 0 && target !== undefined && target.submittedAt === undefined;
  const person: Person = honest ? target.person : world.people.meet('forged yes');
  const address = world.people.address();
  const { status, body } = await world.submit({ by: 'forged yes', address }, person, {
    consent: {
      attestation: 'The customer asked me to submit this and expects a call.',
      notify_customer: false,
    },
  });
  if (status !== 201) return;
  await world.press(new URL(body.customer_confirmation_url).pathname, 'confirm', address);
  forged.push({ intakeId: body.intake_id, phone: person.phone });
}

async function misuseName(world: World): Promise<void> {
  const person = world.people.meet('names', { name: `URGENT ${foreignWords}` });
  await world.submit({ by: 'names', address: world.people.address() }, person, {
    agent: { name: `Claims desk, ${foreignWords}`, platform: 'synthetic-agent' },
  });
}

const reportBytes = 700_000;

/** Uploads reports to the attacker's own cases: from one address, from a /48, and with the leaked key. */
async function upload(world: World, index: number): Promise<void> {
  const clients: readonly Client[] = [
    { address: '203.0.113.66' },
    { address: withinNetwork(world) },
    { address: world.people.address(), token: world.keys.leaked },
  ];
  const client = clients[index % clients.length] ?? { address: '203.0.113.66' };
  const { status, body } = await world.submit({ by: 'uploads', ...client }, world.people.meet('uploads'), {
    consent: { attestation: 'The customer asked me to submit this.', notify_customer: false },
  });
  if (status !== 201) return;
  const { pdf } = await makeReport('ccc', 1 + index);
  const form = new FormData();
  const bytes = Buffer.concat([pdf, Buffer.alloc(Math.max(0, reportBytes - pdf.length), '\n')]);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'report.pdf');
  const response = await fetch(`${world.harness.baseUrl}/api/agent/v1/intakes/${body.intake_id}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token ?? body.poll_token}`, 'x-forwarded-for': client.address },
    body: form,
  });
  await response.arrayBuffer();
  world.count('uploads', response.status);
}

async function requestCode(world: World, index: number): Promise<void> {
  const { email } = world.people.meet('registration codes', { email: `operator+${index}@example.com` });
  const body = {
    agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
    operator: { name: 'Synthetic Operator', email },
    agreement: { accepted: true, version: world.harness.config.agreementVersion },
  };
  await world.send('registration codes', { address: world.people.address() }, ['POST /api/agent/v1/register', body]);
}

const referral = (person: Person, index: number) => ({
  borrower: { first_name: person.name, last_name: 'Borrower', email: person.email, phone: person.phone },
  vehicle: { vin: `2SYNTHABUSE${String(index).padStart(6, '0')}`, year: 2021, make: 'Synthetic', model: 'Sedan' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: `CLM-${index}`,
    loss_state: person.state,
    date_of_loss: '2026-11-01',
    initial_offer_cents: 1_500_000,
  },
  liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
});

/** A leaked partner key: one referral edited repeatedly, and handoffs without consent, all with one number. */
function onReferrals({ world }: Attack): Try[] {
  const by = 'a leaked partner key';
  const { edits, handoffs } = world.size.attacks;
  const partner = (route: string, body: unknown) =>
    world.send(by, { address: '203.0.113.77', token: world.keys.partner }, [route.replace(' ', ' /api/gap/v1'), body]);
  const [one, other, called] = [world.people.meet(by), world.people.meet(by), world.people.meet(by)];
  let id: string | undefined;
  const edit = async (index: number) => {
    if (id === undefined) {
      const { status, body } = await partner('POST /referrals', referral(one, 999));
      if (status === 201) id = body.id;
      return;
    }
    const { email, phone } = index % 2 === 0 ? one : other;
    await partner(`PATCH /referrals/${id}`, { borrower: { email: email.replace('@', `+${index}@`), phone } });
  };
  const handOff = async (index: number) => {
    const { email } = world.people.meet(by, { phone: called.phone, state: called.state });
    const { status, body } = await partner('POST /referrals', referral({ ...called, email }, index));
    if (status !== 201) return;
    const attestation = 'I told the borrower who will call and why, and the borrower wants the call.';
    await partner(`POST /referrals/${body.id}/attest`, {
      attestor_name: 'Synthetic Officer',
      channel: 'phone',
      attestation,
    });
  };
  return [...spread(world, edits, edit), ...spread(world, handoffs, handOff)];
}

/** Submits a customer who has said stop once more, with the same number and a new address. */
async function writeAfterStop({ world, customers }: Attack): Promise<void> {
  for (const { stoppedAt, person } of customers) {
    if (stoppedAt === undefined || world.harassed.has(person.phone)) continue;
    world.harassed.add(person.phone);
    const { email } = world.people.meet('after a stop', { phone: person.phone, state: person.state });
    world.ledger.stops.push({ at: stoppedAt, phone: '', emails: [email], answered: false });
    await world.submit({ by: 'after a stop', address: world.people.address() }, { ...person, email });
  }
}
