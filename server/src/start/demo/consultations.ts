import { buffer } from 'node:stream/consumers';
import type { World } from './world.ts';

/** What the demo agent submits: invented customers, and vehicles of which the generator lists many. */
type Customer = {
  readonly number: number;
  readonly zip: string;
  readonly state: string;
  readonly vehicle: { readonly year: number; readonly make: string; readonly model: string; readonly odometer: number };
  readonly offer: number;
};

const locations = [
  ['78701', 'TX'],
  ['94107', 'CA'],
  ['60601', 'IL'],
  ['30303', 'GA'],
  ['10001', 'NY'],
  ['80202', 'CO'],
  ['98101', 'WA'],
  ['33101', 'FL'],
] as const;

const vehicles = [
  { year: 2019, make: 'Honda', model: 'Accord', odometer: 48_200, offer: 18_400 },
  { year: 2020, make: 'Toyota', model: 'Camry', odometer: 61_900, offer: 19_100 },
  { year: 2018, make: 'Ford', model: 'F-150', odometer: 88_300, offer: 22_700 },
  { year: 2021, make: 'Toyota', model: 'RAV4', odometer: 35_400, offer: 24_900 },
  { year: 2017, make: 'Honda', model: 'Civic', odometer: 97_500, offer: 11_200 },
] as const;

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

function customerOf(number: number): Customer {
  const [zip, state] = pick(locations, number);
  const { offer, ...vehicle } = pick(vehicles, number);
  return { number, zip, state, vehicle, offer: offer + (number % 7) * 150 };
}

/** Numbers of other area codes are neither texted nor dialed. */
const areaCodes = [201, 202, 203, 205, 206, 207, 208, 209] as const;

const digits = (number: number): string => String(number).padStart(2, '0');

function submission({ number, zip, state, vehicle, offer }: Customer) {
  return {
    agent: { name: 'Demonstration Companion (synthetic)', platform: 'demonstration-companion', version: '1.0.0' },
    customer: {
      first_name: 'Synthetic',
      last_name: `Owner ${digits(number)}`,
      email: `owner-${digits(number)}@demo.example.com`,
      phone: `(${pick(areaCodes, number)}) 555-01${digits(number % 100)}`,
    },
    vehicle,
    loss: { date_of_loss: '2026-10-20', loss_state: state, zip, insurance_path: 'own' },
    offer: { insurer: 'Synthetic Mutual', claim_number: `SYN-${1000 + number}`, acv_offer: offer },
    consent: {
      mode: number % 5 === 0 ? 'warm_handoff' : 'customer_directed',
      attestation: 'The owner asked me to submit this and knows that you will write and that a person will call.',
      // Some agents relay the link themselves.
      notify_customer: number < 28,
    },
    external_ref: `demo-${digits(number)}`,
  };
}

type DemoAgent = { readonly key: string; readonly principalId: string };

/** Registers the agent as an operator would: the agreement, the code from the mailbox. */
export async function addAgent(world: World): Promise<DemoAgent> {
  const { version } = await world.call('GET /api/agent/v1/agreement');
  const email = 'operator@demo.example.com';
  const { registration_id } = await world.call('POST /api/agent/v1/register', {
    body: {
      agent: { name: 'Demonstration Companion (synthetic)', platform: 'demonstration-companion' },
      operator: { name: 'Synthetic Operator', email },
      agreement: { accepted: true, version },
    },
    expects: 202,
  });
  const verified = await world.call('POST /api/agent/v1/register/verify', {
    body: { registration_id, code: world.mailedCode(email) },
    expects: 201,
  });
  return { key: verified.api_key, principalId: verified.principal_id };
}

type Storyteller = { readonly world: World; readonly agent: DemoAgent; readonly token: string };

/** Intakes that end in every status, in the order in which the days pass. */
export async function addConsultations(teller: Storyteller): Promise<void> {
  const { world } = teller;
  const first = [1, 2, 3].map((number) => customerOf(number));
  for (const lost of first) await submitIntake(teller, lost);
  // These three were never reached: fourteen days later they expire.
  await world.pass(24 * 15);
  const created: CreatedIntake[] = [];
  for (let number = 4; number < 30; number += 1) {
    created.push(await submitIntake(teller, customerOf(number)));
    await world.pass(3);
  }
  await world.until('welcomes are sent', async () => isWelcomed(teller, created.at(23)?.intake_id ?? ''));
  await work(teller, created);
  await addNeutral(teller);
}

