import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiveInboundMail } from '#app/workers';
import type { LmtpServer } from '#gateways/inbound-mail';
import { useHarness } from '#test/harness';
import { givenIntake, givenTeam, newEmail, sweep } from '#testing/intakes';

const secret = 'a secret of tests with 32 characters or more';
const held = useHarness({
  INBOUND_MAIL_DOMAIN: 'in.makewhole.test',
  INBOUND_MAIL_LMTP: '127.0.0.1:0',
  INBOUND_MAIL_SECRET: secret,
});
const harness = () => held.current;

let server: LmtpServer;
let inSync = true;
beforeAll(async () => {
  server = (await receiveInboundMail(harness().ctx, { isInSync: () => inSync })) as LmtpServer;
});
afterAll(async () => {
  await server.stop();
});

/** A case whose welcome email arrived, with the addresses from that email. */
async function welcomed() {
  const email = newEmail();
  const { intake_id: intakeId } = await givenIntake(harness(), { customer: { email } });
  await harness().sendMessages();
  const [received] = harness().mailbox.to(email);
  const replyTo = received?.mail.replyTo?.[0]?.address ?? '';
  return { email, intakeId, replyTo, bounceTo: received?.sender ?? '' };
}

/** Delivers over LMTP as a mail server does; returns its answer. */
async function deliver(to: string, mail: { from: string } & Record<string, unknown>): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: server.port, lmtp: true, ignoreTLS: true } as object);
  try {
    const sent = await transport.sendMail({ envelope: { from: mail.from, to }, to, ...mail });
    return String(sent.response);
  } catch (error) {
    return String((error as { response?: string }).response ?? error);
  } finally {
    transport.close();
  }
}

async function detailOf(intakeId: string) {
  const { token } = await givenTeam(harness());
  const { rows } = await harness().ctx.db.pool.query<{ id: string }>(
    'select id from consultations.consultations where source_id = $1',
    [intakeId],
  );
  const { body } = await harness().call('GET', `/api/staff/v1/board/cases/${rows[0]!.id}`, { token });
  return body;
}

const statusOf = async (intakeId: string) => {
  const { rows } = await harness().ctx.db.pool.query<{ provider_status: string | null }>(
    "select provider_status from customers.messages where subject_id = $1 and channel = 'email'",
    [intakeId],
  );
  return rows[0]?.provider_status;
};

const isListed = async (email: string): Promise<boolean> => {
  const { rows } = await harness().ctx.db.pool.query('select from customers.do_not_contact where contact_hash = $1', [
    harness().ctx.vault.fingerprint(`person/email/${email}`),
  ]);
  return rows.length > 0;
};

