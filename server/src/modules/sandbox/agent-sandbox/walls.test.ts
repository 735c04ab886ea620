import { describe, expect, it } from 'vitest';
import { stopUrl } from '#lib/text/stop-link';
import { taggedAddress } from '#lib/text/tagged-address';
import { sandboxMail } from '#modules/customers';
import { recordMail } from '#modules/replies';
import { useHarness } from '#test/harness';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { freshAddress } from '#testing/agents';
import { givenTeam, minimalIntake, newEmail, newPhone, poll, submit } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { pagePath, postForm, pressStop } from '#testing/owner-page';
import { at, givenTestAgent, givenTestIntake, step, submitTest } from './testing.ts';

// A click, request or note about a test affects only its own sandbox, in both the agent and the partner sandbox.

const domain = 'in.makewhole.test';
const harness = useHarness({
  INBOUND_MAIL_DOMAIN: domain,
  INBOUND_MAIL_LMTP: '127.0.0.1:0',
  INBOUND_MAIL_SECRET: 'a secret of tests with 32 characters or more',
});
const h = () => harness.current;

const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await h().ctx.db.find<{ n: number }>({ text: `select count(*)::int as n from ${text}`, values }))?.n ?? -1;

/** Live data about these contacts and in total: inbox, list, ledger, count. */
async function liveOf({ email, phone }: { email: string; phone: string }) {
  const { vault, metrics } = h().ctx;
  const hashes = [vault.fingerprint(`person/email/${email}`), vault.fingerprint(`person/phone/+1${phone}`)];
  const text = await metrics.registry.metrics();
  return {
    inbox: await count('replies.replies'),
    listed: await count('customers.do_not_contact where contact_hash = any($1)', hashes),
    ledger: await count('consent.entries where contact_hashes && $1', hashes),
    figure: text.split('\n').filter((line: string) => line.startsWith('makewhole_replies_total{')),
  };
}

const newContacts = () => ({ email: newEmail(), phone: newPhone() });

/** The stop link in the first email about one of these subjects. */
async function stopPathOf(...subjectIds: string[]): Promise<string> {
  const messages = await sandboxMail.listMessagesAbout(h().ctx, { subjectIds, limit: 10 });
  const link = messages.flatMap(({ links }) => links).find((one) => one.includes('/stop/'));
  if (link === undefined) throw new Error('no message has a stop link');
  return new URL(link).pathname;
}

const pressLink = (path: string) => postForm(h(), path, { decision: 'stop' });

describe('responses in the sandbox', () => {
  it("an owner's response in the sandbox leaves no wording in the consent ledger, and the same live response does", async () => {
    const answer = async ({ customer_confirmation_url: url }: { customer_confirmation_url: string }) =>
      postForm(h(), `${new URL(url).pathname}?lang=es`, { decision: 'decline' });
    const ledger = async () => [await count('consent.wordings'), await count(`consent.entries where kind = 'worded'`)];
    const [words = 0, entries = 0] = await ledger();
    const test = await givenTestIntake(h(), { customer: newContacts() }, { headers: freshAddress() });
    expect((await answer(test)).status).toBe(303);
    expect(await ledger()).toEqual([words, entries]);
    const live = await submit(h(), minimalIntake({ customer: newContacts() }), { headers: freshAddress() });
    expect((await answer(live.body)).status).toBe(303);
    expect(await ledger()).toEqual([words + 1, entries + 1]);
  });
});

