import { randomUUID } from 'node:crypto';
import { lossDate, type Colleague, type CastMember } from './cast.ts';
import type { Plan } from './plan.ts';
import type { Tokens } from './team.ts';
import type { Stage, World } from './world.ts';
import { buffer } from 'node:stream/consumers';

const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** A case's valuation report by an insurer, marked as synthetic. */
async function drawReport(person: CastMember, now: Date): Promise<Buffer> {
  const { insurer, claim, vehicle, offerCents } = person;
  const [year, month, day] = lossDate(now, person).split('-');
  const { default: Pdf } = await import('pdfkit');
  const paper = new Pdf({ size: 'LETTER', info: { Title: 'SYNTHETIC valuation report' } });
  paper.fontSize(16).text('SYNTHETIC VALUATION REPORT, FOR DEMONSTRATION ONLY').moveDown().fontSize(11);
  const lines = [
    `Insurance Company: ${insurer}`,
    `Claim Number: ${claim}`,
    `Date of Loss: ${month}/${day}/${year}`,
    `Mileage: ${vehicle.odometer.toLocaleString('en-US')}`,
    `Actual Cash Value: ${dollars(offerCents)}`,
  ];
  for (const line of lines) paper.text(line);
  paper.end();
  return buffer(paper);
}

/** The file as one part of a multipart body. */
function toUpload(pdf: Buffer): { readonly type: string; readonly bytes: Buffer } {
  const boundary = 'demonstration';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="report.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), pdf, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

/** Where acts happen, and the keys that they use. */
export type ActBoard = { readonly world: Stage; readonly tokens: Tokens; readonly agentKey: string };

export type Storyboard = ActBoard & { readonly world: World; readonly plan: Plan };

/** A case of the story; its ids become known during the story. */
export type Story = {
  readonly person: CastMember;
  /** The id of an intake, a referral or a redemption. */
  sourceId: string;
  /** Its consultation's id. */
  id: string;
  isIntake: boolean;
  confirmPath: string;
};

export type Act = (one: Story) => Promise<void>;
export type Step = readonly [at: Date, ...acts: Act[]];

/**
 * Plans what happens to a cast member, and when. Some times are in the team's day and some are hours before now; late
 * in the evening a step's own time can precede the previous step, and then it follows that step directly.
 */
export function addStory({ plan }: Pick<Storyboard, 'plan'>, person: CastMember, steps: readonly Step[]): void {
  const one: Story = { person, sourceId: '', id: '', isIntake: true, confirmPath: '' };
  let earliest = new Date(0);
  for (const [at, ...acts] of steps) {
    earliest = at > earliest ? at : earliest;
    plan.add(earliest, async () => {
      for (const act of acts) await act(one);
    });
  }
}

type Submitted = { readonly handoff?: boolean; readonly relayed?: boolean; readonly without?: 'offer' | 'phone' };

export const demoAgent = { name: 'Demonstration Companion (synthetic)', platform: 'demonstration-companion' };

export function submission(person: CastMember, now: Date, { handoff, relayed, without }: Submitted = {}) {
  const { number, first, last, email, phone, zip, state, insurer, claim, offerCents } = person;
  const { trim, ...vehicle } = person.vehicle;
  return {
    agent: { ...demoAgent, version: '1.0.0' },
    customer: { first_name: first, last_name: last, email, ...(without === 'phone' ? {} : { phone }) },
    // Not every owner knows the trim; without it the offer is not compared.
    vehicle: number % 4 === 3 ? vehicle : { ...vehicle, trim },
    loss: { date_of_loss: lossDate(now, person), loss_state: state, zip, insurance_path: 'own' },
    ...(without === 'offer' ? {} : { offer: { insurer, claim_number: claim, acv_offer_cents: offerCents } }),
    consent: {
      mode: handoff === true ? 'warm_handoff' : 'customer_directed',
      attestation: 'The owner asked me to submit this and knows that you will write and that a person will call.',
      // Some agents relay the link themselves.
      notify_customer: relayed !== true,
    },
    external_ref: `demo-${number}`,
  };
}

const form = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  bytes: new URLSearchParams(fields).toString(),
});

type CallDetails = {
  readonly note?: string;
  /** The customer asked for a call from then on; the first allowed time is promised. */
  readonly callbackFrom?: Date;
};

type Staff = (by: Colleague, route: string, body?: unknown) => ReturnType<Stage['call']>;

/** The actions of agents, owners and callers. */
export function createStoryActs(board: ActBoard) {
  const { world, tokens } = board;
  const staff: Staff = (by, route, body) => {
    const [method = '', path = ''] = route.split(' ');
    return world.call(`${method} /api/staff/v1${path}`, { token: tokens[by], ...(body === undefined ? {} : { body }) });
  };
  return {
    staff,
    ...createOwnerActs(board, staff),
    ...createCallActs(staff),
    ...createDeskActs(board, staff),
  };
}

