import { beforeEach, describe, expect, it } from 'vitest';
import { givenCaller, startQueueDay, type Caller } from '#testing/consultations';
import { givenIntake, minimalIntake } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenEnrollment } from '#testing/plans';
import { givenReferral, partnerCalls } from '#testing/referrals';
import { useHarness } from '#test/harness';

const harness = useHarness({ GAP_REQUESTS_PER_MIN: '1000000' });
let caller: Caller;
let people = 0;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

type Owner = { readonly email: string; readonly typed: string; readonly phone: string };

function newOwner(): Owner {
  people += 1;
  const last = String(people).padStart(4, '0');
  return { email: `Owner-${people}@example.com`, typed: `(917) 555-${last}`, phone: `+1917555${last}` };
}

const staff = (path: string, body?: unknown) =>
  harness.current.call('POST', `/api/staff/v1${path}`, {
    token: caller.token,
    ...(body === undefined ? {} : { body }),
  });

const consultationOf = async (sourceId: string): Promise<string> =>
  (
    await harness.current.ctx.db.pool.query('select id from consultations.consultations where source_id = $1', [
      sourceId,
    ])
  ).rows[0].id;

/** The case of an owner, by the door it came in by, with the number as people type it. */
const doors: Record<string, (owner: Owner, livemode?: boolean) => Promise<string>> = {
  async referral({ email, typed }, livemode = true) {
    const { key } = await givenPartner(harness.current, { livemode });
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', email, phone: typed };
    const { id } = await givenReferral(harness.current, key, { borrower });
    expect((await staff(`/referrals/${id}/activate`)).status).toBe(200);
    return consultationOf(id);
  },
  async membership({ email, typed }, livemode = true) {
    const { key } = await givenPartner(harness.current, { livemode });
    const member = { first_name: 'Synthetic', last_name: 'Member', email, phone: typed };
    const { id } = await givenEnrollment(harness.current, key, { member });
    const loss = { enrollment_id: id, date_of_loss: harness.current.clock.now().toISOString(), loss_state: 'ny' };
    const { body } = await partnerCalls(harness.current, key)('POST /plans/loss-notices', loss);
    return consultationOf(body.redemption_id);
  },
};

describe.each(Object.keys(doors))('the case of a %s', (door) => {
  const open = (owner: Owner, livemode?: boolean): Promise<string> =>
    doors[door]?.(owner, livemode) ?? Promise.reject(new Error(door));

  it('comes up with its owner’s number and their time', async () => {
    const owner = newOwner();
    const id = await open(owner);
    const given = await caller.next();
    expect(given).toMatchObject({ consultation: { id }, phone: owner.phone });
    expect(given.local_time).toMatch(/ 12:00 America\/New_York$/);
  });

  it('comes up for nobody in the sandbox', async () => {
    await open(newOwner(), false);
    expect((await caller.next()).none).toBe(true);
  });

  it('is not called while an intake of the same number is in hand, nor within the hour after a call', async () => {
    const owner = newOwner();
    const { intake_id: intake } = await givenIntake(harness.current, { customer: { phone: owner.phone } });
    await caller.act('claim', await consultationOf(intake));
    const id = await open(owner);
    const other = await givenCaller(harness.current);
    expect((await other.next()).none).toBe(true);
    expect((await other.act('claim', id)).body.code).toBe('case_claimed');
    await staff(`/intakes/${intake}/calls`, { outcome: 'voicemail' });
    expect((await other.act('claim', id)).body.code).toBe('called_recently');
  });

  it.each(['phone', 'email'] as const)('is never called once the %s of its owner is on the list', async (kind) => {
    const owner = newOwner();
    const id = await open(owner);
    expect((await staff('/do-not-contact', { [kind]: kind === 'phone' ? owner.typed : owner.email })).status).toBe(200);
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', id)).body.code).toBe('do_not_contact');
  });

  it('puts its owner on the list with number and address when they say so on the telephone [A-RECEIPT-027]', async () => {
    const owner = newOwner();
    const id = await open(owner);
    await caller.next();
    expect((await caller.act('calls', id, { outcome: 'do_not_contact' })).status).toBe(200);
    for (const customer of [{ phone: owner.phone }, { email: owner.email.toLowerCase() }]) {
      const { status, body } = await harness.current.call('POST', '/api/agent/v1/intakes', {
        body: minimalIntake({ customer }),
      });
      expect([customer, status, body.status]).toEqual([customer, 200, 'not_eligible']);
    }
  });
});

describe('the case of an agent’s intake', () => {
  it.each(['phone', 'email'] as const)('is never called once the %s of its owner is on the list', async (kind) => {
    const owner = newOwner();
    const customer = { email: owner.email, phone: owner.typed };
    const { intake_id: intake } = await givenIntake(harness.current, { customer, loss: { zip: '10001' } });
    const id = await consultationOf(intake);
    expect((await staff('/do-not-contact', { [kind]: customer[kind] })).status).toBe(200);
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', id)).body.code).toBe('do_not_contact');
  });
});