describe('a reply by email', () => {
  it('a reply is deferred while the clock of the process is off', async () => {
    const { email, replyTo } = await welcomed();
    inSync = false;
    expect(await deliver(replyTo, { from: email, subject: 'Re', text: 'Yes' })).toContain('451 4.3.0 try again later');
    inSync = true;
    expect(await deliver(replyTo, { from: email, subject: 'Re', text: 'Yes' })).toContain('stored');
  });

  it('a reply is stored on its case as text, without the quoted parts of our email, once for any number of deliveries', async () => {
    const { email, intakeId, replyTo } = await welcomed();
    const mail = {
      from: email,
      messageId: `<${intakeId}@mail.example>`,
      subject: 'Re: Please confirm',
      text: 'The offer is 14,200.\nCan you call after five?\n\nOn Mon, Nov 16, 2026 at 9:00 AM Makewhole\n<x@in.makewhole.test> wrote:\n> No more messages or calls from us\n> STOP',
    };
    expect(await deliver(replyTo, mail)).toMatch(/^2\d\d/);
    expect(await deliver(replyTo, mail)).toMatch(/^2\d\d/);
    const { replies, card } = await detailOf(intakeId);
    expect(replies).toMatchObject([
      {
        channel: 'email',
        understood_as: 'other',
        words: 'The offer is 14,200.\nCan you call after five?',
        read_at: null,
      },
    ]);
    expect(card.unread_replies).toBe(1);
    expect(await isListed(email)).toBe(false);
  });

  it('of HTML alone is its words, never its markup', async () => {
    const { email, intakeId, replyTo } = await welcomed();
    const html =
      '<style>p{color:red}</style><p>Here it is &amp; thanks<script>alert(1)</script></p><div class="gmail_quote">STOP</div>';
    await deliver(replyTo, { from: email, subject: 'x', html });
    const { replies } = await detailOf(intakeId);
    expect(replies).toMatchObject([{ words: 'Here it is & thanks', understood_as: 'other' }]);
  });

  it('a reply that asks us to stop stops the address, and from another address only the case', async () => {
    const [one, other] = [await welcomed(), await welcomed()];
    await deliver(one.replyTo, { from: one.email, subject: 'Re', text: 'Please stop writing to me' });
    expect([await isListed(one.email), (await detailOf(one.intakeId)).card.stopped]).toEqual([true, true]);
    const stranger = newEmail();
    await deliver(other.replyTo, { from: stranger, subject: 'Re', text: 'unsubscribe' });
    expect([await isListed(other.email), await isListed(stranger)]).toEqual([false, false]);
    expect((await detailOf(other.intakeId)).card.stopped).toBe(true);
  });

  it('an automatic reply is not stored, so that two machines do not reply to each other', async () => {
    const { email, intakeId, replyTo } = await welcomed();
    const away = { from: email, subject: 'Away', text: 'stop', headers: { 'Auto-Submitted': 'auto-replied' } };
    expect(await deliver(replyTo, away)).toMatch(/^2\d\d/);
    expect((await detailOf(intakeId)).replies).toEqual([]);
    expect(await isListed(email)).toBe(false);
  });

  it('a reply to an unknown address is refused permanently, and so is one that is too large', async () => {
    const { email, replyTo, intakeId } = await welcomed();
    const forged = replyTo.replace(/^r\+./, (start) => (start.endsWith('0') ? 'r+1' : 'r+0'));
    for (const to of ['postmaster@in.makewhole.test', forged, replyTo.replace('in.', 'out.')])
      expect(await deliver(to, { from: email, subject: 'x', text: 'x' })).toMatch(/^550 5\.1\.1/);
    const large = 'x'.repeat(3_000_000);
    expect(await deliver(replyTo, { from: email, subject: 'x', text: large })).toMatch(/^552/);
    expect((await detailOf(intakeId)).replies).toEqual([]);
  });

  it('a reply posted by a provider needs our secret, and is stored like any other', async () => {
    const { email, intakeId, replyTo } = await welcomed();
    const raw = `From: ${email}\r\nMessage-ID: <1@x>\r\nSubject: x\r\n\r\nby the provider\r\n`;
    const post = (authorization: string, to = replyTo, body = raw) =>
      harness().call('POST', '/providers/mail', {
        raw: body,
        headers: { authorization, 'x-recipient': to, 'content-type': 'message/rfc822' },
      });
    expect((await post('Bearer wrong')).status).toBe(401);
    expect((await post(`Bearer ${secret}`, 'r+00@in.makewhole.test')).status).toBe(404);
    expect((await post(`Bearer ${secret}`)).status).toBe(204);
    expect((await post(`Bearer ${secret}`, replyTo, 'x'.repeat(3_000_000))).status).toBe(413);
    expect((await detailOf(intakeId)).replies).toMatchObject([{ words: 'by the provider' }]);
  });
});

const report = (type: 'delivery-status' | 'feedback-report', lines: readonly string[]) =>
  [
    'From: mailer-daemon@mail.example',
    'Subject: report',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary=b`,
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'A report.',
    '--b',
    `Content-Type: message/${type}`,
    '',
    ...lines,
    '--b--',
    '',
  ].join('\r\n');

describe('a report of a mail server', () => {
  const bounce = (status: string, action = 'failed') =>
    report('delivery-status', ['Reporting-MTA: dns; mail.example', '', `Action: ${action}`, `Status: ${status}`]);

  it('a bounce report marks the email, and no more email is sent to the address for a while', async () => {
    const { email, intakeId, bounceTo } = await welcomed();
    expect(bounceTo).toMatch(/^b\+[0-9a-f]{60}@in\.makewhole\.test$/);
    expect(await deliver(bounceTo, { from: '', raw: bounce('4.4.1', 'delayed') })).toMatch(/^2\d\d/);
    expect(await statusOf(intakeId)).toBeNull();
    expect(await deliver(bounceTo, { from: '', raw: bounce('5.1.1') })).toMatch(/^2\d\d/);
    expect(await statusOf(intakeId)).toBe('bounced');
    harness().clock.advance(20 * 86_400);
    await sweep(harness());
    const again = await givenIntake(harness(), { customer: { email } });
    await harness().sendMessages();
    expect(harness().mailbox.to(email)).toHaveLength(1);
    const { rows } = await harness().ctx.db.pool.query(
      'select state, last_failure from customers.messages where subject_id = $1',
      [again.intake_id],
    );
    expect(rows).toMatchObject([{ state: 'failed', last_failure: 'address_bounced' }]);
  });

  it('a spam report stops all contact', async () => {
    const { email, intakeId, bounceTo } = await welcomed();
    const complaint = report('feedback-report', ['Feedback-Type: abuse', 'User-Agent: x/1', 'Version: 1']);
    expect(await deliver(bounceTo, { from: 'fbl@mail.example', raw: complaint })).toMatch(/^2\d\d/);
    expect([await isListed(email), await statusOf(intakeId)]).toEqual([true, 'complained']);
    expect((await detailOf(intakeId)).replies).toMatchObject([{ channel: 'complaint', understood_as: 'stop' }]);
  });
});
