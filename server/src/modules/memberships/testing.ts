import { useHarness, type Answer, type Harness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { transact } from '#platform/db';
import type { Tenant } from '#modules/partners';
import { changeEnrollment } from './enrollments/enrollments.ts';
import { completeRedemption } from './losses/redemptions.ts';
import { reportLoss } from './losses/report-loss.ts';
import type { NewEnrollment } from './schemas.ts';
import type { StatementView } from './statements/schemas.ts';

let made = 0;

/** A VIN-shaped text that no other test uses; a letter is never the check digit. */
export const rosterVin = (): string => `2SYNTH00A${String((made += 1)).padStart(8, '0')}`;

/** A complete synthetic enrollment. */
export const enrollmentBody = (changes: Partial<NewEnrollment> = {}): NewEnrollment => ({
  member: { first_name: 'Synthetic', last_name: 'Member', email: 'member@example.com' },
  vehicle: { vin: rosterVin(), year: 2022, make: 'Synthetic', model: 'Wagon' },
  ...changes,
});

/** An enrollment created through the API, as it was returned. */
export async function givenEnrollment(harness: Harness, key: string, changes: Partial<NewEnrollment> = {}) {
  const { status, body } = await harness.call('POST', '/api/gap/v1/plans/enrollments', {
    token: key,
    body: enrollmentBody(changes),
  });
  if (status !== 201) throw new Error(`the enrollment was answered ${status}`);
  return body;
}

/** Everything stored about an enrollment, with its row versions: equal unless something changed. */
export async function enrollmentTraces({ ctx: { db } }: Harness, id: string): Promise<unknown> {
  const about = (text: string) => db.many({ text, values: [id] });
  return {
    row: await about('select *, xmin::text from memberships.enrollments where id = $1'),
    notices: await about('select *, xmin::text from memberships.loss_notices where enrollment_id = $1 order by id'),
    redemptions: await about('select *, xmin::text from memberships.redemptions where enrollment_id = $1 order by id'),
    events: await about('select thin from events.events where subject_id = $1 order by era, transaction_id, place'),
  };
}

/** Brings an active enrollment to a status through the API, as institution and team do. */
export async function bringEnrollmentTo(harness: Harness, id: string, status: string): Promise<void> {
  const { ctx } = harness;
  const row = await ctx.db.find<Tenant>({
    text: 'select institution_id as "institutionId", livemode from memberships.enrollments where id = $1',
    values: [id],
  });
  if (row === undefined) throw new Error('there is no such enrollment');
  if (status === 'canceled')
    await transact(ctx, (tx) => changeEnrollment(tx, row, { id, patch: { status: 'canceled' } }));
  if (status === 'active' || status === 'canceled') return;
  const loss = { enrollment_id: id, date_of_loss: ctx.clock.now().toISOString() };
  const notice = await transact(ctx, (tx) => reportLoss(tx, row, loss));
  if (status === 'redeemed') await completeRedemption(ctx, row, notice.redemption_id);
}

/** A separate service, because statements cover all institutions, with the actions that its tests repeat. */
export function useBilling() {
  const harness = useHarness({ gapRequestsPerMin: 1_000_000 });
  let token: string | undefined;
  const staff = async (route: string, ...body: readonly [] | readonly [unknown]): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ');
    token ??= await givenStaffToken(harness.current);
    const options = { token, ...(body.length === 0 ? {} : { body: body[0] }) };
    return harness.current.call(method, `/api/staff/v1${path}`, options);
  };
  return {
    harness,
    staff,
    run: (period: string): Promise<Answer> => staff('POST /statements/run', { period }),
    moveTo(time: string): void {
      harness.current.clock.advance((Date.parse(time) - harness.current.clock.now().getTime()) / 1000);
    },
    /** A live institution, with these plans if any are given. */
    live: (plans?: { code: string; unit_price_cents: number }[]): Promise<PartnerClient> =>
      givenPartner(harness.current, { livemode: true, ...(plans === undefined ? {} : { institution: { plans } }) }),
    /** As the institution sees them. */
    async statements({ key }: PartnerClient, query = ''): Promise<StatementView[]> {
      const path = `/api/gap/v1/plans/statements?limit=100${query}`;
      return (await harness.current.call('GET', path, { token: key })).body.data;
    },
  };
}