describe('stop requests in a test', () => {
  it('the stop link of a sandbox message stops that case and writes nothing live', async () => {
    const customer = newContacts();
    const test = await givenTestIntake(h(), { customer }, { headers: freshAddress() });
    const before = await liveOf(customer);
    const answer = await pressLink(await stopPathOf(test.intake_id));
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('The test is stopped.')]);
    expect(await liveOf(customer)).toEqual(before);
    const id = await consultationOf(h(), test.intake_id);
    expect(await count('consultations.consultations where id = $1 and declined_at is not null', id)).toBe(1);
    const live = await submit(h(), minimalIntake({ customer }), { headers: freshAddress() });
    expect([live.status, live.body.status]).toEqual([201, 'received']);
  });

  it('a stop in the sandbox closes the address for no other sandbox client, and not for the same one', async () => {
    const customer = newContacts();
    const headers = freshAddress();
    const test = await givenTestIntake(h(), { customer }, { headers });
    await pressLink(await stopPathOf(test.intake_id));
    await step(h(), test, 'decline');
    const own = await submitTest(h(), { customer }, { headers });
    const other = await submitTest(h(), { customer }, { headers: freshAddress() });
    expect([own.body.status, other.body.status]).toEqual(['received', 'received']);
    const page = await h().call('GET', new URL(await mailedLink(other.body.intake_id)).pathname);
    expect(page.text).toContain('Did you ask for help');
  });

  it("an older stop link, or one from an institution's test mode, closes no address there either", async () => {
    const customer = newContacts();
    for (const one of [
      { email: customer.email, phone: undefined },
      { email: undefined, phone: `+1${customer.phone}` },
    ])
      await pressLink(new URL(stopUrl(h().ctx, { contacts: { ...one, test: true } })).pathname);
    const { body } = await submitTest(h(), { customer }, { headers: freshAddress() });
    expect(body.status).toBe('received');
    const page = await h().call('GET', new URL(await mailedLink(body.intake_id)).pathname);
    expect(page.text).toContain('Did you ask for help');
    await postForm(h(), new URL(await mailedLink(body.intake_id)).pathname, { decision: 'confirm' });
    const own = await h().call('GET', await pagePath(h(), await consultationOf(h(), body.intake_id)));
    expect(own.text).not.toContain('You do not get messages or calls from us');
  });

  it('the stop page of a sandbox case writes nothing live, for one channel or for all', async () => {
    const customer = newContacts();
    const test = await givenTestIntake(h(), { customer }, { headers: freshAddress() });
    const id = await consultationOf(h(), test.intake_id);
    const before = await liveOf(customer);
    const path = await pagePath(h(), id);
    expect((await postForm(h(), `${path}/channels`, { channels: 'set', call: 'stop' })).status).toBe(303);
    expect((await postForm(h(), `${path}/channels`, { channels: 'set' })).status).toBe(303);
    expect((await pressStop(h(), id)).text).toContain('The test is stopped.');
    expect(await liveOf(customer)).toEqual(before);
    expect(await count('consent.entries where subject_id = any($1)', [id, test.intake_id])).toBe(0);
  });

  it("the stop link of an institution's test message writes nothing live", async () => {
    const customer = newContacts();
    const { key } = await givenPartner(h(), { livemode: false });
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', ...customer };
    const { id } = await givenReferral(h(), key, { borrower });
    const before = { ...(await liveOf(customer)), all: await count('consent.entries') };
    const path = await stopPathOf(id);
    expect((await h().call('GET', path)).text).toContain('This is a test.');
    expect((await pressLink(path)).text).toContain('The test is stopped.');
    expect({ ...(await liveOf(customer)), all: await count('consent.entries') }).toEqual(before);
    const live = await submit(h(), minimalIntake({ customer }), { headers: freshAddress() });
    expect(live.body.status).toBe('received');
  });

  it("the stop link of an institution's test invitation adds to that institution's test list only", async () => {
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', ...newContacts() };
    const [{ key }, other] = [
      await givenPartner(h(), { livemode: false }),
      await givenPartner(h(), { livemode: false }),
    ];
    await pressLink(await stopPathOf((await givenReferral(h(), key, { borrower })).id));
    const note = async (token: string) => (await givenReferral(h(), token, { borrower })).status_note;
    expect([await note(key), await note(other.key)]).toEqual(['Contact suppressed', null]);
  });

  it("an email to a test case's address is not stored or forwarded", async () => {
    const customer = newContacts();
    const test = await givenTestIntake(h(), { customer }, { headers: freshAddress() });
    const live = await submit(h(), minimalIntake({ customer }), { headers: freshAddress() });
    const before = await liveOf(customer);
    const to = taggedAddress(h().ctx, { kind: 'reply', id: await consultationOf(h(), test.intake_id) }, domain);
    const mail = { from: customer.email, subject: 'Re', words: 'STOP', messageId: crypto.randomUUID(), attachments: 0 };
    expect(await recordMail(h().ctx, to, { ...mail, isAutomatic: false, report: undefined })).toBe(true);
    expect(await liveOf(customer)).toEqual(before);
    expect(await waitingAbout(live.body.intake_id)).toBe(1);
  });

  it('a stop that staff record on a test case withdraws no consent of the live person with the same number', async () => {
    const team = await givenTeam(h());
    const customer = newContacts();
    const test = await givenTestIntake(h(), { customer }, { headers: freshAddress() });
    const live = await submit(h(), minimalIntake({ customer }), { headers: freshAddress() });
    const before = await liveOf(customer);
    const called = await team.call(test.intake_id, 'do_not_contact');
    expect(called.status).toBe(200);
    expect(await liveOf(customer)).toEqual(before);
    expect(await waitingAbout(live.body.intake_id)).toBe(1);
    expect((await poll(h(), live.body)).body.status).toBe('received');
    const id = await consultationOf(h(), live.body.intake_id);
    expect(await count('consultations.consultations where id = $1 and spared_at is not null', id)).toBe(0);
    expect(await count('consent.entries where subject_id = $1', test.intake_id)).toBe(0);
  });
});

