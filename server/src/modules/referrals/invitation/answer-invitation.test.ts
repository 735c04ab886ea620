import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { givenPartner, type PartnerClient } from '#testing/partners';
import {
  bringTo,
  eventsAbout,
  eventTypes,
  givenReferral,
  linkPath,
  partnerCalls,
  press,
  tracesOf,
} from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let caller: PartnerClient;
beforeAll(async () => {
  caller = await givenPartner(harness.current);
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const look = (path: string, method = 'GET'): Promise<Answer> => harness.current.call(method, path);
const send = (path: string, raw: string | undefined, headers: Record<string, string> = form): Promise<Answer> =>
  harness.current.call('POST', path, { ...(raw === undefined ? {} : { raw }), headers });

/** A borrower with an invitation page. */
async function invited(key = caller.key, changes = {}): Promise<{ id: string; link: string }> {
  const { id } = await givenReferral(harness.current, key, changes);
  return { id, link: await linkPath(harness.current, id) };
}
const statusOf = async (id: string): Promise<string> =>
  (await partnerCalls(harness.current, caller.key)(`GET /referrals/${id}`)).body.status;

describe('viewing an invitation', () => {
  it('viewing an invitation changes nothing, however often scanners and previews do it', async () => {
    const { id, link } = await invited();
    const before = await tracesOf(harness.current, id);
    const methods = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'GET' : 'HEAD'));
    const answers = await Promise.all(methods.map((method) => look(link, method)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[1]?.text).toBe('');
    await look(`${link}?decision=accept`);
    expect(await tracesOf(harness.current, id)).toEqual(before);
  });

  it('an invitation shows a question, then the given answer', async () => {
    const [yes, no] = [await invited(), await invited()];
    expect((await look(yes.link)).text).toContain('Yes, I want the free consultation');
    await press(harness.current, yes.link, 'accept');
    await press(harness.current, no.link, 'decline');
    const [accepted, declined] = [await look(yes.link), await look(no.link)];
    expect([accepted.status, declined.status]).toEqual([200, 200]);
    expect(accepted.text).toContain('we will call you');
    expect(declined.text).toContain('You said no');
    for (const page of [accepted, declined]) expect(page.text).not.toContain('name="decision"');
  });

  it('an invitation shows a stop after it, and promises no call', async () => {
    const { link } = await invited();
    await press(harness.current, link, 'accept');
    const stop = /http:\/\/makewhole\.test(\/stop\/[\w-]+)/.exec((await look(link)).text)?.[1] ?? '';
    expect((await press(harness.current, stop, 'stop')).status).toBe(200);
    const { text } = await look(link);
    expect(text).toContain('You asked us to stop.');
    expect(text).not.toContain('will call you');
  });

  it('an invitation promises no call to a borrower without a number, and has the stop link for their address', async () => {
    const { key } = await givenPartner(harness.current, { livemode: true });
    const email = `no-number-${crypto.randomUUID()}@example.com`;
    const { link } = await invited(key, { borrower: { first_name: 'Synthetic', last_name: 'Borrower', email } });
    await harness.current.sendMessages();
    const asking = await look(link);
    await press(harness.current, link, 'accept');
    const accepted = await look(link);
    const mail = harness.current.mailbox.to(email)[0]?.mail.text ?? '';
    for (const text of [asking.text, accepted.text, mail]) {
      expect(text).toContain('We have no number that we can call you at.');
      expect(text).not.toMatch(/calls you|will call you/);
    }
    const stop = /http:\/\/makewhole\.test(\/stop\/[\w-]+)/.exec(asking.text)?.[1] ?? '';
    await press(harness.current, stop, 'stop');
    expect((await look(link)).text).toContain('You asked us to stop.');
  });

  it('an invitation names the institution, and no other submitted data', async () => {
    const { key } = await givenPartner(harness.current, { institution: { name: 'Harbor Credit Union' } });
    const borrower = { first_name: 'Hidden', last_name: 'Hidden', email: 'hidden@example.com', phone: '2025550199' };
    const claim = {
      carrier: 'Hidden',
      claim_number: 'HIDDEN-1',
      loss_state: 'NY',
      date_of_loss: '2026-11-01',
      initial_offer_cents: 7_654_321,
    };
    const { link } = await invited(key, { borrower, claim, external_ref: 'hidden-ref' });
    const { text } = await look(link);
    expect(text).toContain('<bdi>Harbor Credit Union</bdi>');
    expect(/<main.*<\/main>/s.exec(text)?.[0]).not.toMatch(/hidden|2025550199|7654321|1SYNTH/i);
  });

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'],
    ['</bdi></strong><form action=//evil.example>', '&lt;/bdi&gt;&lt;/strong&gt;&lt;form action=//evil.example&gt;'],
    ['a\u202eb\u200bc\u0007d\u2028e', 'abc d e'],
    ['${7*7}{{7*7}}', '${7*7}{{7*7}}'],
  ])('an invitation shows an institution called %j as text', async (name, shown) => {
    const { key } = await givenPartner(harness.current, { institution: { name } });
    const { text } = await look((await invited(key)).link);
    expect(text).toContain(`<bdi>${shown}</bdi>`);
    expect(text.match(/<form/g)?.length).toBe(1);
  });
});

