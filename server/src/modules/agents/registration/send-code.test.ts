import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/db';
import { startHarness, useHarness, type Harness } from '#test/harness';
import { startMailbox, type Mailbox } from '#test/doubles/mailbox';
import { givenStaffToken } from '#testing/staff';
import { codeFor, register, registrationBody, registrationOf, verify } from '../testing.ts';

const deliveryError = 'The code could not be sent to operator.email; check the address and register again.';

const messagesOf = (harness: Harness, registrationId: string) =>
  harness.ctx.db.many(
    typed(
      sql
        .selectFrom('customers.messages')
        .select(['purpose', 'channel', 'state'])
        .where('subject_id', '=', registrationId),
    ),
  );

describe('a code whose email is not accepted', () => {
  const harness = useHarness();
  afterEach(() => harness.current.mailbox.behave('accept'));

  it('a refused address, and nothing else, is reported as email_delivery_error [A-REG-024]', async () => {
    harness.current.mailbox.behave('refuse');
    const { status, body } = await register(harness.current);
    expect([status, body.status, body.email_delivery_error]).toEqual([202, 'pending_verification', deliveryError]);
    expect(await messagesOf(harness.current, body.registration_id)).toMatchObject([{ state: 'failed' }]);
    harness.current.mailbox.behave('accept');
    const working = await register(harness.current);
    expect([working.status, 'email_delivery_error' in working.body]).toEqual([202, false]);
  });

  it('a busy server is not an error: the code is sent a minute later and can be used', async () => {
    const body = registrationBody();
    harness.current.mailbox.behave('busy');
    const { status, body: answer } = await register(harness.current, body);
    expect([status, answer.status, 'email_delivery_error' in answer]).toEqual([202, 'pending_verification', false]);
    expect(harness.current.mailbox.to(body.operator.email)).toEqual([]);
    harness.current.mailbox.behave('accept');
    harness.current.clock.advance(60);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(body.operator.email)).toHaveLength(1);
    const code = codeFor(harness.current, body.operator.email);
    expect((await verify(harness.current, { registration_id: answer.registration_id, code })).status).toBe(201);
  });

  it('an unsent code is stored encrypted: neither address nor code is readable in the table', async () => {
    const body = registrationBody();
    harness.current.mailbox.behave('busy');
    const { body: answer } = await register(harness.current, body);
    const rows = await harness.current.ctx.db.many<{ whole: string }>({
      text: "select m::text || encode(encrypted_content, 'escape') as whole from customers.messages m where subject_id = $1",
      values: [answer.registration_id],
    });
    expect(rows).toHaveLength(1);
    for (const secret of [body.operator.email, 'Your code is']) expect(rows[0]!.whole).not.toContain(secret);
  });

  it('an expired code is not sent', async () => {
    const body = registrationBody();
    harness.current.mailbox.behave('busy');
    const { body: answer } = await register(harness.current, body);
    harness.current.mailbox.behave('accept');
    harness.current.clock.advance(harness.current.config.codeTtlMin * 60);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(body.operator.email)).toEqual([]);
    expect(await messagesOf(harness.current, answer.registration_id)).toMatchObject([{ state: 'withdrawn' }]);
  });

  it('a code for an operator on the do-not-contact list is never sent, and no response reveals it', async () => {
    const emails = Array.from({ length: 2 }, () => `Operator-${crypto.randomUUID()}@example.com`);
    const token = await givenStaffToken(harness.current);
    const body = { email: emails[0]?.toLowerCase() };
    await harness.current.call('POST', '/api/staff/v1/do-not-contact', { token, body });
    const answers = [];
    for (const email of emails) {
      const seen = [];
      for (let count = 0; count < 4; count += 1) {
        const { status, body: answer } = await register(harness.current, registrationOf(email));
        seen.push([status, ...Object.keys(answer)]);
      }
      answers.push(seen);
    }
    expect(answers[0]).toEqual(answers[1]);
    await harness.current.sendMessages();
    expect(emails.map((email) => harness.current.mailbox.to(email).length)).toEqual([0, 3]);
  });

  it('a registration whose address does not exist no longer counts as pending', async () => {
    const email = `operator-${crypto.randomUUID()}@example.com`;
    harness.current.mailbox.behave('busy');
    for (let count = 0; count < 3; count += 1) await register(harness.current, registrationOf(email));
    expect((await register(harness.current, registrationOf(email))).status).toBe(429);
    harness.current.mailbox.behave('refuse');
    harness.current.clock.advance(60);
    await harness.current.sendMessages();
    harness.current.mailbox.behave('accept');
    expect((await register(harness.current, registrationOf(email))).status).toBe(202);
  });

  it('a mistyped address does not count as pending and locks no one out', async () => {
    const email = `operator-${crypto.randomUUID()}@example.com`;
    harness.current.mailbox.behave('refuse');
    for (let count = 0; count < 4; count += 1) {
      expect((await register(harness.current, registrationOf(email))).status).toBe(202);
    }
    harness.current.mailbox.behave('accept');
    const statuses = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await register(harness.current, registrationOf(email))).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
  });

  it('a failed code logs nothing of the address', async () => {
    const body = registrationBody();
    harness.current.mailbox.behave('refuse');
    await register(harness.current, body);
    const lines = harness.current.logLines.join('');
    expect(lines).toContain('agents.code-not-accepted');
    expect(lines).not.toContain(body.operator.email);
  });
});