const waitingAbout = (id: string) =>
  count(`customers.messages where subject_id = $1 and channel = 'email' and state = 'waiting'`, id);

async function mailedLink(intakeId: string): Promise<string> {
  const messages = await sandboxMail.listMessagesAbout(h().ctx, { subjectIds: [intakeId], limit: 10 });
  return messages.flatMap(({ links }) => links).find((one) => one.includes('/c/')) ?? '';
}

describe('privacy requests about a test', () => {
  it('a privacy request erases nothing of the live person with the same contact, in any scope or under any name', async () => {
    const { token, post } = await givenTeam(h());
    const customer = newContacts();
    // On the list and in no case, so only the fingerprint identifies the person.
    await post('/do-not-contact', { email: customer.email });
    const test = await givenTestIntake(h(), { customer }, { headers: freshAddress() });
    const id = await consultationOf(h(), test.intake_id);
    const person = await h().call('GET', `/api/staff/v1/cases/${id}/person`, { token });
    expect([person.status, person.body.scopes]).toEqual([200, ['case']]);
    for (const scope of ['case', 'email', 'phone']) {
      const path = `/api/staff/v1/cases/${id}/person-export?scope=${scope}`;
      const { status, body } = await h().call('GET', path, { token });
      expect([scope, status]).toEqual([scope, 200]);
      expect(body.contacts).toEqual([]);
      const entries = body.data['consent.entries'] ?? [];
      expect([scope, entries.length]).toEqual([scope, 0]);
    }
  });

  it('a privacy request in the sandbox reaches no one on the team, and the page promises no action', async () => {
    const test = await givenTestIntake(h(), {}, { headers: freshAddress() });
    await postForm(h(), new URL(await mailedLink(test.intake_id)).pathname, { decision: 'confirm' });
    const id = await consultationOf(h(), test.intake_id);
    const path = await pagePath(h(), id);
    for (const kind of ['copy', 'correct', 'delete', 'reopen'])
      expect((await postForm(h(), `${path}/requests`, { kind })).status).toBe(303);
    expect(await count('self_service.requests where consultation_id = $1', id)).toBe(0);
  });
});

describe('counts without tests', () => {
  it("the team's workload includes no call about a test case", async () => {
    const team = await givenTeam(h());
    const [test, live] = [
      await givenTestIntake(h(), { customer: newContacts() }, { headers: freshAddress() }),
      (await submit(h(), minimalIntake({ customer: newContacts() }), { headers: freshAddress() })).body,
    ];
    const callsOf = async (): Promise<number> => {
      const { body } = await h().call('GET', '/api/staff/v1/board/load', { token: team.token });
      return body.people.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0);
    };
    const before = await callsOf();
    expect((await team.call(test.intake_id, 'no_answer')).status).toBe(200);
    expect(await callsOf()).toBe(before);
    expect((await team.call(live.intake_id, 'no_answer')).status).toBe(200);
    expect(await callsOf()).toBe(before + 1);
    expect(await count('consent.entries where subject_id = $1', test.intake_id)).toBe(0);
  });

  it('the count of market reads includes no test', async () => {
    const reads = async () =>
      (await h().ctx.metrics.registry.metrics())
        .split('\n')
        .filter((line: string) => line.startsWith('makewhole_market_reads_total{'));
    const car = { vehicle: { year: 2019, make: 'Honda', model: 'Accord' }, loss: { zip: '78701' } };
    const before = await reads();
    await givenTestIntake(h(), car, { headers: freshAddress() });
    expect(await reads()).toEqual(before);
    await submit(h(), minimalIntake(car), { headers: freshAddress() });
    expect(await reads()).not.toEqual(before);
  });

  it('test events are counted per agent: removing the webhook and setting it again does not restart the count', async () => {
    const { key: token } = await givenTestAgent(h());
    const set = () =>
      h().call('PUT', `${at}/me/webhook`, { token, body: { url: 'https://receiver.example.com/hook' } });
    const send = async () =>
      (await h().call('POST', '/api/agent-console/v1/webhook/test-event', { token, body: {} })).status;
    expect((await set()).status).toBeLessThan(300);
    const statuses = [];
    for (let turn = 0; turn < 10; turn += 1) statuses.push(await send());
    expect((await h().call('DELETE', `${at}/me/webhook`, { token })).status).toBeLessThan(300);
    expect((await set()).status).toBeLessThan(300);
    statuses.push(await send());
    expect(statuses.slice(0, 10).every((status) => status < 300)).toBe(true);
    expect(statuses[10]).toBe(429);
  });
});
