import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPage, postForm } from '../testing.ts';

const parts = useHarness();

async function numberOf(id: string): Promise<string> {
  const text = 'select number from consultations.consultations where id = $1';
  return (await parts.current.ctx.db.find<{ number: string }>({ text, values: [id] }))?.number ?? '';
}

/** Sends the waiting messages and returns the emails to this address. */
async function takeMails(to: string) {
  const { mailbox } = parts.current;
  await parts.current.sendMessages();
  return mailbox.received
    .splice(0)
    .flatMap(({ recipients, mail }) =>
      recipients.includes(to) ? [{ text: mail.text ?? '', html: mail.html || '' }] : [],
    );
}

const ask = (number: string, contact: string) => postForm(parts.current, '/case', { number, contact });

describe('the case number', () => {
  it('the case number is at the bottom of the first email and every later one, in the language of each', async () => {
    const { id, customer } = await givenPage(parts.current);
    const number = await numberOf(id);
    const [welcome, ...others] = await takeMails(customer.email);
    expect(number).toMatch(/^CN-\d{8}$/);
    expect(welcome?.text).toMatch(new RegExp(`\nYour case number: ${number}\n+$`));
    expect(welcome?.html).toContain(`>Your case number: ${number}</p>`);
    for (const { text } of others) expect(text).toContain(number);

    await parts.current.ctx.db.many({
      text: `update consultations.consultations set language = 'es' where id = $1`,
      values: [id],
    });
    await ask(number.toLowerCase(), customer.email);
    const [link, ...more] = await takeMails(customer.email);
    expect(more).toEqual([]);
    expect(link?.text).toMatch(new RegExp(`\nSu número de caso: ${number}\n+$`));
    expect(link?.html).toContain(`>Su número de caso: ${number}</p>`);
    expect(link?.html).not.toContain('<!-- case number -->');
  });

  it('a case number alone opens nothing: a link goes only to a contact of a proven case', async () => {
    const proven = await givenPage(parts.current);
    const unproven = await givenPage(parts.current, {}, false);
    const addresses = [proven.customer.email, unproven.customer.email];
    for (const to of addresses) await takeMails(to);
    const number = await numberOf(proven.id);
    expect((await parts.current.call('GET', `/case/${number}`)).status).toBe(404);
    const answers = [
      await ask(number, 'stranger@example.com'),
      await ask(number, unproven.customer.email),
      await ask(await numberOf(unproven.id), unproven.customer.email),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text.includes(number)}`))).toEqual(
      new Set(['200 false']),
    );
    await parts.current.sendMessages();
    expect(parts.current.mailbox.received.splice(0)).toEqual([]);
  });
});
