import {
  createStoryActs,
  addStory,
  demoAgent,
  type Act,
  type ActBoard,
  type StoryActs,
  type Step,
  type Storyboard,
} from './story-acts.ts';
import { demoVin, lossDate, type CastMember } from './cast.ts';
import { receivers } from './demo-receivers.ts';
import { createMoneyActs } from './money-acts.ts';
import type { World } from './world.ts';

type DemoAgent = { readonly key: string; readonly principalId: string };

/** Registers the agent as an operator would: the agreement, the emailed code, the webhook. */
export async function addAgent(world: World): Promise<DemoAgent> {
  const { version } = await world.call('GET /api/agent/v1/agreement');
  const email = 'operator@demo.example.com';
  const { registration_id } = await world.call('POST /api/agent/v1/register', {
    body: {
      agent: demoAgent,
      operator: { name: 'Synthetic Operator', email },
      agreement: { accepted: true, version },
    },
    expects: 202,
  });
  const verified = await world.call('POST /api/agent/v1/register/verify', {
    body: { registration_id, code: world.mailed(email, /\b\d{6}\b/) },
    expects: 201,
  });
  const { api_key: key, principal_id: principalId } = verified;
  await world.call('PUT /api/agent/v1/me/webhook', { token: key, body: { url: receivers.agent } });
  return { key, principalId };
}

/** A demo institution and the credential its engineers use. */
export type DemoInstitution = {
  readonly id: string;
  readonly name: string;
  readonly liveKey: string;
  readonly testKey: string;
};

const plans = [
  { code: 'basic', unit_price_cents: 150 },
  { code: 'plus', unit_price_cents: 290 },
];

const institutions = [
  {
    name: 'Synthetic Credit Union (demonstration)',
    hook: receivers.creditUnion,
    program: { mode: 'institution_paid', subsidy_type: null, subsidy_value: null },
  },
  {
    name: 'Synthetic Auto Finance (demonstration)',
    hook: receivers.autoFinance,
    program: { mode: 'borrower_paid', subsidy_type: null, subsidy_value: null },
  },
];

const billTo = (name: string): string => `${name}\n1 Imaginary Way\nNowhere, NY 10001`;

export async function addInstitutions({ staff }: Pick<StoryActs, 'staff'>, { world, tokens }: Storyboard) {
  const settings = { issuer: 'Makewhole (demonstration)\n2 Imaginary Way', remit_to: 'Account 000 at Synthetic Bank' };
  await staff('administrator', 'PUT /statements/settings', settings);
  const made: DemoInstitution[] = [];
  for (const { name, hook, program } of institutions) {
    const post = (path: string, body: unknown) =>
      world.call(`POST /api/staff/v1/institutions${path}`, { token: tokens.administrator, body, expects: 201 });
    const mail = {
      technical_contact_email: 'engineer@demo.example.com',
      billing_contact_email: 'bills@demo.example.com',
    };
    const { id } = await post('', { name, plans, program, ...mail, bill_to: billTo(name) });
    const key = async (livemode: boolean) => (await post(`/${id}/keys`, { livemode, label: 'demonstration' })).key;
    await post(`/${id}/webhook-endpoints`, { url: hook, livemode: true });
    made.push({ id, name, liveKey: await key(true), testKey: await key(false) });
  }
  return made;
}

function referral(person: CastMember, now: Date) {
  const { number, first, last, email, phone, vehicle, insurer, claim, state, offerCents } = person;
  const { year, make, model } = vehicle;
  return {
    borrower: { first_name: first, last_name: last, email, phone },
    vehicle: { vin: demoVin(), year, make, model },
    claim: {
      carrier: insurer,
      claim_number: claim,
      loss_state: state,
      date_of_loss: lossDate(now, person),
      initial_offer_cents: offerCents,
    },
    liability: { loan_payoff_cents: offerCents + 240_000, deductible_cents: 50_000 },
    external_ref: `loan-${2001 + number}`,
  };
}

