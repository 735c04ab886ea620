import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import {
  acceptedStatuses,
  bringTo,
  daysInSeconds,
  eventTypes,
  givenIntake,
  givenTeam,
  linkPath,
  newEmail,
  newPhone,
  poll,
  press,
  sentLinkPath,
  sweep,
  type CreatedReceipt,
  type Team,
} from '../testing.ts';
import { findPageLink } from '#lib/text/page-link';
import { listContacts } from '#modules/consultations';
import { consentWords } from './link-messages.ts';
import { wordingFor } from './rules.ts';

const harness = useHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

const look = (path: string, method = 'GET'): Promise<Answer> => harness.current.call(method, path);

/** Posts the page's form with exactly this body. */
const send = (path: string, raw: string | undefined, headers: Record<string, string> = {}): Promise<Answer> =>
  harness.current.call('POST', path, {
    ...(raw === undefined ? {} : { raw }),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

const statusOf = async (receipt: CreatedReceipt): Promise<string> => (await poll(harness.current, receipt)).body.status;

/** Everything that viewing the page could have changed. */
async function traces(receipt: CreatedReceipt): Promise<unknown> {
  const row = await harness.current.ctx.db.find({
    text: 'select status, status_at, confirmation, xmin::text from intakes.intakes where id = $1',
    values: [receipt.intake_id],
  });
  return { row, events: await eventTypes(harness.current, receipt.intake_id) };
}

describe('viewing the page', () => {
  it('changes nothing, however often scanners and previews do it', async () => {
    const receipt = await givenIntake(harness.current);
    const before = await traces(receipt);
    const methods = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'GET' : 'HEAD'));
    const answers = await Promise.all(methods.map((method) => look(linkPath(receipt), method)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[1]?.text).toBe('');
    await look(`${linkPath(receipt)}?decision=confirm`);
    expect(await traces(receipt)).toEqual(before);
  });

  it('viewing the page shows a question, and later the given answer', async () => {
    const [yes, no] = [await givenIntake(harness.current), await givenIntake(harness.current)];
    expect((await look(linkPath(yes))).text).toContain('Yes, I want the free consultation');
    await press(harness.current, yes, 'confirm');
    await press(harness.current, no, 'decline');
    const [confirmed, declined] = [await look(linkPath(yes)), await look(linkPath(no))];
    expect([confirmed.status, declined.status]).toEqual([200, 200]);
    expect(confirmed.text).toContain('confirmed');
    expect(declined.text).toContain('said no');
    for (const page of [confirmed, declined]) expect(page.text).not.toContain('<form');
  });
});

describe('submitting an answer', () => {
  it('submitting yes confirms with one tap, redirects to the page, and records the consent [A-CONSENT-014, A-POLL-007]', async () => {
    const receipt = await givenIntake(harness.current);
    harness.current.clock.advance(61);
    const { status, headers } = await send(linkPath(receipt), 'decision=confirm', {
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Synthetic Browser/1.0 é',
      'x-forwarded-for': '203.0.113.77',
    });
    expect([status, headers.get('location')]).toEqual([303, linkPath(receipt)]);
    expect(await statusOf(receipt)).toBe('customer_confirmed');
    const record = await team.record(receipt.intake_id);
    expect(record.confirmation).toEqual({
      at: harness.current.clock.now().toISOString(),
      attestation_version: '2026-09-16.1',
      by: 'customer',
      via: 'relayed',
      token: expect.stringMatching(/^[0-9a-f]{16}$/),
      wording_version: wordingFor('asking', false, 'en').version,
      wording_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      ip: '203.0.113.77',
      user_agent: expect.stringContaining('Synthetic Browser/1.0'),
    });
  });

  it('submitting in Spanish records the Spanish text, stores the language, and leads to the customer’s own page', async () => {
    const receipt = await givenIntake(harness.current, { customer: { email: newEmail(), phone: newPhone() } });
    const path = await sentLinkPath(harness.current, receipt.intake_id, 'email');
    const { version, yes } = consentWords.es.asking;
    expect((await look(`${path}?lang=es`)).text).toContain(yes);
    const answer = await send(`${path}?lang=es`, `decision=confirm&wording=${encodeURIComponent(version)}`);
    expect(answer.headers.get('location')).toBe(`${path}?lang=es`);
    expect((await team.record(receipt.intake_id)).confirmation).toMatchObject({
      wording_version: 'pregunta 2026-11-16-es',
    });
    // Without the link's choice: the stored language.
    const page = (await look(path)).text;
    expect(page).toContain('Gracias, su solicitud está confirmada.');
    const [, token = ''] = /\/case\/([\w-]+)"/.exec(page) ?? [];
    const link = findPageLink(harness.current.ctx, token);
    const [known] = await listContacts(harness.current.ctx, [receipt.intake_id]);
    expect([link?.consultationId, known && link?.isFor(known.contacts), known?.language]).toEqual([
      known?.id,
      true,
      'es',
    ]);
    // A person who relays a link gets no way to that page, and changes no language.
    expect((await look(linkPath(receipt))).text).not.toContain('/case/');
  });

  it('submitting no declines, closes the consultation, and records no consent', async () => {
    const receipt = await givenIntake(harness.current);
    expect((await press(harness.current, receipt, 'decline')).status).toBe(303);
    const record = await team.record(receipt.intake_id);
    expect([record.status, record.confirmation]).toEqual(['declined', null]);
    expect(record.consultation?.closed_at).toBe(harness.current.clock.now().toISOString());
  });

  it.each(['confirm', 'decline'] as const)(
    'submitting the same answer again (%s) changes nothing',
    async (decision) => {
      const receipt = await givenIntake(harness.current);
      await press(harness.current, receipt, decision);
      const before = await traces(receipt);
      harness.current.clock.advance(5);
      expect((await press(harness.current, receipt, decision)).status).toBe(303);
      expect(await traces(receipt)).toEqual(before);
    },
  );

  it.each([
    ['confirm', 'decline', 'You had already said yes'],
    ['decline', 'confirm', 'You had already said no'],
  ] as const)(
    'submitting %s and then %s is a conflict that explains how to reach a person',
    async (first, second, words) => {
      const receipt = await givenIntake(harness.current);
      await press(harness.current, receipt, first);
      const before = await traces(receipt);
      const { status, text } = await press(harness.current, receipt, second);
      expect(status).toBe(409);
      expect(text).toContain(words);
      expect(text).toMatch(/person who calls|send the request again|stop link/);
      expect(await traces(receipt)).toEqual(before);
    },
  );

  it('thirty simultaneous yes answers confirm once: one event, one record', async () => {
    const receipt = await givenIntake(harness.current);
    const answers = await Promise.all(Array.from({ length: 30 }, () => press(harness.current, receipt, 'confirm')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await eventTypes(harness.current, receipt.intake_id)).toEqual([
      'intake.received',
      'intake.customer_confirmed',
    ]);
  });

  it('one of two opposite simultaneous answers decides, and the other gets the conflict page', async () => {
    const receipt = await givenIntake(harness.current);
    const presses = Array.from({ length: 40 }, (_, index) =>
      press(harness.current, receipt, index % 2 ? 'confirm' : 'decline'),
    );
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    expect([statuses.filter((s) => s === 303).length, statuses.filter((s) => s === 409).length]).toEqual([20, 20]);
    expect((await eventTypes(harness.current, receipt.intake_id)).length).toBe(2);
  });
});

describe('the link', () => {
  const answers: Record<string, readonly [look: number, confirm: number, decline: number]> = {
    received: [200, 303, 303],
    welcome_sent: [200, 303, 303],
    contact_attempted: [200, 303, 303],
    customer_confirmed: [200, 303, 409],
    consultation_active: [200, 303, 409],
    declined: [200, 409, 303],
    expired: [410, 410, 410],
  };

  it.each(acceptedStatuses)('the link of an intake that is %s shows the page of that status', async (status) => {
    const [one, two] = [await givenIntake(harness.current), await givenIntake(harness.current)];
    for (const receipt of [one, two]) await bringTo(harness.current, receipt, status);
    const seen = await look(linkPath(one));
    const confirmed = await press(harness.current, one, 'confirm');
    const declined = await press(harness.current, two, 'decline');
    expect([seen.status, confirmed.status, declined.status]).toEqual(answers[status]);
  });

  it('the link works until the last second of its two weeks and not after, even before a sweep', async () => {
    const [inTime, late] = [await givenIntake(harness.current), await givenIntake(harness.current)];
    harness.current.clock.advance(daysInSeconds(14) - 1);
    expect((await press(harness.current, inTime, 'confirm')).status).toBe(303);
    harness.current.clock.advance(1);
    const before = await traces(late);
    for (const answer of [await look(linkPath(late)), await press(harness.current, late, 'confirm')]) {
      expect(answer.status).toBe(410);
      expect(answer.text).toContain('This link has expired');
    }
    expect((await press(harness.current, late, 'decline')).status).toBe(410);
    expect(await traces(late)).toEqual(before);
    await sweep(harness.current);
    expect((await look(linkPath(late))).status).toBe(410);
    expect((await look(linkPath(inTime))).status).toBe(200);
  });

  it('a link that was never issued is unknown, whatever it looks like', async () => {
    const receipt = await givenIntake(harness.current);
    const token = linkPath(receipt).slice(3);
    const wrong = ['nothing', token.slice(1), `${token}x`, token.toLowerCase(), receipt.intake_id, receipt.poll_token];
    for (const other of [...wrong, 'x'.repeat(2000), '%00', '%ff', '..%2fx', '%F0%9F%98%80']) {
      const [seen, pressed] = [await look(`/c/${other}`), await send(`/c/${other}`, 'decision=confirm')];
      expect([other, seen.status, pressed.status]).toEqual([other, 404, 404]);
    }
    for (const path of ['/c', '/c/', `/c/${token}/`, `/c/${token}/x`]) expect((await look(path)).status).toBe(404);
    expect(await statusOf(receipt)).toBe('received');
  });
});
