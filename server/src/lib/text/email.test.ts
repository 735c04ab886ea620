import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import { canonicalMailbox, isEmail, normalizeEmail } from './email.ts';

describe('email addresses', () => {
  it.each([
    'owner@example.com',
    'first.last+tag@mail.example.com',
    "o'neil_!#$%&*/=?^`{|}~-@example.com",
    'A@EXAMPLE.COM',
    '1@1.com',
    `owner@${'a'.repeat(63)}.example.com`,
  ])('%s is an email address', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    'owner',
    'owner@',
    '@example.com',
    'owner@example',
    'owner@.com',
    'owner@example.',
    'owner@example..com',
    'owner@-example.com',
    'owner@example-.com',
    'a b@example.com',
    'owner@exam ple.com',
    'owner@@example.com',
    'Owner <owner@example.com>',
    'öwner@example.com',
    'owner@exämple.com',
    'owner@example.com\n',
    '"quoted"@example.com',
    'owner@[192.0.2.1]',
    `owner@${'a'.repeat(64)}.com`,
  ])('%j is not an email address', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it('email addresses have at most 254 characters', () => {
    const ofLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
    expect(isEmail(ofLength(254))).toBe(true);
    expect(isEmail(ofLength(255))).toBe(false);
  });

  it('are checked at once, however hostile the text', async () => {
    const hostile = [`a@${'a.'.repeat(120)}!`, `a@${'a-'.repeat(120)}`, `${'a'.repeat(250)}@`, 'a@'.repeat(100_000)];
    const ms = await processorMs(() => expect(hostile.map((text) => isEmail(text))).not.toContain(true));
    expect(ms).toBeLessThan(1000);
  });

  it('email addresses are compared in lowercase', () => {
    expect(normalizeEmail('Owner@Example.COM')).toBe('owner@example.com');
  });
});

describe('the mailbox of an address, for counting', () => {
  it.each([
    ['Owner@Example.com', 'owner@example.com'],
    ['owner+a@example.com', 'owner@example.com'],
    ['owner+a+b@example.com', 'owner@example.com'],
    ['o.w.n.e.r+x@gmail.com', 'owner@gmail.com'],
    ['owner@googlemail.com', 'owner@gmail.com'],
    ['first.last@example.com', 'first.last@example.com'],
    ['first.last@outlook.com', 'first.last@outlook.com'],
    ['first.last+shop@outlook.com', 'first.last@outlook.com'],
    ['owner@me.com', 'owner@icloud.com'],
    ['base-keyword@yahoo.com', 'base@yahoo.com'],
    ['base-keyword@yahoo.co.uk', 'base@yahoo.co.uk'],
    ['anne-marie@example.com', 'anne-marie@example.com'],
    ['o_w-n.er@pm.me', 'owner@proton.me'],
    ['shop@owner.fastmail.com', 'owner@fastmail.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['owner@BÜCHER.example', 'owner@xn--bcher-kva.example'],
  ])('the mailbox of %s is %s', (address, mailbox) => {
    expect(canonicalMailbox(address)).toBe(mailbox);
    expect(canonicalMailbox(mailbox)).toBe(mailbox);
  });
});