/** The actions of institutions and their borrowers. */
export function createReferralActs(
  { world }: ActBoard,
  { staff }: StoryActs,
  { liveKey }: Pick<DemoInstitution, 'liveKey'>,
) {
  return {
    refers: (): Act => async (one) => {
      const body = referral(one.person, world.clock.now());
      one.isIntake = false;
      one.sourceId = (await world.call('POST /api/gap/v1/referrals', { token: liveKey, body, expects: 201 })).id;
    },
    /** The borrower presses the button on the invitation's page. */
    accepts:
      (): Act =>
      async ({ person }) => {
        const path = world.mailed(person.email, /\/i\/[0-9A-Za-z]{20,}/);
        const raw = { type: 'application/x-www-form-urlencoded', bytes: 'decision=accept' };
        await world.call(`POST ${path}`, { raw, expects: 303 });
      },
    moves:
      (how: 'activate' | 'decline' | 'close' | 'review', body: object = {}): Act =>
      async (one) => {
        await staff('wanda', `POST /referrals/${one.sourceId}/${how}`, body);
        if (how !== 'activate') return;
        const { consultation_number: number } = await staff('wanda', `GET /referrals/${one.sourceId}`);
        one.id = (await staff('wanda', `GET /board/search?q=${number}`)).data[0].id;
      },
    cancels:
      (reason: string): Act =>
      async ({ sourceId }) => {
        const body = { status: 'canceled', cancel_reason: reason };
        await world.call(`PATCH /api/gap/v1/referrals/${sourceId}`, { token: liveKey, body });
      },
  };
}

const yes = { note: 'The borrower said yes on the phone.' };

/** Referrals in every status, of both institutions. */
export function addReferrals(board: Storyboard, made: readonly DemoInstitution[], next: () => CastMember): void {
  const [creditUnion, autoFinance] = made;
  if (creditUnion === undefined || autoFinance === undefined) return;
  const acts = createStoryActs(board);
  const { records, delivers, accepts, entersCard } = createMoneyActs(board, acts);
  const { day, minutesAgo } = board.plan;
  const union = createReferralActs(board, acts, creditUnion);
  const finance = createReferralActs(board, acts, autoFinance);
  const stories: readonly (readonly Step[])[] = [
    [[minutesAgo(140), union.refers()]],
    [[day(28, '10:00'), finance.refers()]],
    [
      [day(10, '11:00'), finance.refers()],
      [day(8, '15:00'), finance.moves('decline')],
    ],
    [
      [day(12, '09:00'), finance.refers()],
      [day(11, '12:00'), finance.cancels('The borrower paid the loan off.')],
    ],
    [
      [day(3, '10:30'), union.refers()],
      [day(2, '16:45'), union.moves('activate', yes), union.moves('review', { status: 'in_review' })],
      [day(1, '12:05'), acts.calls('pippa', 'confirmed', { note: 'Has the report, sends it tonight.' })],
    ],
    [
      [day(21, '10:30'), union.refers()],
      [day(20, '13:20'), union.moves('activate', yes)],
      [day(19, '10:05'), acts.calls('rufus', 'confirmed')],
      [day(18, '16:10'), delivers('rufus')],
      [
        day(3, '11:20'),
        records('rufus', {
          offer: { value_cents: 1_770_000 },
          settlement: { value_cents: 1_990_000, tax_cents: 139_300, deductible_cents: 50_000 },
        }),
      ],
    ],
    [
      [day(23, '14:00'), union.refers()],
      [day(22, '09:15'), union.moves('activate', yes)],
      [day(20, '17:00'), union.moves('close', { note: 'The insurer raised its offer before we began.' })],
    ],
    [
      [minutesAgo(60 * 7), finance.refers()],
      [minutesAgo(60 * 5), finance.accepts()],
    ],
    // The case whose borrower pays.
    [
      [day(7, '09:30'), finance.refers()],
      [day(6, '14:15'), finance.moves('activate', yes)],
      [day(5, '15:35'), acts.calls('wanda', 'confirmed')],
      [day(4, '11:10'), delivers('wanda')],
      [day(3, '19:20'), accepts('representation'), entersCard()],
    ],
  ];
  for (const steps of [...stories, ...tellEarlier(board, creditUnion)]) addStory(board, next(), steps);
}

/** Cases settled in the first weeks of the story, and declined ones, so that the institution's analytics cover more than one month. */
function tellEarlier(board: Storyboard, institution: DemoInstitution): readonly (readonly Step[])[] {
  const acts = createStoryActs(board);
  const { records, delivers } = createMoneyActs(board, acts);
  const { day } = board.plan;
  const union = createReferralActs(board, acts, institution);
  return [
    [
      [day(30, '11:30'), union.refers()],
      [day(29, '14:40'), union.moves('activate', yes)],
      [day(28, '11:15'), acts.calls('pippa', 'confirmed')],
      [day(26, '15:20'), delivers('pippa')],
      [
        day(15, '13:30'),
        records('pippa', {
          offer: { value_cents: 2_347_500 },
          settlement: { value_cents: 2_610_000, tax_cents: 182_700, deductible_cents: 50_000 },
        }),
      ],
    ],
    [
      [day(6, '12:10'), union.refers()],
      [day(5, '10:25'), union.moves('decline')],
    ],
  ];
}