describe('an unreachable mail server', () => {
  const harness = useHarness({ SMTP_URL: 'smtp://127.0.0.1:1' });

  it('an unreachable mail server is not blamed on the address: the code is retried', async () => {
    const { status, body } = await register(harness.current);
    expect([status, 'email_delivery_error' in body]).toEqual([202, false]);
    expect(await messagesOf(harness.current, body.registration_id)).toEqual([
      { purpose: 'agents.code', channel: 'email', state: 'waiting' },
    ]);
  });
});

describe('no mail server at all', () => {
  const harness = useHarness({ SMTP_URL: '', DEV_PAGES: '1' });

  it('without a mail server the code is in the inbox of the developer pages', async () => {
    const { status, body } = await register(harness.current);
    expect([status, 'email_delivery_error' in body]).toEqual([202, false]);
    await harness.current.sendMessages();
    expect(await messagesOf(harness.current, body.registration_id)).toEqual([
      { purpose: 'agents.code', channel: 'email', state: 'sent' },
    ]);
    const page = await harness.current.call('GET', '/dev/inbox');
    const code = /Your code is (\d{6})\./.exec(page.text)?.[1];
    expect((await verify(harness.current, { registration_id: body.registration_id, code })).status).toBe(201);
  });
});

/** A proxy in front of a mailbox that accepts connections and stays silent until it is told to relay. */
async function startSilentServer(mailbox: Mailbox) {
  const sockets = new Set<Socket>();
  let silent = true;
  const server = createServer((near) => {
    sockets.add(near.on('error', () => undefined));
    if (silent) return;
    const far = connect(Number(new URL(mailbox.url).port), '127.0.0.1');
    sockets.add(far.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    speak: () => {
      silent = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a mail server that accepts the connection and stays silent', () => {
  it('a silent mail server delays the response by about five seconds at most; the queue sends the code, which counts as pending', async () => {
    const mailbox = await startMailbox();
    const server = await startSilentServer(mailbox);
    const harness = await startHarness({ SMTP_URL: server.url });
    try {
      const body = registrationBody();
      const startedAt = performance.now();
      const answers = await Promise.all(Array.from({ length: 3 }, () => register(harness, body)));
      const seconds = (performance.now() - startedAt) / 1000;
      expect(seconds).toBeGreaterThan(4.5);
      // The mail library's own timeout is ten seconds.
      expect(seconds).toBeLessThan(9.5);
      expect(answers.map(({ status, body }) => [status, 'email_delivery_error' in body])).toEqual(
        answers.map(() => [202, false]),
      );
      expect((await register(harness, body)).status).toBe(429);

      const { registration_id: id } = answers[0]!.body;
      expect(await messagesOf(harness, id)).toEqual([{ purpose: 'agents.code', channel: 'email', state: 'waiting' }]);
      server.speak();
      await harness.sendMessages();
      const codes = mailbox.to(body.operator.email).map(({ mail }) => /\d{6}/.exec(mail.text ?? '')?.[0]);
      expect(codes).toHaveLength(3);
      const statuses = [];
      for (const code of codes) statuses.push((await verify(harness, { registration_id: id, code })).status);
      expect(statuses).toContain(201);
    } finally {
      await server.close();
      await harness.close();
      await mailbox.close();
    }
  });
});
