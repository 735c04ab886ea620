import { describe, expect, it } from 'vitest';
import { givenCaller, givenQueued } from '#testing/consultations';
import { sweepOnce } from '#platform/jobs';
import {
  consultationOrigins,
  newCustomer,
  type ConsultationOrigin,
  type CreatedConsultation,
  type Customer,
} from '#test/fixtures/consultation-origins';
import { useQueueDay } from '#test/fixtures/queue-day';
import { useHarness } from '#test/harness';
import { sweeps } from '#app/workers/sweeps';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });
const day = useQueueDay(() => harness.current);
const { open, staff } = day;

describe('a case from before the queue', () => {
  /** As the version before the queue wrote it, and the migration left it. */
  const age = async (id: string): Promise<void> => {
    const known = await harness.current.ctx.db.many<{ column_name: string }>({
      text: `select column_name from information_schema.columns where table_schema = 'consultations'
        and table_name = 'consultations' and column_name in ('contact_kept', 'email_hash')`,
      values: [],
    });
    const added = known.map(({ column_name: name }) => `, ${name} = default`).join('');
    await harness.current.ctx.db.many({
      text: `update consultations.consultations set encrypted_phone = null, phone_hash = null, window_key = '-'${added}
        where id = $1`,
      values: [id],
    });
  };
  const sweepAll = async (): Promise<void> => {
    const { ctx } = harness.current;
    for (const sweep of sweeps(ctx)) if (sweep.name.startsWith('consultations.')) await sweepOnce(sweep, ctx);
  };

  it.each(Object.keys(consultationOrigins) as ConsultationOrigin[])(
    'of a %s is assigned to nobody before it is filled, and then called',
    async (origin) => {
      const owner = newCustomer();
      const { id } = await open(origin, owner);
      await age(id);
      expect((await day.caller.next()).none).toBe(true);
      await sweepAll();
      expect(await day.caller.next()).toMatchObject({ consultation: { id }, phone: owner.dialed });
      expect((await day.caller.next()).local_time).toMatch(/ 12:00 America\/New_York$/);
    },
  );

  it.each(Object.keys(consultationOrigins) as ConsultationOrigin[])(
    'of a %s is protected, filled or not',
    async (origin) => {
      const [byPhone, byEmail] = [newCustomer(), newCustomer()];
      const [first, second] = [await open(origin, byPhone), await open(origin, byEmail)];
      await age(first.id);
      await age(second.id);
      await staff('/do-not-contact', { phone: byPhone.phone });
      await staff('/do-not-contact', { email: byEmail.email });
      expect((await day.caller.act('claim', first.id)).body.code).toBe('do_not_contact');
      await sweepAll();
      expect((await day.caller.next()).none).toBe(true);
      expect((await day.caller.act('claim', second.id)).body.code).toBe('do_not_contact');
    },
  );

  /**
   * As the earlier version left a member whose number changed: the case kept the old one, and did not get the new one.
   */
  async function givenChangedUnheard(before: Customer, dialed: string): Promise<CreatedConsultation> {
    const member = await open('membership', before);
    const { db } = harness.current.ctx;
    const unheard = 'update consultations.consultations set contact_kept = false where id = $1';
    await db.many({ text: unheard, values: [member.id] });
    const change = 'update memberships.enrollments set phone = $2 where id = $1';
    await db.many({ text: change, values: [member.sourceId, dialed] });
    return member;
  }

  it('is not assigned with the number that its source had earlier', async () => {
    const after = newCustomer();
    const { id } = await givenChangedUnheard({ phone: newCustomer().phone }, after.dialed);
    expect((await day.caller.next()).none).toBe(true);
    await sweepAll();
    expect(await day.caller.next()).toMatchObject({ consultation: { id }, phone: after.dialed });
  });

  it('is not assigned when its customer is on the do-not-contact list by the number that its source had earlier', async () => {
    const before = newCustomer();
    const { id } = await givenChangedUnheard({ phone: before.phone }, newCustomer().dialed);
    await staff('/do-not-contact', { phone: before.phone });
    await sweepAll();
    expect((await day.caller.next()).none).toBe(true);
    expect((await day.caller.act('claim', id)).body).toMatchObject({ phone: null, may_call: false });
  });

  it('returns when its customer had lifted their STOP, which the earlier version ignored', async () => {
    const [silent, owner] = [newCustomer(), newCustomer()];
    const cases = [await open('membership', silent), await open('membership', owner)];
    for (const { id } of cases) await age(id);
    await staff('/do-not-contact', { phone: silent.phone });
    const text = 'update consultations.consultations set spared_at = now() where id = any($1::text[])';
    await harness.current.ctx.db.many({ text, values: [cases.map(({ id }) => id)] });
    await sweepAll();
    expect(await day.caller.next()).toMatchObject({ consultation: { id: cases[1]?.id }, phone: owner.dialed });
    expect((await (await givenCaller(harness.current)).next()).none).toBe(true);
  });

  it('hides its customer’s number from other callers while it is leased', async () => {
    const owner = newCustomer();
    const old = await open('referral', owner);
    await age(old.id);
    expect((await day.caller.act('claim', old.id)).body.phone).toBe(owner.dialed);
    const [same = ''] = await givenQueued(harness.current, { contact: { phone: owner.dialed, state: 'NY' } });
    const other = await givenCaller(harness.current);
    expect((await other.act('claim', same)).body.code).toBe('case_claimed');
  });

  it('puts its customer on the list with every contact when they say so', async () => {
    const owner = newCustomer();
    const old = await open('membership', owner);
    await age(old.id);
    expect((await day.caller.act('calls', old.id, { outcome: 'do_not_contact' })).status).toBe(200);
    for (const again of [{ email: owner.email }, { phone: owner.phone }]) {
      const { id } = await open('membership', again);
      expect([again, (await day.caller.act('claim', id)).body.code]).toEqual([again, 'do_not_contact']);
    }
  });

  it('is not called by a window that followed the ZIP alone, until that is computed again', async () => {
    const owner = newCustomer();
    const { id } = await open('agent_intake', owner);
    const { db } = harness.current.ctx;
    const values = [id, 'CA|America/Los_Angeles'];
    await db.many({
      text: `with w as (insert into consultations.call_windows values ($2, 'CA', '{America/Los_Angeles}') returning key)
        update consultations.consultations set window_key = (select key from w) where id = $1`,
      values,
    });
    expect((await day.caller.next()).none).toBe(true);
    await sweepAll();
    expect(await day.caller.next()).toMatchObject({ consultation: { id }, phone: owner.dialed });
    expect((await day.caller.next()).local_time).toMatch(/^\S+ 12:00 America\/New_York$/);
  });

  it('is claimed with the window of this version, filled or not', async () => {
    const { id } = await open('agent_intake', newCustomer());
    const text = "update consultations.consultations set window_key = 'CA|America/Los_Angeles' where id = $1";
    await harness.current.ctx.db.many({ text, values: [id] });
    const { body } = await day.caller.act('claim', id);
    expect(body.local_time).toMatch(/^\S+ 12:00 America\/New_York$/);
  });
});
