import { describe, expect, it } from 'vitest';
import { messageOwners } from '#app/message-sources';
import { messageQueue } from '#mount/customers/workers';
import type { Harness } from '#test/harness';
import { freshPhone, useTextHarness } from '#test/doubles/twilio';
import { givenStaffToken } from '#testing/staff';
import { messageRows } from '#testing/customers';
import { givenPartner } from '#testing/partners';
import { givenReferral, linkPath, partnerCalls } from '../testing.ts';

const parts = useTextHarness({ gapRequestsPerMin: 1_000_000, DEV_PAGES: '1' });

/** Text that an email or phone app would turn into a link, matched more broadly than by any of them. */
const linkLike = /[a-z][a-z0-9+.-]*:\/\/|www\.|@|mailto:|[\p{L}\p{N}_-]+[.\u3002\uff0e\uff61]\p{L}{2,}|<\/?[a-z]/giu;

type Names = { readonly institution?: string; readonly firstName?: string };

/** Refers a borrower with these names, and returns the messages that reached them. */
async function invite({ institution = 'Synthetic Credit Union', firstName = 'Robin' }: Names, livemode = true) {
  const { harness, twilio } = parts.current;
  const { key } = await givenPartner(harness, { livemode, institution: { name: institution } });
  const email = `borrower-${crypto.randomUUID()}@example.com`;
  const phone = freshPhone();
  const borrower = { first_name: firstName, last_name: 'Borrower', email, phone };
  const referral = await givenReferral(harness, key, { borrower });
  await harness.sendMessages();
  const link = `http://makewhole.test${await linkPath(harness, referral.id)}`;
  return { key, referral, email, phone, link, mails: harness.mailbox.to(email), texts: twilio.to(phone) };
}

const statesOf = async (harness: Harness, id: string) =>
  (await messageRows(harness, id)).map(({ channel, state }) => `${channel} ${state}`).toSorted();