function createOwnerActs({ world, agentKey }: ActBoard, staff: Staff) {
  const { clock } = world;
  return {
    submits:
      (how: Submitted = {}): Act =>
      async (one) => {
        const body = submission(one.person, clock.now(), how);
        const intake = await world.call('POST /api/agent/v1/intakes', { token: agentKey, body, expects: 201 });
        one.sourceId = intake.intake_id;
        one.confirmPath = new URL(intake.customer_confirmation_url).pathname;
        one.id = (await staff('lead', `GET /intakes/${one.sourceId}`)).consultation.id;
      },

    /** An owner calls in, and a caller creates the case. */
    telephones:
      (by: Colleague): Act =>
      async (one) => {
        const { customer, vehicle, loss, offer } = submission(one.person, clock.now());
        const { version } = await staff(by, 'GET /telephone-wording');
        const agreed = { wording_version: version, agreed: true, number_read_back: true };
        const made = await staff(by, 'POST /telephone-cases', { customer, vehicle, loss, offer, ...agreed });
        one.id = made.consultation_id;
        one.sourceId = (await staff(by, `GET /board/cases/${one.id}`)).card.source_id;
      },

    answers:
      (decision: 'confirm' | 'decline'): Act =>
      async ({ confirmPath }) => {
        await world.call(`POST ${confirmPath}`, { raw: form({ decision }), expects: 303 });
      },
  };
}

function createCallActs(staff: Staff) {
  /** Quarter hours, as people agree on them. */
  const promise = async (one: Story, by: Colleague, from: Date): Promise<string> => {
    const { calling } = await staff(by, `GET /board/cases/${one.id}`);
    const openings = calling.callback_openings as readonly { from: string; to: string }[];
    const quarter = 15 * 60_000;
    const times = openings.map((opening) => {
      const earliest = Math.max(Date.parse(opening.from), from.getTime());
      return { at: Math.ceil(earliest / quarter) * quarter, to: Date.parse(opening.to) };
    });
    const first = times.find(({ at, to }) => at < to);
    return new Date(first?.at ?? from.getTime()).toISOString();
  };

  return {
    calls:
      (by: Colleague, outcome: string, { note, callbackFrom }: CallDetails = {}): Act =>
      async (one) => {
        const callback = callbackFrom === undefined ? {} : { callback_at: await promise(one, by, callbackFrom) };
        const path = one.isIntake ? `/intakes/${one.sourceId}/calls` : `/queue/${one.id}/calls`;
        await staff(by, `POST ${path}`, { outcome, ...(note === undefined ? {} : { note }), ...callback });
      },

    starts:
      (by: Colleague): Act =>
      async ({ sourceId }) => {
        await staff(by, `POST /intakes/${sourceId}/start`);
      },
  };
}

/** Records that callers keep in addition to the calls. */
function createDeskActs({ world, tokens, agentKey }: ActBoard, staff: Staff) {
  const { clock } = world;
  return {
    states:
      (by: Colleague, changes: Readonly<Record<string, unknown>>): Act =>
      async ({ id }) => {
        const { version } = await staff(by, `GET /cases/${id}/facts`);
        await staff(by, `PATCH /cases/${id}/facts`, { seen: version, changes });
      },

    notes:
      (by: Colleague, words: string): Act =>
      async ({ id }) => {
        await staff(by, `POST /cases/${id}/notes`, { words, draft_key: randomUUID() });
      },

    assigns:
      (by: Colleague, staffName: string): Act =>
      async ({ id }) => {
        const { data } = await staff(by, 'GET /colleagues');
        const { id: staff_id } = data.find(({ name }: { name: string }) => name === staffName);
        await staff(by, `POST /consultations/${id}/assignee`, { staff_id, reason: 'Knows the insurer.' });
      },

    /** The insurer's report, from the agent or by a caller. */
    uploads:
      (by: Colleague | 'agent'): Act =>
      async ({ person, sourceId, id }) => {
        const raw = toUpload(await drawReport(person, clock.now()));
        if (by === 'agent')
          await world.call(`POST /api/agent/v1/intakes/${sourceId}/documents`, { token: agentKey, raw });
        else await world.call(`POST /api/staff/v1/cases/${id}/documents`, { token: tokens[by], raw });
      },

    closes:
      (by: Colleague, reason: string, note: string): Act =>
      async ({ id }) => {
        await staff(by, `POST /consultations/${id}/close`, { reason, note });
      },

    reopens:
      (by: Colleague, reason: string): Act =>
      async ({ id }) => {
        await staff(by, `POST /consultations/${id}/reopen`, { reason });
      },
  };
}

export type StoryActs = ReturnType<typeof createStoryActs>;