describe('pressing a button', () => {
  it('the button accepts with one tap, redirects to the page, and records how [P-REF-006]', async () => {
    const { id, link } = await invited();
    harness.current.clock.advance(61);
    const { status, headers } = await send(link, 'decision=accept', {
      ...form,
      'sec-fetch-site': 'same-origin',
      'user-agent': `Synthetic Browser/1.0 ${'x'.repeat(600)}`,
      'x-forwarded-for': '203.0.113.77',
    });
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([303, link, 'no-store']);
    const now = harness.current.clock.now().toISOString();
    const { body } = await partnerCalls(harness.current, caller.key)(`GET /referrals/${id}`);
    expect(body).toMatchObject({
      status: 'activated',
      activated_at: now,
      program: { locked: true },
      consent: { mode: 'invitation', disclosure_confirmed_at: null },
      consultation_number: expect.stringMatching(/^CN-T\d{7}$/),
    });
    const last = (await eventsAbout(harness.current, id)).at(-1)!;
    expect([last.type, last.data['via'], last.data['consultation_number']]).toEqual([
      'referral.activated',
      'invitation',
      body.consultation_number,
    ]);
    const row = await harness.current.ctx.db.find<{ acceptance: { user_agent: string } }>({
      text: 'select acceptance from referrals.referrals where id = $1',
      values: [id],
    });
    expect(row?.acceptance).toMatchObject({ at: now, ip: '203.0.113.77' });
    expect(row?.acceptance.user_agent).toHaveLength(500);
    expect(harness.current.logLines.join('')).toContain('referrals.answer-invitation');
    expect(harness.current.logLines.join('')).not.toContain(link.slice('/i/'.length));
  });

  it('the button declines: nothing is created, and no further message is sent', async () => {
    const { id, link } = await invited();
    expect((await press(harness.current, link, 'decline')).status).toBe(303);
    const { body } = await partnerCalls(harness.current, caller.key)(`GET /referrals/${id}`);
    expect(body).toMatchObject({ status: 'declined', status_label: 'Declined by borrower', consultation_number: null });
    expect(body.closed_at).toBe(harness.current.clock.now().toISOString());
  });

  it.each(['accept', 'decline'] as const)('pressing the button again (%s) changes nothing', async (decision) => {
    const { id, link } = await invited();
    await press(harness.current, link, decision);
    const before = await tracesOf(harness.current, id);
    harness.current.clock.advance(5);
    expect((await press(harness.current, link, decision)).status).toBe(303);
    expect(await tracesOf(harness.current, id)).toEqual(before);
  });

  it.each([
    ['accept', 'decline', 'You had already said yes.*tell the person who calls'],
    ['decline', 'accept', 'You had already said no.*ask your lender'],
  ] as const)(
    'pressing %s and then %s is a conflict whose page explains how to proceed',
    async (first, second, words) => {
      const { id, link } = await invited();
      await press(harness.current, link, first);
      const before = await tracesOf(harness.current, id);
      const { status, text } = await press(harness.current, link, second);
      expect(status).toBe(409);
      expect(text).toMatch(new RegExp(words, 's'));
      expect(await tracesOf(harness.current, id)).toEqual(before);
    },
  );

  it('thirty concurrent presses accept once: one event, one consultation', async () => {
    const { id, link } = await invited();
    const answers = await Promise.all(Array.from({ length: 30 }, () => press(harness.current, link, 'accept')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect((await eventTypes(harness.current, id)).slice(2)).toEqual(['referral.activated']);
  });

  const answers: Record<string, readonly [look: number, accept: number, decline: number]> = {
    invited: [200, 303, 303],
    activated: [200, 303, 409],
    settled: [200, 303, 409],
    closed: [200, 303, 409],
    declined: [200, 409, 303],
    expired: [410, 410, 410],
    canceled: [410, 410, 410],
  };

  it.each(Object.entries(answers))(
    'a press for a referral that is %s shows the page of that status',
    async (status, expected) => {
      const [one, two] = [await invited(), await invited()];
      for (const { id } of [one, two]) await bringTo(harness.current, caller.key, { id, status });
      const seen = await look(one.link);
      const accepted = await press(harness.current, one.link, 'accept');
      const declined = await press(harness.current, two.link, 'decline');
      expect([seen.status, accepted.status, declined.status]).toEqual(expected);
      if (status === 'expired') expect(seen.text).toContain('This invitation has expired');
      if (status === 'canceled') expect(seen.text).toContain('This invitation was withdrawn');
    },
  );

  it('a press with a link that was never issued gets the unknown page, whatever the link looks like', async () => {
    const { id, link } = await invited();
    const token = link.slice(3);
    const wrong = ['nothing', token.slice(1), `${token}x`, token.toLowerCase(), id, caller.key];
    for (const other of [...wrong, 'x'.repeat(2000), '%00', '%ff', '..%2fx', '%F0%9F%98%80']) {
      const [seen, pressed] = [await look(`/i/${other}`), await send(`/i/${other}`, 'decision=accept')];
      expect([other, seen.status, pressed.status]).toEqual([other, 404, 404]);
    }
    for (const path of ['/i', '/i/', `/i/${token}/`, `/i/${token}/x`, `/c/${token}`])
      expect((await look(path)).status).toBe(404);
    expect(await statusOf(id)).toBe('invited');
  });
});

describe("the page's form", () => {
  it.each(['cross-site', 'same-site', 'none', 'nonsense', ''])(
    'a form sent from elsewhere (Sec-Fetch-Site %j) decides nothing',
    async (site) => {
      const { id, link } = await invited();
      const { status, text } = await send(link, 'decision=accept', { ...form, 'sec-fetch-site': site });
      expect(status).toBe(403);
      expect(text).toContain('open the link from your message');
      expect(await statusOf(id)).toBe('invited');
    },
  );

  it.each([
    'decision=',
    'decision=yes',
    'decision=confirm',
    'decision=Accept',
    'decision=accept%20',
    'Decision=accept',
    'decision=accept&decision=decline',
    'decision=accept&extra=1',
    'decision[]=accept',
    'accept',
    '__proto__=accept',
    '',
  ])('a form with %j as its body decides nothing', async (raw) => {
    const { id, link } = await invited();
    expect((await send(link, raw)).status).toBe(400);
    expect(await statusOf(id)).toBe('invited');
  });

  it('a form without a body, in another media type, too large, or by another method decides nothing', async () => {
    const { id, link } = await invited();
    expect((await send(link, undefined, {})).status).toBe(400);
    expect((await send(link, '{"decision":"accept"}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await send(link, `decision=accept&x=${'x'.repeat(5000)}`)).status).toBe(413);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await harness.current.call(method, link, { raw: 'decision=accept' });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    }
    expect(await statusOf(id)).toBe('invited');
  });

  it('and every other page is kept by nobody, told to nobody, framed by nobody, runs nothing, and is small', async () => {
    const { link } = await invited();
    const asking = await look(link);
    const badForm = await send(link, 'decision=maybe');
    const foreign = await send(link, 'decision=accept', { ...form, 'sec-fetch-site': 'cross-site' });
    await press(harness.current, link, 'accept');
    const conflict = await press(harness.current, link, 'decline');
    const pages = { asking, badForm, foreign, accepted: await look(link), conflict, unknown: await look('/i/nothing') };
    for (const [name, { headers, text }] of Object.entries(pages)) {
      expect([name, headers.get('cache-control')]).toEqual([name, 'no-store']);
      expect([name, headers.get('referrer-policy')]).toEqual([name, 'no-referrer']);
      expect([name, headers.get('x-content-type-options')]).toEqual([name, 'nosniff']);
      expect([name, headers.get('content-type')]).toEqual([name, 'text/html; charset=utf-8']);
      expect(headers.get('x-robots-tag')).toBe('noindex');
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy.split('; ')).toContain(part);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(Buffer.byteLength(text)).toBeLessThan(30 * 1024);
      expect(text).not.toMatch(/<script|\son\w+=|<img|<link rel="stylesheet|<iframe|javascript:/i);
    }
  });
});
