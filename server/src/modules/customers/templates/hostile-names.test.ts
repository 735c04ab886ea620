import { describe, expect, it } from 'vitest';
import { freshPhone, useTextHarness } from '#test/doubles/twilio';
import { sentencesOf } from '#test/fixtures/page-truths/sentences';
import { minimalIntake, submit } from '#testing/intakes';

const parts = useTextHarness();
const harness = () => parts.current.harness;

/** Matches what a mail or phone app would turn into a link, and more. */
const linkLike = /[a-z][a-z0-9+.-]*:\/\/|www\.|@|mailto:|[\p{L}\p{N}_-]+[.\u3002\uff0e\uff61]\p{L}{2,}|<\/?[a-z]/giu;

/** Our own link; every message has its own. */
const ownLink = /http:\/\/makewhole\.test\/c\/\w{32}/;

const bodyOf = (agentName: string, firstName: string, customer: { email: string; phone: string }) =>
  minimalIntake({
    agent: { name: agentName, platform: 'hostile-platform' },
    customer: { ...customer, first_name: firstName },
  });

/** Submits a customer under these names and returns the messages that reached them. */
async function sendUnder(agentName: string, firstName: string) {
  const { harness, twilio } = parts.current;
  const email = `owner-${crypto.randomUUID()}@example.com`;
  const phone = freshPhone();
  const { status } = await submit(harness, bodyOf(agentName, firstName, { email, phone }));
  expect(status).toBe(201);
  const before = harness.mailbox.received.length;
  await harness.sendMessages();
  const mails = harness.mailbox.received.slice(before);
  expect(mails.map(({ recipients }) => recipients)).toEqual([[email]]);
  expect(twilio.to(phone)).toHaveLength(1);
  const [link = ''] = ownLink.exec(mails[0]!.mail.text ?? '') ?? [];
  return { email, link, mail: mails[0]!, text: twilio.to(phone)[0]!.body };
}

/** Header names of a raw message in lower case; continuation lines belong to the header above them. */
const headerNames = (raw: string): string[] =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(':', 1)[0]!.toLowerCase());

const ownHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

const hostile: [kind: string, name: string, shownAs: string][] = [
  ['a link', 'Win at https://evil.example/now', 'hostile-platform'],
  ['a host and a path', 'evil.example/now', 'hostile-platform'],
  ['a host', 'Acme evil.example', 'hostile-platform'],
  ['a host that ends in a digit', 'login1.example', 'hostile-platform'],
  ['a host that ends in a hyphen', 'a-.example', 'hostile-platform'],
  ['a host with an ideographic dot', 'evil。example', 'hostile-platform'],
  ['a host with a full-width dot', 'evil．example', 'hostile-platform'],
  ['a host with a half-width dot', 'evil｡example', 'hostile-platform'],
  ['a host under www', 'www.evil', 'hostile-platform'],
  ['an address', 'Mallory <mallory@evil.example>', 'hostile-platform'],
  ['a second recipient', 'Acme, mallory@evil.example', 'hostile-platform'],
  ['a header with an address', 'Acme\r\nBcc: mallory@evil.example', 'hostile-platform'],
  ['a header without one', 'Acme\r\nX-Evil: yes', 'hostile-platform'],
  ['a header by a lone line feed', 'Acme\nSubject: You won', 'hostile-platform'],
  ['the end of the headers', 'Acme\r\n\r\nYou won', 'AcmeYou won'],
  ['the end of the message', 'Acme\r\n.\r\nMAIL FROM:', 'hostile-platform'],
  ['an encoded word', '=?utf-8?B?ZXZpbA==?=', 'hostile-platform'],
  ['a host behind a hidden character', 'evil\u200b.\u200bexample', 'hostile-platform'],
  ['text that runs backwards', 'Acme \u202eBcd', 'Acme Bcd'],
  ['a false alarm', 'URGENT your claim is frozen, call 1 888 555 0100', 'hostile-platform'],
  ['a number to call', 'Call 8885550100', 'hostile-platform'],
];

describe.each(hostile)('a name with %s', (_kind, name, shownAs) => {
  it('a hostile agent or customer name becomes no link, no header and no second recipient', async () => {
    const { email, link, mail, text } = await sendUnder(name, name);
    expect(headerNames(mail.raw).sort()).toEqual(ownHeaders);
    expect(mail.mail.to).toEqual([{ name: '', address: email }]);
    expect(mail.mail.subject).toBe('Please confirm: a free look at your total-loss claim');

    const words = mail.mail.text!;
    const stop = /http:\/\/makewhole\.test\/stop\/[\w-]+/.exec(words)?.[0] ?? '';
    const own = [`${link}?lang=es`, link, stop, harness().config.team.email];
    const withoutOwn = (said: string) => own.reduce((rest, one) => rest.replaceAll(one, ''), said);
    expect(withoutOwn(words).match(linkLike)).toBeNull();
    expect(words.trimEnd().split(/\r?\n/)).toHaveLength(24);
    expect(text.replace(ownLink, '').match(linkLike)).toBeNull();
    expect(text).not.toMatch(/[\r\n]/);

    const markup = mail.mail.html!;
    expect([...markup.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      link,
      `${link}?lang=es`,
      `${stop}?lang=en`,
    ]);
    expect(withoutOwn(sentencesOf(markup).join(' ')).match(linkLike)).toBeNull();

    const greeting = shownAs === 'hostile-platform' ? 'Hi,' : `Hi ${shownAs},`;
    expect(words.startsWith(`${greeting}\n\n${shownAs} says you asked us`)).toBe(true);
    expect(text.startsWith(`Makewhole: ${greeting} ${shownAs} says you asked us`)).toBe(true);
  });
});

describe('a name with markup', () => {
  it('is not shown', async () => {
    const { mail } = await sendUnder('<img src=x onerror=alert(1)>', '"><b>Robin');
    const read = sentencesOf(mail.mail.html ?? '');
    expect(read).toEqual(expect.arrayContaining(['Hi,', expect.stringMatching(/^hostile-platform says you asked us/)]));
    expect(mail.mail.html).not.toMatch(/Robin|onerror/);
  });
});

describe('a platform name that is not a name', () => {
  it('an invalid platform name is left out', async () => {
    const { harness } = parts.current;
    const email = `owner-${crypto.randomUUID()}@example.com`;
    const agent = { name: 'Call 1 888 555 0100', platform: 'call-1-888-555-0100' };
    await submit(harness, minimalIntake({ agent, customer: { email } }));
    await harness.sendMessages();
    expect(harness.mailbox.to(email)[0]?.mail.text).toMatch(/^Hi,\r?\n\r?\nAn agent says you asked us/);
  });
});

describe('a customer’s first name with an address', () => {
  it('a first name with an address is left out while the agent’s name is shown', async () => {
    const { mail, text } = await sendUnder('Acme Claims', 'robin@evil.example');
    expect(mail.mail.text).toMatch(/^Hi,\r?\n\r?\nAcme Claims says you asked us/);
    expect(text).toMatch(/^Makewhole: Hi, Acme Claims says you asked us/);
  });
});
