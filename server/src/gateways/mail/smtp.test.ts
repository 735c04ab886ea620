import { afterEach, describe, expect, it } from 'vitest';
import { GatewayError } from '#platform/errors';
import { useHarness } from '#test/harness';

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

describe('mail over SMTP', () => {
  it('reaches the one recipient it is for', async () => {
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

  it('distinguishes final and retryable refusals', async () => {
    harness.current.mailbox.behave('refuse');
    await expect(send('jane@example.com')).rejects.toMatchObject({ kind: 'refused', responseCode: 550 });
    harness.current.mailbox.behave('busy');
    const busy = await send('jane@example.com').catch((error: unknown) => error);
    expect(busy).toBeInstanceOf(GatewayError);
    expect(busy).toMatchObject({ kind: 'unavailable', responseCode: 451 });
  });
});
