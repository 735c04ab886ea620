import { describe, expect, it } from 'vitest';
import { contactHashes } from '#lib/text/contacts';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { useHarness } from '#test/harness';
import type { IntakeRequest } from '../schemas.ts';
import { minimalIntake, newEmail, newPhone, pressSent, submit } from '../testing.ts';

const harness = useHarness();

type Customer = IntakeRequest['customer'];
type Outcome = { readonly customer: Customer; readonly status: number; readonly intake: string; readonly id: string };

/** Submits all of them at the same moment. */
const submitAll = (customers: readonly Customer[]): Promise<Outcome[]> =>
  Promise.all(
    customers.map(async (customer) => {
      const { status, body } = await submit(harness.current, minimalIntake({ customer }));
      return { customer, status, intake: body.status, id: body.intake_id };
    }),
  );

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const count: Record<string, number> = {};
  for (const { status, intake } of outcomes) {
    const kind = `${status} ${intake}`;
    count[kind] = (count[kind] ?? 0) + 1;
  }
  return count;
}

/** The rows written by the accepted ones, by table. */
async function effectsOf(outcomes: readonly Outcome[]): Promise<unknown> {
  const text = `select (select count(*) from consultations.consultations where source_id = any($1)) as consultations,
    (select count(*) from events.events where subject_id = any($1)) as events,
    (select count(*) from customers.messages where subject_id = any($1)) as messages,
    (select count(*) from intakes.intakes where id = any($1)) as intakes`;
  return harness.current.ctx.db.find({ text, values: [outcomes.map(({ id }) => id)] });
}

const share = (a: Customer, b: Customer): boolean =>
  (a.email !== undefined && a.email === b.email) || (a.phone !== undefined && a.phone === b.phone);

describe('submissions of one customer at the same moment', () => {
  it('two hundred simultaneous submissions by email: one is accepted, the others are duplicates, one welcome is sent', async () => {
    const email = newEmail();
    const outcomes = await submitAll(times(200, (index) => ({ email: index % 2 === 0 ? email : email.toUpperCase() })));
    expect(tally(outcomes)).toEqual({ '201 received': 1, '200 duplicate': 199 });
    expect(await effectsOf(outcomes)).toEqual({ consultations: '1', events: '1', messages: '1', intakes: '200' });
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(email).length).toBe(1);
  });

  it('two hundred submissions by an email, alone or with one of three phones: one is accepted', async () => {
    const email = newEmail();
    const phones = times(3, newPhone);
    const outcomes = await submitAll(
      times(200, (index) => ({ email, ...(index % 4 === 3 ? {} : { phone: phones[index % 4]! }) })),
    );
    expect(tally(outcomes)).toEqual({ '201 received': 1, '200 duplicate': 199 });
    expect(await effectsOf(outcomes)).toMatchObject({ consultations: '1', events: '1', intakes: '200' });
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(email).length).toBe(1);
  });

  it('two hundred submissions by email, by phone and by both, once one with both exists: none is accepted', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await submitAll([{ email, phone }]);
    const ways: Customer[] = [{ email }, { phone }, { email, phone }, { phone, email: email.toUpperCase() }];
    const outcomes = await submitAll(times(200, (index) => ways[index % ways.length]!));
    expect(tally(outcomes)).toEqual({ '200 duplicate': 200 });
  });

  it('submissions whose contacts overlap in a ring never deadlock, and no contact is accepted twice', async () => {
    const [emails, phones] = [times(3, newEmail), times(3, newPhone)];
    const ways: Customer[] = emails.flatMap((email, index) => [
      { email },
      { phone: phones[index]! },
      { email, phone: phones[index]! },
      { email, phone: phones[(index + 1) % 3]! },
      { phone: phones[(index + 2) % 3]!, email },
    ]);
    const outcomes = await submitAll(times(210, (index) => ways[(index * 7) % ways.length]!));
    const taken = outcomes.filter(({ status }) => status === 201);
    const duplicates = outcomes.filter(({ intake }) => intake === 'duplicate');
    expect(taken.length + duplicates.length).toBe(210);
    const twice = taken.filter((one) => taken.some((other) => other !== one && share(one.customer, other.customer)));
    const forNothing = duplicates.filter((one) => !taken.some((other) => share(one.customer, other.customer)));
    expect([twice, forNothing]).toEqual([[], []]);
  });

  it('simultaneous submissions result in one discount, which the customer gets once proven', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const outcomes = await submitAll(times(50, () => ({ email, phone })));
    const [taken] = outcomes.filter(({ status }) => status === 201);
    expect(await countDiscounts({ email, phone })).toBe(0);
    for (const via of ['email', 'text'] as const)
      await pressSent(harness.current, { intake_id: taken?.id ?? '' }, { via });
    expect(await countDiscounts({ email, phone })).toBe(1);
  });

  async function countDiscounts({ email, phone }: { email: string; phone: string }): Promise<number> {
    const { ctx } = harness.current;
    const text = 'select count(distinct discount_id) from customers.discounts where contact_hash = any($1)';
    const hashes = contactHashes(ctx, { email: normalizeEmail(email), phone: normalizePhone(phone) });
    return Number((await ctx.db.find<{ count: string }>({ text, values: [hashes] }))?.count);
  }
});

describe('submissions of many customers at the same moment', () => {
  it('simultaneous submissions of many customers are all accepted', async () => {
    const outcomes = await submitAll(
      times(200, (index) => (index % 2 === 0 ? { email: newEmail() } : { phone: newPhone() })),
    );
    expect(tally(outcomes)).toEqual({ '201 received': 200 });
  });
});
