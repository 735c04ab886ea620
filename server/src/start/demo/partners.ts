import type { World } from './world.ts';

/** A demo institution and the credential its engineers use. */
type DemoInstitution = {
  readonly id: string;
  readonly name: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly endpointSecret: string;
};

type Teller = { readonly world: World; readonly token: string };

/** `.invalid` never resolves: deliveries there fail, and the board shows why. */
const institutions = [
  { name: 'Synthetic Credit Union (demonstration)', hook: 'https://hooks.credit-union.invalid/makewhole' },
  { name: 'Synthetic Auto Finance (demonstration)', hook: 'https://hooks.auto-finance.invalid/makewhole' },
];

const plans = [
  { code: 'basic', unit_price_cents: 150 },
  { code: 'plus', unit_price_cents: 290 },
];

export async function addInstitutions({ world, token }: Teller): Promise<readonly DemoInstitution[]> {
  const made: DemoInstitution[] = [];
  for (const { name, hook } of institutions) {
    const post = (path: string, body: unknown) =>
      world.call(`POST /api/staff/v1/institutions${path}`, { token, body, expects: 201 });
    const { id } = await post('', { name, plans, technical_contact_email: 'engineer@demo.example.com' });
    const key = async (livemode: boolean) => (await post(`/${id}/keys`, { livemode, label: 'demonstration' })).key;
    const { secret } = await post(`/${id}/webhook-endpoints`, { url: hook, livemode: true });
    made.push({ id, name, liveKey: await key(true), testKey: await key(false), endpointSecret: secret });
  }
  return made;
}

let vehicles = 0;
const vin = (): string => `1SYNTH${String((vehicles += 1)).padStart(11, '0')}`;

function referral(number: number) {
  return {
    borrower: {
      first_name: 'Synthetic',
      last_name: `Borrower ${number}`,
      email: `borrower-${number}@demo.example.com`,
      phone: `(212) 555-01${String(number).padStart(2, '0')}`,
    },
    vehicle: { vin: vin(), year: 2021, make: 'Toyota', model: 'Camry' },
    claim: {
      carrier: 'Synthetic Mutual',
      claim_number: `SYN-R${number}`,
      loss_state: 'NY',
      date_of_loss: '2026-10-25',
      initial_offer_cents: 1_750_000 + number * 10_000,
    },
    liability: { loan_payoff_cents: 2_100_000, deductible_cents: 50_000 },
    external_ref: `demo-loan-${number}`,
  };
}

/** Referrals in every status, of both institutions; those that expire are made first. */
export async function addReferrals(teller: Teller, made: readonly DemoInstitution[]): Promise<void> {
  for (const institution of made) await refer(teller, institution, 2);
}

export async function addLateReferrals(teller: Teller, made: readonly DemoInstitution[]): Promise<void> {
  const { world, token } = teller;
  const staff = (path: string, body: unknown = {}) =>
    world.call(`POST /api/staff/v1/referrals/${path}`, { token, body });
  for (const institution of made) {
    const [waiting, active, settled, closed, declined, canceled] = await refer(teller, institution, 6);
    for (const id of [active, settled, closed]) await staff(`${id}/activate`);
    await staff(`${settled}/settle`, { settlement_cents: 1_990_000 });
    await staff(`${closed}/close`, { note: 'The insurer raised its offer before we began. (synthetic note)' });
    await staff(`${declined}/decline`);
    await world.call(`PATCH /api/gap/v1/referrals/${canceled}`, {
      token: institution.liveKey,
      body: { status: 'canceled' },
    });
    await staff(`${active}/review`, { status: 'in_review' });
    await world.call(`GET /api/gap/v1/referrals/${waiting}`, { token: institution.liveKey });
  }
}

let borrowers = 0;

async function refer({ world }: Teller, { liveKey }: DemoInstitution, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const body = referral((borrowers += 1));
    ids.push((await world.call('POST /api/gap/v1/referrals', { token: liveKey, body, expects: 201 })).id);
  }
  return ids;
}

/** Enrolled vehicles, and losses of some: open, completed and canceled. */
export async function addMembers({ world, token }: Teller, made: readonly DemoInstitution[]): Promise<void> {
  for (const { liveKey } of made) {
    const enrolled: string[] = [];
    for (let number = 0; number < 25; number += 1) {
      const body = {
        member: { first_name: 'Synthetic', last_name: `Member ${number}`, email: `member-${number}@demo.example.com` },
        vehicle: { vin: vin(), year: 2022, make: 'Honda', model: 'Civic' },
        plan: plans[number % 2]?.code,
      };
      enrolled.push(
        (await world.call('POST /api/gap/v1/plans/enrollments', { token: liveKey, body, expects: 201 })).id,
      );
    }
    const [open, completed, canceled] = enrolled;
    const redemptions = [];
    // The day they were enrolled on: nothing before it is covered.
    const date_of_loss = world.service.ctx.clock.now().toISOString();
    for (const enrollment_id of [open, completed, canceled]) {
      const body = { enrollment_id, date_of_loss, loss_state: 'NY', carrier: 'Synthetic Mutual' };
      const notice = await world.call('POST /api/gap/v1/plans/loss-notices', { token: liveKey, body, expects: 201 });
      redemptions.push(notice.redemption_id);
    }
    await world.call(`POST /api/staff/v1/redemptions/${redemptions[1]}/complete`, { token });
    await world.call(`POST /api/staff/v1/redemptions/${redemptions[2]}/cancel`, { token });
  }
}

/** Waits until every delivery to the demo endpoints was tried, and failed. */
export async function failDeliveries({ world, token }: Teller): Promise<void> {
  await world.until('deliveries were tried', async () => {
    const { data } = await world.call('GET /api/staff/v1/deliveries?limit=100', { token });
    return data.length > 0 && data.every(({ attempts }: { attempts: unknown[] }) => attempts.length > 0);
  });
}
