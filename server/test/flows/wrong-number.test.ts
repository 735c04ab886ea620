import { describe, expect, it } from 'vitest';
import { storedHashes } from '#lib/text/contacts';
import { useTextHarness } from '#test/doubles/twilio';
import {
  consultationOf,
  consultationOrigins,
  newCustomer,
  type ConsultationOrigin,
  type CreatedConsultation,
} from '#test/fixtures/consultation-origins';
import { useQueueDay } from '#test/fixtures/queue-day';
import type { Answer } from '#test/harness';
import { givenCaller } from '#testing/consultations';
import {
  asStranger,
  daysInSeconds,
  eventTypes,
  givenIntake,
  linkPath,
  minimalIntake,
  poll,
  pressSent,
  submit,
  sweep,
} from '#testing/intakes';

const parts = useTextHarness({ gapRequestsPerMin: 1_000_000 });
const day = useQueueDay(() => parts.current.harness);
const { open, seen, noteCall } = day;

const origins = Object.keys(consultationOrigins) as ConsultationOrigin[];
const harness = () => parts.current.harness;

/** The newest email that asks an address for a number, and the path of its link. */
async function linkIn(email: string): Promise<string> {
  await harness().sendMessages();
  const texts = harness()
    .mailbox.to(email.toLowerCase())
    .map(({ mail }) => mail.text ?? '');
  return /\/c\/number\/\w+/.exec(texts.findLast((text) => text.includes('/c/number/')) ?? '')?.[0] ?? '';
}

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const postForm = (path: string, raw: string): Promise<Answer> => harness().call('POST', path, { raw, headers: form });
const give = (path: string, number: string): Promise<Answer> =>
  postForm(path, new URLSearchParams({ number }).toString());

/** The number that the next caller gets for this case, within four days. */
async function numberOffered(id: string): Promise<string | null | undefined> {
  for (let turn = 0; turn < 4; turn += 1) {
    const next = await (await givenCaller(harness())).next();
    if (next.consultation?.id === id) return next.phone;
    harness().clock.advance(86_400);
  }
  return undefined;
}

async function entriesOf(subjectId: string): Promise<string[]> {
  const text = 'select kind from consent.entries where subject_id = $1 order by id';
  return (await harness().ctx.db.many<{ kind: string }>({ text, values: [subjectId] })).map(({ kind }) => kind);
}

const proofsOf = async ({ id, sourceId }: CreatedConsultation) =>
  harness().ctx.db.find({
    text: `select proven_by_email_at is not null as email, proven_by_text_at is not null as text,
        proven_by_call_at is not null as call, proven_at is not null as proven
      from intakes.intakes i, consultations.consultations c where i.id = $1 and c.id = $2`,
    values: [sourceId, id],
  });

const subjectOf = ({ sourceId, redemptionId }: CreatedConsultation): string => redemptionId ?? sourceId;

