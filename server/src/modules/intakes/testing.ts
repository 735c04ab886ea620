import { sweeps } from '#app/workers/sweeps';
import { stateOfPhone } from '#lib/calling/us-zones';
import { randomBase62 } from '#lib/tokens/base62';
import { sweepOnce } from '#platform/jobs';
import { givenStaffToken } from '#testing/staff';
import type { Answer, CallOptions, Harness } from '#test/harness';
import type { IntakeRecord } from './staff/schemas.ts';
import type { IntakeRequest, IntakeStatus, Receipt } from './schemas.ts';

/** The smallest body the contract accepts, for a new customer. */
export function minimalIntake(changes: Partial<IntakeRequest> = {}): IntakeRequest {
  return {
    agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
    customer: { email: newEmail() },
    consent: { attestation: 'The customer asked me to submit this and expects a call.' },
    ...changes,
  };
}

export const newEmail = (): string => `owner-${randomBase62(10).toLowerCase()}@example.com`;

/** Numbers of other areas are neither texted nor dialed. */
const areaCodesInUse = Array.from({ length: 800 }, (_, index) => 200 + index).filter(
  (area) => stateOfPhone(`+1${area}5550100`) !== undefined,
);

let phones = 0;

/** Ten digits that no other test of the file uses, among the numbers reserved for fiction: 555-0100 to 555-0199. */
export function newPhone(): string {
  const line = phones++;
  return `${areaCodesInUse[Math.floor(line / 100)]}55501${String(line % 100).padStart(2, '0')}`;
}

export function submit(
  harness: Harness,
  body: unknown = minimalIntake(),
  options: Omit<CallOptions, 'body'> = {},
): Promise<Answer> {
  return harness.call('POST', '/api/agent/v1/intakes', { body, ...options });
}

/** A receipt as the 201 returns it. */
export type CreatedReceipt = Receipt & { readonly poll_token: string; readonly customer_confirmation_url: string };

export async function givenIntake(harness: Harness, changes: Partial<IntakeRequest> = {}): Promise<CreatedReceipt> {
  const { status, body, text } = await submit(harness, minimalIntake(changes));
  if (status !== 201) throw new Error(`the intake was not accepted: ${status} ${text}`);
  return body;
}

/** Polls an intake with its poll token. */
export const poll = (harness: Harness, { intake_id: id, poll_token: token }: CreatedReceipt): Promise<Answer> =>
  harness.call('GET', `/api/agent/v1/intakes/${id}`, { token });

/** As another client without a key, from an address that no other test uses. */
export const asStranger = (): { headers: Record<string, string> } => ({
  headers: { 'x-forwarded-for': `198.18.${Math.floor(addresses / 250)}.${1 + (addresses++ % 250)}` },
});

let addresses = 0;

/** Uploads a report with the poll token. */
export async function sendReport(
  { baseUrl }: Harness,
  { intake_id: id, poll_token: token }: CreatedReceipt,
  pdf: Uint8Array,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'report.pdf');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl}/api/agent/v1/intakes/${id}/documents`, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

/** The path of the customer's link on this harness. */
export const linkPath = ({ customer_confirmation_url: url }: { customer_confirmation_url: string }): string =>
  new URL(url).pathname;

/** Submits an answer on the customer's page, opened by the link in the receipt for the agent to relay. */
export const press = (harness: Harness, receipt: CreatedReceipt, decision: 'confirm' | 'decline'): Promise<Answer> =>
  pressAt(harness, linkPath(receipt), decision);

const pressAt = (harness: Harness, path: string, decision: 'confirm' | 'decline'): Promise<Answer> =>
  harness.call('POST', path, {
    raw: `decision=${decision}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });

/** The path of the link in the message that was queued for the customer. */
export async function sentLinkPath({ ctx }: Harness, intakeId: string, via: 'email' | 'text'): Promise<string> {
  const row = await ctx.db.find<{ id: string; encrypted_content: Buffer }>({
    text: `select id, encrypted_content from customers.messages where subject_id = $1 and channel = $2 and purpose = 'intake.welcome'`,
    values: [intakeId, via],
  });
  if (row === undefined) throw new Error(`no ${via} was queued for this intake`);
  const [path = ''] =
    /\/c\/\w{32}/.exec(ctx.vault.decrypt(row.encrypted_content, `customers.messages/${row.id}`)) ?? [];
  return path;
}

type Sent = { readonly via: 'email' | 'text'; readonly decision?: 'confirm' | 'decline' };

/** Submits an answer on the page of the emailed or texted link; by default yes. */
export const pressSent = async (
  harness: Harness,
  { intake_id: id }: { intake_id: string },
  { via, decision = 'confirm' }: Sent,
): Promise<Answer> => pressAt(harness, await sentLinkPath(harness, id, via), decision);

/** Staff actions over the staff API. */
export type Team = {
  readonly token: string;
  call(intakeId: string, outcome: string): Promise<Answer>;
  start(intakeId: string): Promise<Answer>;
  record(intakeId: string): Promise<IntakeRecord>;
  post(path: string, body: unknown): Promise<Answer>;
};

export async function givenTeam(harness: Harness): Promise<Team> {
  const token = await givenStaffToken(harness);
  const post = (path: string, body?: unknown) => harness.call('POST', `/api/staff/v1${path}`, { token, body });
  return {
    token,
    post,
    call: (id, outcome) => post(`/intakes/${id}/calls`, { outcome }),
    start: (id) => post(`/intakes/${id}/start`),
    record: async (id) => (await harness.call('GET', `/api/staff/v1/intakes/${id}`, { token })).body,
  };
}

/** Runs all time-triggered work once, as the workers do every minute. */
export async function sweep(harness: Harness): Promise<void> {
  for (const one of sweeps(harness.ctx)) await sweepOnce(one, harness.ctx);
}

export const daysInSeconds = (days: number): number => days * 86_400;

/** Brings an intake to a status through the interface; other undecided intakes may expire with it. */
export async function bringTo(harness: Harness, receipt: CreatedReceipt, status: AcceptedStatus): Promise<void> {
  const team = await givenTeam(harness);
  const id = receipt.intake_id;
  if (status === 'welcome_sent') await harness.sendMessages();
  if (status === 'contact_attempted') await team.call(id, 'no_answer');
  if (status === 'customer_confirmed') await press(harness, receipt, 'confirm');
  if (status === 'consultation_active') {
    await team.call(id, 'confirmed');
    await team.start(id);
  }
  if (status === 'declined') await press(harness, receipt, 'decline');
  if (status === 'expired') {
    harness.clock.advance(daysInSeconds(14));
    await sweep(harness);
  }
}

/** Statuses of an accepted intake, in the order in which it can pass them. */
export const acceptedStatuses = [
  'received',
  'welcome_sent',
  'contact_attempted',
  'customer_confirmed',
  'consultation_active',
  'declined',
  'expired',
] as const satisfies readonly IntakeStatus[];

export type AcceptedStatus = (typeof acceptedStatuses)[number];

/** Types of the events about an intake, in the order of the log. */
export async function eventTypes({ ctx }: Harness, intakeId: string): Promise<string[]> {
  const rows = await ctx.db.many<{ type: string }>({
    text: 'select type from events.events where subject_id = $1 order by era, transaction_id, place',
    values: [intakeId],
  });
  return rows.map(({ type }) => type);
}
