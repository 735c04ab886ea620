import { beforeAll, describe, expect, it } from 'vitest';
import { findPageLink } from '#lib/text/page-link';
import { setLanguage } from '#modules/consultations';
import { transact } from '#platform/db';
import { consultationOrigins, newCustomer, type ConsultationOrigin } from '#test/fixtures/consultation-origins';
import { freshPhone, useTextHarness } from '#test/doubles/twilio';
import { messageRows } from '#testing/customers';
import { moveToWeekday } from '#testing/consultations';
import { bringTo, givenIntake, newEmail } from '#testing/intakes';
import { replyByText } from '../testing.ts';
import { givenStaffToken } from '#testing/staff';
import { channelsOf } from './template-rules.ts';

const parts = useTextHarness();
let token = '';
beforeAll(async () => {
  moveToWeekday(parts.current.harness);
  token = await givenStaffToken(parts.current.harness);
});

const staff = (request: string, body?: unknown) => {
  const [method = '', path = ''] = request.split(' ');
  return parts.current.harness.call(method, `/api/staff/v1${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
};

const templates = async (id: string) => (await staff(`GET /cases/${id}/templates`)).body;
const offered = async (id: string): Promise<string[]> =>
  (await templates(id)).data.map(({ template }: { template: string }) => template);
const send = (id: string, body: object) => staff(`POST /cases/${id}/messages`, body);

async function givenCase(source: ConsultationOrigin = 'agent_intake') {
  const { harness } = parts.current;
  const phone = freshPhone();
  const made = await consultationOrigins[source](harness, { customer: { phone, email: newCustomer().email }, token });
  const log = (outcome: string) =>
    source === 'agent_intake'
      ? staff(`POST /intakes/${made.sourceId}/calls`, { outcome })
      : staff(`POST /queue/${made.id}/calls`, { outcome });
  return { ...made, phone, log };
}

describe('a message from a case', () => {
  it.each(Object.keys(consultationOrigins) as ConsultationOrigin[])(
    'a message of source %s follows a voicemail: previewed, sent once as previewed, answered, and all of it in the timeline',
    async (source) => {
      const { harness, twilio } = parts.current;
      const { id, phone, log } = await givenCase(source);
      expect(await offered(id)).toEqual([]);
      expect((await send(id, { template: 'voicemail', channel: 'text' })).status).toBe(409);
      // The welcome is sent first, because messages of one moment have no order.
      await harness.sendMessages();
      await log('voicemail');
      const { data } = await templates(id);
      expect(data).toMatchObject([{ template: 'voicemail', sent: false }]);
      const frame = data[0].channels.find(({ channel }: { channel: string }) => channel === 'text');
      const words = 'I am in until 5.';
      expect((await send(id, { template: 'voicemail', channel: 'text', words })).status).toBe(200);
      await harness.sendMessages();
      expect(twilio.to(phone).at(-1)?.body).toBe([frame.before, words, frame.after].join(' '));
      expect((await send(id, { template: 'voicemail', channel: 'email' })).status).toBe(409);
      expect((await templates(id)).data).toMatchObject([{ sent: true }]);
      harness.clock.advance(1);
      await replyByText(parts.current, phone, { words: 'Call me at 3' });
      const { timeline, replies } = (await staff(`GET /board/cases/${id}`)).body;
      expect(replies).toMatchObject([{ words: 'Call me at 3' }]);
      expect(timeline[0]).toMatchObject({ kind: 'reply', note: 'Call me at 3' });
      expect(timeline[1]).toMatchObject({ kind: 'message', title: 'Text to the owner: sent', by: expect.any(String) });
      expect(timeline[1].note).toContain(words);
      expect((await staff(`POST /cases/${id}/replies`, { words: 'At 3 it is.' })).status).toBe(200);
      await harness.sendMessages();
      expect(twilio.to(phone).at(-1)?.body).toContain('At 3 it is.');
    },
  );

  it('an emailed template has a subject, the text, and a stop link', async () => {
    const { harness } = parts.current;
    const { id, log } = await givenCase('membership');
    await log('no_answer');
    expect(await offered(id)).toEqual(['missed_call']);
    const to = (await templates(id)).data[0].channels.find(
      ({ channel }: { channel: string }) => channel === 'email',
    ).to;
    await send(id, { template: 'missed_call', channel: 'email', words: 'See <b>you</b>' });
    await harness.sendMessages();
    const mail = harness.mailbox.to(to).at(-1)?.mail;
    expect(mail?.subject).toBe('We tried to call you');
    expect(mail?.text).toContain('See <b>you</b>');
    expect(mail?.text).toMatch(/\/stop\//);
    expect(mail?.html).toContain('See &lt;b&gt;you&lt;/b&gt;');
  });

  it("a template is in the customer's chosen language, and its email links to their page", async () => {
    const { harness, twilio } = parts.current;
    const { id, phone, log } = await givenCase('membership');
    await transact(harness.ctx, async (tx) => setLanguage(tx, { consultationId: id, language: 'es' }));
    await log('voicemail');
    const [{ channels }] = (await templates(id)).data;
    expect(channels[0].before).toContain('Le llamamos por su reclamo');
    await send(id, { template: 'voicemail', channel: 'text' });
    await harness.sendMessages();
    await log('no_answer');
    await send(id, { template: 'missed_call', channel: 'email', words: 'Mañana a las 3.' });
    await harness.sendMessages();
    expect(twilio.to(phone).at(-1)?.body).toMatch(/^Makewhole: Le llamamos .* Responda STOP para cancelar/);
    const { to } = channels[1];
    const mail = harness.mailbox.to(to).at(-1)?.mail;
    expect([mail?.subject, mail?.html?.includes('<html lang="es">')]).toEqual(['Intentamos llamarle', true]);
    expect(mail?.text).toContain('Mañana a las 3.');
    const token = /\/case\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const link = findPageLink(harness.ctx, token);
    expect([link?.consultationId, link?.isFor({ email: to, phone: undefined })]).toEqual([id, true]);
    const { timeline } = (await staff(`GET /board/cases/${id}`)).body;
    const notes = timeline.map(({ note }: { note: string | null }) => note ?? '');
    const shown = notes.filter((note: string) => note.includes('Mañana a las 3.'));
    expect([shown.length, shown[0]?.includes('/stop/')]).toEqual([1, false]);
  });

  it('a template is withdrawn when the customer was reached before it was sent, and two callers at the same time send it once', async () => {
    const { harness } = parts.current;
    const { id, log } = await givenCase('membership');
    await log('voicemail');
    const body = { template: 'voicemail', channel: 'text' };
    const statuses = (await Promise.all([send(id, body), send(id, body)])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    await log('confirmed');
    await harness.sendMessages();
    expect(await messageRows(harness, id)).toMatchObject([{ purpose: 'case.voicemail', state: 'withdrawn' }]);
  });

  it('a template is not offered to a customer who stopped contact, with the reason', async () => {
    const { id, log } = await givenCase('membership');
    await log('voicemail');
    await log('do_not_contact');
    expect(await templates(id)).toMatchObject({ reason: 'They asked for no more contact.', data: [] });
    expect((await send(id, { template: 'voicemail', channel: 'text' })).body.code).toBe('do_not_contact');
  });

  it('a template stays refused after STOP when a caller types another number, but a lead may send it', async () => {
    const { harness } = parts.current;
    const { id, phone, log } = await givenCase('membership');
    await log('voicemail');
    await replyByText(parts.current, phone, { words: 'STOP' });
    const change = (seen: number, changes: object, by: string) =>
      harness.call('PATCH', `/api/staff/v1/cases/${id}/facts`, { token: by, body: { seen, changes } });
    expect((await change(0, { phone: freshPhone() }, await givenStaffToken(harness, 'caller'))).status).toBe(200);
    const mail = { template: 'voicemail', channel: 'email' };
    expect((await send(id, mail)).body.code).toBe('do_not_contact');
    expect((await change(1, { phone: freshPhone() }, await givenStaffToken(harness, 'lead'))).status).toBe(200);
    expect((await send(id, mail)).status).toBe(200);
  });

  it('a template is offered only by configuration and known contacts', () => {
    const known = { email: 'ann@example.com', phone: freshPhone() };
    expect(channelsOf({ ...known, configured: ['text', 'email'] })).toEqual(['text', 'email']);
    expect(channelsOf({ ...known, configured: ['email'] })).toEqual(['email']);
    expect(channelsOf({ ...known, email: undefined, configured: ['email'] })).toEqual([]);
  });

  it('a template is refused with overlong text, an unknown name, or an unknown case', async () => {
    const { id, log } = await givenCase('membership');
    await log('voicemail');
    expect((await send(id, { template: 'voicemail', channel: 'text', words: 'x'.repeat(201) })).status).toBe(400);
    expect((await send(id, { template: 'anything', channel: 'text' })).status).toBe(400);
    expect((await send('con_unknown', { template: 'voicemail', channel: 'text' })).status).toBe(404);
    expect((await staff('GET /cases/con_unknown/templates')).status).toBe(404);
  });
});

describe('the template for ready options', () => {
  it('the options template is offered only after delivery, where there is a page to open', async () => {
    const { harness } = parts.current;
    const receipt = await givenIntake(harness, { customer: { email: newEmail(), phone: freshPhone() } });
    await bringTo(harness, receipt, 'consultation_active');
    const { body } = await staff(`GET /intakes/${receipt.intake_id}`);
    const { id } = body.consultation;
    expect(await offered(id)).toEqual([]);
    await staff(`POST /consultations/${id}/deliver`);
    // No card provider is configured here, so there is no page.
    expect(await offered(id)).toEqual([]);
  });
});
