import type { GatewayError } from '#platform/errors';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Secret } from '#platform/config';
import { startHarness } from '#test/harness';
import { startScriptedSmtp, type SmtpScript } from '#test/doubles/scripted-smtp';
import { messageRows } from '#testing/customers';
import { givenIntake } from '#testing/intakes';
import { createMail } from './index.ts';

async function givenServer() {
  const server = await startScriptedSmtp();
  const harness = await startHarness({ SMTP_URL: server.url });
  onTestFinished(() => harness.close());
  const send = (script: SmtpScript) => {
    server.say(script);
    const mail = { id: 'msg_synthetic', to: 'jane@example.com', subject: 'Hi', text: 'Hi', html: 'Hi' };
    return harness.ctx.mail.send(mail).then(
      () => 'taken',
      ({ kind, about, mayBeDone, responseCode }: GatewayError) =>
        [kind, responseCode, about, ...(mayBeDone ? ['may be done'] : [])].join(' '),
    );
  };
  return { server, harness, send };
}

/** Refusals about us or the server, which concern all messages. */
const ofTheService: readonly [string, SmtpScript][] = [
  ['a greeting that refuses', { CONNECT: '554 5.7.1 your address is blocked' }],
  ['a host that takes no mail', { CONNECT: '521 5.3.2 no mail here' }],
  ['an expired password', { AUTH: '535 5.7.8 the password has expired' }],
  ['a way of signing in that is not taken', { AUTH: '534 5.7.9 use another mechanism' }],
  ['a sender that is refused', { MAIL: '550 5.7.1 this sender may not' }],
  ['a sender that is unknown', { MAIL: '553 5.1.8 no such sender' }],
  ['a sender that is refused without more', { MAIL: '550 no' }],
  ['a sender that is judged with the recipient', { RCPT: '550 5.1.8 the domain of the sender is not found' }],
  ['a sender whose form is judged with the recipient', { RCPT: '553 5.1.7 the address of the sender is malformed' }],
  ['a server that closes', { RCPT: '421 4.3.2 shutting down' }],
  ['a server that closes at the message', { BODY: '421 closing' }],
  ['a greeting that is not for now', { CONNECT: '421 4.3.2 too many connections' }],
  ['signing in that is missing', { MAIL: '530 5.7.0 sign in first' }],
  ['a server whose disk is full', { RCPT: '452 4.3.1 no space' }],
  ['a server without space for the message', { BODY: '452 4.3.1 no space' }],
];

/** Refusals of the message, which are retryable too. */
const ofTheMessage: readonly [string, SmtpScript][] = [
  ['a size that is announced and too large', { MAIL: '552 5.3.4 too large' }],
  ['relaying that is not allowed', { RCPT: '554 5.7.1 relay access denied' }],
  ['a policy', { RCPT: '550 5.7.1 blocked by a list' }],
  ['a policy on several lines', { RCPT: '550-5.7.1 blocked\r\n550 5.7.1 by a list' }],
  ['a transaction that failed', { RCPT: '554 no' }],
  ['greylisting', { RCPT: '450 4.2.0 greylisted' }],
  ['greylisting with a number that does not fit', { RCPT: '550 4.2.0 greylisted' }],
  ['a mailbox that is full', { RCPT: '552 5.2.2 mailbox full' }],
  ['a route that is missing', { RCPT: '550 5.4.4 unable to route' }],
  ['a command that is not understood', { RCPT: '501 5.5.4 syntax' }],
  ['data that is not wanted', { DATA: '554 5.5.1 no valid recipients' }],
  ['a message that is taken for spam', { BODY: '550 5.7.1 spam' }],
  ['a message that is refused without more', { BODY: '550 no' }],
  ['a message that failed', { BODY: '554 no' }],
  ['a message that is too large', { BODY: '552 5.3.4 too large' }],
];

const ofTheRecipient: readonly [string, SmtpScript][] = [
  ['no such mailbox', { RCPT: '550 5.1.1 no such user' }],
  ['no such mailbox, on several lines', { RCPT: '550-5.1.1 no such\r\n550 5.1.1 user' }],
  ['no such mailbox, without more', { RCPT: '550 no such user' }],
  ['no such domain', { RCPT: '550 5.1.2 no such domain' }],
  ['a mailbox that moved away', { RCPT: '551 5.1.6 moved' }],
  ['a user who is not local, without more', { RCPT: '551 not local' }],
  ['a name that cannot be one', { RCPT: '553 5.1.3 bad address' }],
  ['a name that cannot be one, without more', { RCPT: '553 bad address' }],
  ['a name that cannot be one, by another number', { RCPT: '501 5.1.3 bad address' }],
  ['a domain that takes no mail', { RCPT: '556 5.1.10 null MX' }],
  ['a mailbox that is disabled', { RCPT: '550 5.2.1 mailbox disabled' }],
  ['no such mailbox, found after the message', { BODY: '550 5.1.1 no such user' }],
];

describe('a refusal by a mail server', () => {
  it('a refusal is final only when it is about the recipient', async () => {
    const { send } = await givenServer();
    const said: Record<string, string> = {};
    for (const [name, script] of [...ofTheService, ...ofTheMessage, ...ofTheRecipient]) said[name] = await send(script);
    const number = (script: SmtpScript) => /\d{3}/.exec(Object.values(script)[0] ?? '')?.[0];
    expect(said).toEqual(
      Object.fromEntries([
        ...ofTheService.map(([name, script]) => [name, `unavailable ${number(script)} service`]),
        ...ofTheMessage.map(([name, script]) => [name, `unavailable ${number(script)} request`]),
        ...ofTheRecipient.map(([name, script]) => [name, `refused ${number(script)} request`]),
      ]),
    );
  });

  it('a failure without a connection is not an attempt, and one that lost the connection with the message may have been', async () => {
    const { server, harness, send } = await givenServer();
    expect(await send({ BODY: 'cut' })).toBe('unavailable  service may be done');
    const away = createMail({ ...harness.config, smtpUrl: new Secret('smtp://127.0.0.1:1') });
    const mail = { id: 'msg_synthetic', to: 'jane@example.com', subject: 'Hi', text: 'Hi', html: 'Hi' };
    await expect(away.send(mail)).rejects.toMatchObject({ kind: 'unavailable', about: 'service', mayBeDone: false });
    away.close();
    expect(server.taken).toBe(0);
  });

  it('an expired password loses no welcome: all are sent once there is a new one', async () => {
    const { server, harness } = await givenServer();
    server.say({ AUTH: '535 5.7.8 the password has expired' });
    const receipt = [];
    for (let count = 0; count < 12; count += 1) receipt.push(await givenIntake(harness));
    await harness.sendMessages();
    for (const { intake_id: id } of receipt) {
      expect(await messageRows(harness, id)).toMatchObject([
        { state: 'waiting', attempt: 0, last_failure: 'unavailable 535' },
      ]);
    }
    server.say({});
    harness.clock.advance(60);
    await harness.sendMessages();
    expect(server.taken).toBe(12);
  });
});
