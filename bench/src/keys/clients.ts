// Clients that never ask twice: submit, replay, poll, open the owner's link, refer. What is not answered as it should be has
// failed. Each asks one process and then another, so that what one writes is read by all.
import { intakeBody, intakesPath } from '#bench/intakes/request';
import { doNotContactEmail } from './fill.ts';

export type Tally = { readonly answered: Record<string, number>; readonly failed: string[] };

type Intake = {
  readonly id: string;
  readonly token: string;
  readonly link: string;
  readonly body: string;
  readonly key: string;
};

export type Clients = {
  readonly tally: Tally;
  /** How many referrals were accepted; each is a delivery. */
  readonly referrals: () => number;
  readonly submitted: readonly string[];
  stop(): Promise<void>;
};

type World = { bases(): readonly string[]; readonly partnerKey: string };

/** The first intakes are asked for again and again, to the end: theirs are the oldest keys. */
const oldestKept = 50;

const wanted = { submit: 201, poll: 200, link: 200, replay: 200, refer: 201 } as const;

/** Asks any process, by chance: in turns, an intake would always be asked for where it was submitted. Gives the text of an answer as it should be. */
function createAsk(world: World, tally: Tally) {
  return async (what: keyof typeof wanted, path: string, options: RequestInit): Promise<string | undefined> => {
    const bases = world.bases();
    const base = bases[Math.floor(Math.random() * bases.length)] ?? '';
    try {
      const response = await fetch(`${base}${path}`, { ...options, redirect: 'manual' });
      const text = await response.text();
      if (response.status !== wanted[what]) throw new Error(String(response.status));
      tally.answered[what] = (tally.answered[what] ?? 0) + 1;
      return text;
    } catch (error) {
      tally.failed.push(`${what}: ${error instanceof Error ? error.message : 'unknown'}`);
      return undefined;
    }
  };
}

export function startClients(world: World, count: number): Clients {
  const tally: Tally = { answered: {}, failed: [] };
  const stopping = new AbortController();
  const intakes: Intake[] = [];
  const submitted: string[] = [];
  let referrals = 0;
  const ask = createAsk(world, tally);
  const json = { 'content-type': 'application/json' };
  const submit = async (number: number, round: number) => {
    const email = `owner-${number}-${round}@example.com`;
    const [body, key] = [JSON.stringify(intakeBody(email)), `keys-${number}-${round}`];
    const headers = { ...json, 'idempotency-key': key };
    const text = await ask('submit', intakesPath, { method: 'POST', headers, body });
    if (text === undefined) return;
    const receipt = JSON.parse(text) as { intake_id: string; poll_token: string };
    submitted.push(email);
    intakes.push({
      id: receipt.intake_id,
      token: receipt.poll_token,
      link: /\/c\/\w+/.exec(text)?.[0] ?? '',
      body,
      key,
    });
  };
  const followUp = async (intake: Intake | undefined) => {
    if (intake === undefined) return;
    const { id, token, link, body, key } = intake;
    await ask('poll', `${intakesPath}/${id}`, { headers: { authorization: `Bearer ${token}` } });
    await ask('link', link, {});
    await ask('replay', intakesPath, { method: 'POST', headers: { ...json, 'idempotency-key': key }, body });
  };
  const refer = async (number: number, round: number) => {
    const headers = { ...json, authorization: `Bearer ${world.partnerKey}`, 'idempotency-key': crypto.randomUUID() };
    const body = JSON.stringify(referralBody(number * 100_000 + round));
    if (await ask('refer', '/api/gap/v1/referrals', { method: 'POST', headers, body })) referrals += 1;
  };
  const run = async (number: number) => {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      await submit(number, round);
      await followUp(intakes[(round * 7 + number) % Math.min(intakes.length, oldestKept)]);
      await followUp(intakes.at(-1));
      await refer(number, round);
    }
  };
  const loops = Array.from({ length: count }, (_, number) => run(number));
  return {
    tally,
    referrals: () => referrals,
    submitted,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

const referralBody = (number: number) => ({
  borrower: { first_name: 'Synthetic', last_name: 'Borrower', email: `borrower-${number}@example.com` },
  vehicle: { vin: `1SYNTH${String(number).padStart(11, '0')}`, year: 2021, make: 'Synthetic', model: 'Sedan' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: `CLM-${number}`,
    loss_state: 'NY',
    date_of_loss: '2026-10-01',
    initial_offer_cents: 1_500_000,
  },
  liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
});

/** The status that an intake of somebody on the do-not-contact list gets. */
export async function submitListed(base: string, index: number): Promise<string> {
  const body = JSON.stringify(intakeBody(doNotContactEmail(index)));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${base}${intakesPath}`, { method: 'POST', headers, body });
  return ((await response.json()) as { status?: string }).status ?? String(response.status);
}