async function submitIntake({ world, agent }: Storyteller, lost: Customer) {
  return world.call('POST /api/agent/v1/intakes', { token: agent.key, body: submission(lost), expects: 201 });
}

const isWelcomed = async ({ world, agent }: Storyteller, id: string) =>
  (await world.call(`GET /api/agent/v1/intakes/${id}`, { token: agent.key })).status === 'welcome_sent';

type CreatedIntake = { readonly intake_id: string; readonly customer_confirmation_url: string };

/** The team calls, customers answer: some at each step. */
async function work(teller: Storyteller, created: readonly CreatedIntake[]): Promise<void> {
  const { world, token } = teller;
  const staff = (path: string, body?: unknown) =>
    world.call(`POST /api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
  const call = ({ intake_id: id }: CreatedIntake, outcome: string, note?: string) =>
    staff(`/intakes/${id}/calls`, { outcome, ...(note === undefined ? {} : { note }) });
  for (const one of created.slice(0, 4)) await call(one, 'no_answer');
  for (const one of created.slice(4, 6)) await call(one, 'voicemail', 'Left our number. (synthetic note)');
  for (const one of created.slice(6, 9)) await call(one, 'confirmed', 'Wants the consultation. (synthetic note)');
  for (const one of created.slice(9, 11)) await answer(world, one, 'confirm');
  await answer(world, created[11], 'decline');
  await call(created[12] as CreatedIntake, 'not_requested');
  for (const one of created.slice(13, 17)) {
    await call(one, 'confirmed');
    await staff(`/intakes/${one.intake_id}/start`);
  }
  for (const one of created.slice(15, 17)) {
    const { consultation } = await world.call(`GET /api/staff/v1/intakes/${one.intake_id}`, { token });
    await staff(`/consultations/${consultation.id}/deliver`);
  }
  await upload(teller, created[6] as CreatedIntake);
}

async function answer(world: World, one: CreatedIntake | undefined, decision: 'confirm' | 'decline'): Promise<void> {
  const { pathname } = new URL(one?.customer_confirmation_url ?? '');
  const raw = { type: 'application/x-www-form-urlencoded', bytes: `decision=${decision}` };
  await world.call(`POST ${pathname}`, { raw, expects: 303 });
}

/** One customer submitted twice, and one from a state that is not served. */
async function addNeutral({ world, agent }: Storyteller): Promise<void> {
  const again = submission(customerOf(8));
  const elsewhere = submission(customerOf(40));
  const bodies = [again, { ...elsewhere, loss: { ...elsewhere.loss, loss_state: 'PR' } }];
  for (const body of bodies) await world.call('POST /api/agent/v1/intakes', { token: agent.key, body });
}

/** Uploads the insurer's report of one case, as an agent would. */
async function upload({ world, agent }: Storyteller, { intake_id: id }: CreatedIntake): Promise<void> {
  const boundary = 'demonstration';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="report.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), await drawReport(), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const raw = { type: `multipart/form-data; boundary=${boundary}`, bytes };
  await world.call(`POST /api/agent/v1/intakes/${id}/documents`, { token: agent.key, raw });
}

async function drawReport(): Promise<Buffer> {
  const { default: Pdf } = await import('pdfkit');
  const paper = new Pdf({ size: 'LETTER', info: { Title: 'SYNTHETIC valuation report' } });
  paper.fontSize(16).text('SYNTHETIC VALUATION REPORT, FOR DEMONSTRATION ONLY').moveDown().fontSize(11);
  const lines = [
    'Insurance Company: Synthetic Mutual',
    'Claim Number: SYN-1010',
    'Date of Loss: 10/20/2026',
    'Mileage: 61,900',
    'Actual Cash Value: $18,900.00',
  ];
  for (const line of lines) paper.text(line);
  paper.end();
  return buffer(paper);
}