describe('an invitation', () => {
  it("a live referral's invitation is sent by email and by text, each once, with the same link [P-REF-001]", async () => {
    const { mails, texts, link, referral } = await invite({});
    expect([mails.length, texts.length]).toEqual([1, 1]);
    const { mail } = mails[0]!;
    expect(mail.subject).toBe('An invitation: a free look at your total-loss claim');
    expect(mail.text).toContain('Hi Robin,\n\nSynthetic Credit Union invites you');
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
    expect(texts[0]!.body).toContain('Makewhole: Hi Robin, Synthetic Credit Union invites you');
    expect(texts[0]!.body).toContain(`Accept or decline: ${link} `);
    expect(texts[0]!.body).toMatch(/Reply STOP to opt out/);
    expect(await statesOf(parts.current.harness, referral.id)).toEqual(['email sent', 'text sent']);
  });

  it('a sandbox invitation is stored to be shown and never sent [P-SANDBOX-001]', async () => {
    const { harness } = parts.current;
    const { mails, texts, link, referral } = await invite({}, false);
    harness.clock.advance(86_400);
    await harness.sendMessages();
    expect([mails.length, texts.length, harness.mailbox.to(referral.borrower.email).length]).toEqual([0, 0, 0]);
    expect(await statesOf(harness, referral.id)).toEqual(['email sandbox', 'text sandbox']);
    const { text } = await harness.call('GET', '/dev/inbox');
    expect(text).toContain(link);
  });

  it('a waiting invitation is encrypted: neither contact, name nor link is in the table', async () => {
    const { referral, email, phone, link } = await invite({ firstName: 'Canaryfirstname' });
    const rows = JSON.stringify(await messageRows(parts.current.harness, referral.id));
    const stored = await parts.current.harness.ctx.db.many<{ text: string }>({
      text: 'select encrypted_link::text || link_hash::text as text from referrals.referrals where id = $1',
      values: [referral.id],
    });
    for (const secret of [email, phone, 'Canaryfirstname', link.slice(-32)]) {
      expect(rows).not.toContain(secret);
      expect(JSON.stringify(stored)).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it.each(['decline', 'cancel'] as const)(
    'an invitation that was not sent before the referral ends stays unsent: %s',
    async (how) => {
      const { harness, twilio } = parts.current;
      const { key } = await givenPartner(harness, { livemode: true });
      const borrower = { first_name: 'Late', last_name: 'Borrower', email: `${crypto.randomUUID()}@example.com` };
      const { id } = await givenReferral(harness, key, { borrower: { ...borrower, phone: freshPhone() } });
      if (how === 'cancel') await partnerCalls(harness, key)(`PATCH /referrals/${id}`, { status: 'canceled' });
      else
        await harness.call('POST', await linkPath(harness, id), {
          raw: 'decision=decline',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      const texts = twilio.received.length;
      await harness.sendMessages();
      expect(harness.mailbox.to(borrower.email)).toEqual([]);
      expect(twilio.received.length).toBe(texts);
      expect(await statesOf(harness, id)).toEqual(['email withdrawn', 'text withdrawn']);
    },
  );

  it('an unsent invitation is still sent after the borrower is activated', async () => {
    const { harness, twilio } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const borrower = { first_name: 'Early', last_name: 'Borrower', email: `${crypto.randomUUID()}@example.com` };
    const phone = freshPhone();
    harness.mailbox.behave('busy');
    twilio.behave('broken');
    const { id } = await givenReferral(harness, key, { borrower: { ...borrower, phone } });
    await harness.sendMessages();
    const token = await givenStaffToken(harness);
    await harness.call('POST', `/api/staff/v1/referrals/${id}/activate`, { token, body: {} });
    harness.mailbox.behave('accept');
    twilio.behave('accept');
    harness.clock.advance(60);
    await harness.sendMessages();
    expect([harness.mailbox.to(borrower.email), twilio.to(phone)]).toEqual([[], []]);
    expect(await statesOf(harness, id)).toEqual(['email withdrawn', 'text withdrawn']);
  });

  it('an invitation whose link was replaced during sending is not retried with the old link', async () => {
    const { harness } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const [before, after] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`];
    const borrower = { first_name: 'Moved', last_name: 'Borrower', email: before };
    const { id } = await givenReferral(harness, key, { borrower });
    const queue = messageQueue(harness.ctx, messageOwners);
    const claimed = await queue.claim('crossing-worker', 100);
    await partnerCalls(harness, key)(`PATCH /referrals/${id}`, { borrower: { email: after } });
    await queue.release('crossing-worker', claimed);
    await harness.sendMessages();
    expect([harness.mailbox.to(before).length, harness.mailbox.to(after).length]).toEqual([0, 1]);
    expect(await statesOf(harness, id)).toEqual(['email sent', 'email withdrawn']);
  });
});

describe('names in an invitation', () => {
  it.each([
    ['a link', 'https://evil.example/now', 'Your lender'],
    ['a host and a path', 'evil.example/now', 'Your lender'],
    ['a host', 'Acme evil.example', 'Acme evil .example'],
    ['a host with an ideographic dot', 'evil。example', 'evil 。example'],
    ['a host under www', 'www.evil', 'Your lender'],
    ['an address', 'mallory@evil.example', 'Your lender'],
    ['a header', 'Acme\r\nX-Evil: yes', 'Acme X-Evil: yes'],
    ['text that runs backwards', 'Acme \u202egpj.exe', 'Acme gpj .exe'],
    ['markup', '<b onclick=x>Acme', '<b onclick=x>Acme'],
    ['nothing that is shown', '\u200b\u200b', 'Your lender'],
  ])("the institution's name cannot become a link or a header: as %s", async (_kind, name, shown) => {
    const { mails, texts, link } = await invite({ institution: name, firstName: 'Robin' });
    const { mail, raw } = mails[0]!;
    expect(mail.text).toContain(`${shown} invites you`);
    // A character outside the SMS alphabet would split the message into four.
    const texted = shown.includes('。') ? 'Your lender' : shown;
    expect(texts[0]!.body).toContain(`${texted} invites you`);
    expect(raw).not.toMatch(/^X-Evil/m);
    expect(mail.html).not.toContain('<b onclick');
    for (const words of [mail.text ?? '', texts[0]!.body]) {
      const rest = words
        .replaceAll(`${link}?lang=es`, '')
        .replaceAll(link, '')
        .replaceAll(parts.current.harness.config.team.email, '')
        .replace(/http:\/\/makewhole\.test\/stop\/[\w-]+/, '')
        .replaceAll('<b onclick=x>', '');
      expect(rest.match(linkLike)).toBeNull();
    }
  });

  it.each([
    ['https://evil.example', 'Hi,'],
    ['Ann@evil.example', 'Hi,'],
    ['Ann.evil', 'Hi,'],
    ['Your claim is frozen, call 1 888 555 0100', 'Hi,'],
    ['Ann\u202e\u0007', 'Hi Ann,'],
    ['J.R.', 'Hi J.R.,'],
  ])("the borrower's names are left out if they may contain more than a name: %j", async (firstName, greeting) => {
    const { mails, texts, link, referral } = await invite({ firstName });
    expect(mails[0]!.mail.text).toMatch(new RegExp(`^${greeting.replaceAll('.', '\\.')}\n`));
    expect(texts[0]!.body).toContain(`Makewhole: ${greeting} Synthetic`);
    expect(texts[0]!.body.replaceAll(link, '').match(linkLike)).toBeNull();
    expect(referral.borrower.first_name).toBe(firstName);
  });
});
