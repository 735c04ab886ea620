import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { renderMail } from '#lib/mail/render-mail';
import { Secret } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { checkSignature } from '#test/fixtures/dkim-signature';
import { testMail } from '#test/fixtures/test-messages';
import { useHarness } from '#test/harness';
import { createMail } from './index.ts';

const harness = useHarness();

afterEach(() => harness.current.mailbox.behave('accept'));

const send = (to: string, changes: { subject?: string; text?: string } = {}) =>
  harness.current.ctx.mail.send({
    id: 'msg_synthetic',
    to,
    subject: 'A synthetic message',
    text: 'Synthetic text.',
    html: '<p>Synthetic text.</p>',
    ...changes,
  });

describe('email over SMTP', () => {
  it('an email reaches only its one recipient', async () => {
    await send('jane@example.com');
    const [received] = harness.current.mailbox.to('jane@example.com');
    expect(received?.recipients).toEqual(['jane@example.com']);
    expect(received?.mail).toMatchObject({
      to: [{ address: 'jane@example.com' }],
      subject: 'A synthetic message',
      messageId: '<msg_synthetic@makewhole.test>',
    });
    expect(received?.mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  it.each([
    'jane@example.com, second@example.com',
    'jane@example.com,second@example.com',
    'jane@example.com;second@example.com',
    'jane@example.com\r\nBcc: second@example.com',
    'jane@example.com\nsecond@example.com',
    'jane@example.com\r\nRCPT TO:<second@example.com>',
    '<second@example.com>',
    'jane@example.com <second@example.com>',
    '"jane@example.com" <second@example.com>',
    'second@example.com\0',
    'Team: second@example.com;',
    ' second@example.com',
    'second@example.com ',
    '',
  ])('sends nothing to a recipient that is not one plain address: %j', async (to) => {
    const before = harness.current.mailbox.received.length;
    await expect(send(to)).rejects.toMatchObject({ name: 'GatewayError', kind: 'refused' });
    expect(harness.current.mailbox.received.slice(before)).toEqual([]);
  });

  it('lets no line of a subject or text become a header or a second message', async () => {
    await send('lines@example.com', {
      subject: 'Hello\r\nBcc: second@example.com\r\n\r\nbody',
      text: 'first\r\n.\r\nMAIL FROM:<x@example.com>\r\nRCPT TO:<second@example.com>',
    });
    expect(harness.current.mailbox.to('second@example.com')).toEqual([]);
    const [received, ...more] = harness.current.mailbox.to('lines@example.com');
    expect(more).toEqual([]);
    expect(received?.mail.bcc).toBeUndefined();
    expect(received?.mail.text).toContain('RCPT TO:<second@example.com>');
  });

  it('final and retryable refusals are distinguished', async () => {
    harness.current.mailbox.behave('refuse');
    await expect(send('jane@example.com')).rejects.toMatchObject({ kind: 'refused', responseCode: 550 });
    harness.current.mailbox.behave('busy');
    const busy = await send('jane@example.com').catch((error: unknown) => error);
    expect(busy).toBeInstanceOf(GatewayError);
    expect(busy).toMatchObject({ kind: 'unavailable', responseCode: 451 });
  });
});

describe('an email with a DKIM key in the settings', () => {
  it('a signed email can be verified by its receiver, including the stop headers', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { ctx, mailbox } = harness.current;
    const dkim = { domain: 'makewhole.example', selector: 'one', privateKey: new Secret(pem) };
    const signing = createMail({ ...ctx.config, dkim });
    const html = renderMail(testMail(), { team: ctx.config.team }).html;
    const mail = {
      id: 'msg_signed',
      to: 'signed@example.com',
      subject: 'Señor, a  synthetic mail',
      text: 'Text.',
      html,
    };
    await signing.send({ ...mail, stopUrl: 'http://makewhole.test/stop/synthetic' });
    signing.close();
    const raw = mailbox.to('signed@example.com')[0]?.raw ?? '';
    const signature = checkSignature(raw, publicKey);
    expect(signature).toMatchObject({ domain: 'makewhole.example', selector: 'one', isValid: true });
    expect(signature.signed).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
    );
    expect(checkSignature(raw.replace('Text.', 'Test.'), publicKey).isValid).toBe(false);
  });
});