describe.each(origins)('a wrong number in a case of %s', (origin) => {
  it('the number is removed: it gets no calls or texts, and the case is neither declined nor listed', async () => {
    const owner = newCustomer();
    const opened = await open(origin, owner);
    const { status } = await noteCall(origin, opened, 'wrong_number');
    expect(status).toBe(200);
    const { card, calling, person, allowed_outcomes: allowed } = await seen(opened.id);
    expect(card).toMatchObject({ closed_at: null, waits_for_number: true, number_struck: true });
    expect([person.phone, person.phone_hint, calling.ended]).toEqual([null, null, null]);
    expect(card.status).not.toBe('declined');
    expect(allowed).toContainEqual({ outcome: 'wrong_number', allowed: false, reason: expect.any(String) });
    expect(await numberOffered(opened.id)).toBeUndefined();
    await harness().sendMessages();
    expect(parts.current.twilio.to(owner.dialed)).toEqual([]);
    expect(await entriesOf(subjectOf(opened))).toEqual(expect.arrayContaining(['called', 'number_struck']));
    expect(await entriesOf(subjectOf(opened))).not.toContain('answered');
    // The actual holder of the number may ask for help themselves.
    expect((await givenIntake(harness(), { customer: { phone: owner.phone } })).status).toBe('received');
  });

  it('an email asks for another number, and the case is in the queue with the one that was entered', async () => {
    const [owner, right] = [newCustomer(), newCustomer()];
    const opened = await open(origin, owner);
    await noteCall(origin, opened, 'wrong_number');
    const path = await linkIn(owner.email);
    const page = await harness().call('GET', path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Which number may we call you at?')]);
    expect(page.text.toLowerCase()).not.toMatch(/said no|declined|synthetic/);
    expect((await give(path, right.phone)).status).toBe(303);
    expect((await harness().call('GET', path)).text).toContain('we have your number');
    expect((await seen(opened.id)).card.waits_for_number).toBe(false);
    expect(await numberOffered(opened.id)).toBe(right.dialed);
    // By the emailed link, which proves the mailbox.
    expect(await entriesOf(subjectOf(opened))).toContain('proven');
    const proven = 'select proven_at from consultations.consultations where id = $1';
    expect(await harness().ctx.db.find({ text: proven, values: [opened.id] })).toEqual({ proven_at: expect.any(Date) });
    // A number was entered: the link changes nothing more.
    expect((await give(path, newCustomer().phone)).status).toBe(303);
    expect(await numberOffered(opened.id)).toBe(right.dialed);
  });

  it('a case without another contact waits', async () => {
    const { phone } = newCustomer();
    const opened = await open(origin, { phone });
    await noteCall(origin, opened, 'wrong_number');
    const { rows } = await harness().ctx.db.pool.query('select purpose from customers.messages where subject_id = $1', [
      subjectOf(opened),
    ]);
    expect(rows.filter(({ purpose }) => purpose === 'consultation.number-wanted')).toEqual([]);
    expect((await seen(opened.id)).card).toMatchObject({ waits_for_number: true, closed_at: null });
  });
});

describe('the page that asks for a number', () => {
  async function givenLink() {
    const owner = newCustomer();
    const opened = await open('agent_intake', owner);
    await noteCall('agent_intake', opened, 'wrong_number');
    return { owner, opened, path: await linkIn(owner.email) };
  }

  it('the page accepts three numbers at most, and gives the same response for each unusable one', async () => {
    const { path } = await givenLink();
    const [listed, other] = [newCustomer(), newCustomer()];
    for (const { phone } of [listed, other]) await day.staff('/do-not-contact', { phone });
    const answers = [];
    for (const number of ['12', 'none', '(200) 555-0100', other.phone, listed.phone])
      answers.push(await give(path, number));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    // The links to stop and to switch the language differ each time.
    expect(new Set(answers.map(({ text }) => text.replace(/\/(stop|language)\/[\w-]+/g, '/$1/'))).size).toBe(1);
    expect((await give(path, other.phone)).status).toBe(422);
    expect((await give(path, newCustomer().phone)).status).toBe(410);
    expect((await harness().call('GET', path)).status).toBe(410);
  });

  it.each(['asking', 'given'])('the page has a stop link when %s, and shows it after a stop', async (state) => {
    const { path } = await givenLink();
    if (state === 'given') await give(path, newCustomer().phone);
    const page = await harness().call('GET', path);
    const stop = /http:\/\/makewhole\.test(\/stop\/[\w-]+)/.exec(page.text)?.[1] ?? '';
    expect((await postForm(stop, 'decision=stop')).status).toBe(200);
    for (const { text } of [await harness().call('GET', path), await give(path, newCustomer().phone)]) {
      expect(text).toContain('You asked us to stop.');
      expect(text).not.toMatch(/will call|Call me/);
    }
  });

  it('the page accepts the removed number again: the mailbox owner confirms that it is theirs', async () => {
    const { owner, opened, path } = await givenLink();
    expect((await give(path, owner.phone)).status).toBe(303);
    expect(await numberOffered(opened.id)).toBe(owner.dialed);
  });

  it('the page proves the address of the intake, and names both contacts in the ledger', async () => {
    const { owner, opened, path } = await givenLink();
    const right = newCustomer();
    await give(path, right.phone);
    expect(await proofsOf(opened)).toEqual({ email: true, text: false, call: false, proven: true });
    const { db, vault } = harness().ctx;
    const contacts = storedHashes({ vault }, { email: owner.email.toLowerCase(), phone: right.dialed });
    const proven = `select 1 from consent.entries where subject_id = $1 and kind = 'proven' and contact_hashes @> $2`;
    expect((await db.pool.query(proven, [opened.sourceId, contacts])).rows).toHaveLength(1);
  });

  it('the page adds an unproven number, even if the previous one was proven', async () => {
    const victim = newCustomer();
    const owner = newCustomer();
    const opened = await open('agent_intake', owner);
    await noteCall('agent_intake', opened, 'confirmed');
    await pressSent(harness(), { intake_id: opened.sourceId }, { via: 'text' });
    expect(await proofsOf(opened)).toMatchObject({ call: true, proven: true });
    await noteCall('agent_intake', opened, 'wrong_number');
    expect(await proofsOf(opened)).toEqual({ email: false, text: false, call: false, proven: false });
    expect((await give(await linkIn(owner.email), victim.phone)).status).toBe(303);
    expect(await proofsOf(opened)).toEqual({ email: true, text: false, call: false, proven: true });
    const body = minimalIntake({ customer: { phone: victim.phone } });
    expect((await submit(harness(), body, asStranger())).body.status).toBe('received');
  });

  it('the page accepts no form from another site, no unknown link, and nothing but a number', async () => {
    const { path } = await givenLink();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const foreign = await harness().call('POST', path, { raw: 'number=2125550100', headers });
    expect(foreign.status).toBeGreaterThanOrEqual(400);
    expect((await give('/c/number/unknown', '2125550100')).status).toBe(404);
    expect((await give(path, '2'.repeat(31))).status).toBe(400);
    expect((await harness().call('GET', path)).status).toBe(200);
  });

  it('the page closes with the case, and the email is not sent then', async () => {
    const { opened, path } = await givenLink();
    await noteCall('agent_intake', opened, 'declined');
    expect((await give(path, newCustomer().phone)).status).toBe(410);
    const owner = newCustomer();
    const other = await open('agent_intake', owner);
    await noteCall('agent_intake', other, 'wrong_number');
    await noteCall('agent_intake', other, 'do_not_contact');
    expect(await linkIn(owner.email)).toBe('');
  });

  it('the page has a new link after another wrong number, and the previous link does nothing', async () => {
    const { owner, opened, path } = await givenLink();
    await give(path, newCustomer().phone);
    await noteCall('agent_intake', opened, 'wrong_number');
    const second = await linkIn(owner.email);
    expect([second === path, (await give(path, newCustomer().phone)).status]).toEqual([false, 404]);
    const right = newCustomer();
    expect((await give(second, right.phone)).status).toBe(303);
    expect(await numberOffered(opened.id)).toBe(right.dialed);
  });

  it('when two people use the page at the same moment, one number is accepted', async () => {
    const { opened, path } = await givenLink();
    const numbers = [newCustomer(), newCustomer()];
    await Promise.all(numbers.map(({ phone }) => give(path, phone)));
    expect(numbers.map(({ dialed }) => dialed)).toContain(await numberOffered(opened.id));
  });
});

describe('a wrong number, as agent and owner see it', () => {
  it('a wrong number counts as an attempt: no event or page reports a no, and the intake expires as usual', async () => {
    const { email, phone } = newCustomer();
    const receipt = await givenIntake(harness(), { customer: { email, phone } });
    const { body } = await day.staff(`/intakes/${receipt.intake_id}/calls`, { outcome: 'wrong_number' });
    expect([body.status, body.logged.status_changed]).toEqual(['contact_attempted', true]);
    expect(await eventTypes(harness(), receipt.intake_id)).toEqual(['intake.received', 'intake.contact_attempted']);
    expect((await harness().call('GET', linkPath(receipt))).text).toContain('Yes, I want the free consultation');
    const polled = await poll(harness(), receipt);
    expect(polled.body).toMatchObject({
      status: 'contact_attempted',
      contact_policy: { will_text: false, will_email: true },
    });
    harness().clock.advance(daysInSeconds(14));
    await sweep(harness());
    expect((await poll(harness(), receipt)).body.status).toBe('expired');
  });

  it('a wrong number does not end the calls when its holder asked earlier not to be contacted', async () => {
    const [owner, right] = [newCustomer(), newCustomer()];
    const opened = await open('agent_intake', owner);
    await day.staff('/do-not-contact', { phone: owner.phone });
    // The administrator's entry covers the address too, so this test leaves only the number on the list.
    await harness().ctx.db.pool.query('delete from customers.do_not_contact where contact_hash <> $1', [
      harness().ctx.vault.fingerprint(`person/phone/${owner.dialed}`),
    ]);
    await noteCall('agent_intake', opened, 'wrong_number');
    expect((await give(await linkIn(owner.email), right.phone)).status).toBe(303);
    expect(await numberOffered(opened.id)).toBe(right.dialed);
  });
});

describe('an institution that sends a removed number again', () => {
  it('the removed number is not called again, and a different one is', async () => {
    const [owner, right] = [newCustomer(), newCustomer()];
    const { id, sourceId, partner } = await open('membership', owner);
    await day.caller.act('calls', id, { outcome: 'wrong_number' });
    const edit = (phone: string | null) => partner(`PATCH /plans/enrollments/${sourceId}`, { member: { phone } });
    const none = await edit(null);
    const again = await edit(owner.phone);
    const waits = (await seen(id)).card.waits_for_number;
    expect([none.status, again.status, again.body.member.phone, waits]).toEqual([200, 200, owner.dialed, true]);
    const changed = [(await edit(right.phone)).status, (await seen(id)).card.waits_for_number, await numberOffered(id)];
    expect(changed).toEqual([200, false, right.dialed]);
  });

  it('the removed number is not called about a later loss of the same vehicle either', async () => {
    const owner = newCustomer();
    const { id, sourceId, redemptionId, partner } = await open('membership', owner);
    await day.caller.act('calls', id, { outcome: 'wrong_number' });
    await day.staff(`/redemptions/${redemptionId}/cancel`);
    const loss = { enrollment_id: sourceId, date_of_loss: harness().clock.now().toISOString(), loss_state: 'ny' };
    const { body } = await partner('POST /plans/loss-notices', loss);
    const later = await consultationOf(harness(), body.redemption_id);
    expect((await seen(later)).person).toMatchObject({ phone: null, phone_hint: null });
    expect(await numberOffered(later)).toBeUndefined();
  });

  it('the removed number is not called after an edit of the referral that changes the calling hours', async () => {
    const owner = newCustomer();
    const { id, sourceId, partner } = await open('referral', owner);
    await day.caller.act('calls', id, { outcome: 'wrong_number' });
    const { status } = await partner(`PATCH /referrals/${sourceId}`, { claim: { loss_state: 'CA' } });
    expect([status, (await seen(id)).card.waits_for_number]).toEqual([200, true]);
    expect((await partner(`GET /referrals/${sourceId}`)).body.borrower.phone).toBe(owner.dialed);
  });
});
