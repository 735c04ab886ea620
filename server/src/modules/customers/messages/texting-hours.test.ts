import { describe, expect, it } from 'vitest';
import { addDays } from '#lib/time/dates';
import { givenIntake } from '#testing/intakes';
import { useTextHarness } from '#test/doubles/twilio';
import type { Harness } from '#test/harness';
import { givenMessage, messageRows } from '../testing.ts';

const parts = useTextHarness();

const textTo = (to: string) => ({ channel: 'text', to, text: 'Synthetic text.' }) as const;

let numbers = 0;
/** A number that no other test has. */
const phoneOf = (areaCode: string): string => `+1${areaCode}555${String((numbers += 1)).padStart(4, '0')}`;

/** Moves the clock to the next such time of day, and weekday, in UTC. */
function moveToNext({ clock }: Harness, time: string, weekday?: number): void {
  const today = new Date(`${clock.now().toISOString().slice(0, 10)}T${time}:00.000Z`);
  const next = Array.from({ length: 8 }, (_, days) => addDays(today, days)).find(
    (at) => at > clock.now() && (weekday === undefined || at.getUTCDay() === weekday),
  );
  if (next !== undefined) clock.advance((next.getTime() - clock.now().getTime()) / 1000);
}

/** The ledger's entries for a subject's messages, in order. */
async function ledgerOf({ ctx }: Harness, subjectId: string): Promise<Record<string, unknown>[]> {
  const text = 'select id, kind, encrypted_details from consent.entries where subject_id = $1 order by at, id';
  const rows = await ctx.db.many<{ id: string; kind: string; encrypted_details: Buffer }>({
    text,
    values: [subjectId],
  });
  return rows.map(({ id, kind, encrypted_details: sealed }) => ({
    kind,
    ...(JSON.parse(ctx.vault.decrypt(sealed, `consent.entries/${id}`)) as object),
  }));
}

const messagesIn = (ledger: readonly Record<string, unknown>[]) =>
  ledger.filter(({ kind }) => String(kind).startsWith('message'));

describe('a text outside calling hours', () => {
  it('a text outside calling hours waits in the queue until they begin, and no attempt is counted', async () => {
    const { harness, twilio } = parts.current;
    // 3:00 on a Tuesday in New York.
    moveToNext(harness, '08:00', 2);
    const phone = phoneOf('212');
    const { subjectId } = await givenMessage(harness, { content: textTo(phone) });
    await harness.sendMessages();
    expect(twilio.to(phone)).toEqual([]);
    const [row] = await messageRows(harness, subjectId);
    expect(row).toMatchObject({ state: 'waiting', attempt: 0, last_failure: null, finished_at: null });
    expect(messagesIn(await ledgerOf(harness, subjectId))).toEqual([]);
    moveToNext(harness, '12:59');
    await harness.sendMessages();
    expect(twilio.to(phone)).toEqual([]);
    harness.clock.advance(60);
    await harness.sendMessages();
    expect(twilio.to(phone)).toHaveLength(1);
    expect(await messageRows(harness, subjectId)).toMatchObject([{ state: 'sent', attempt: 1 }]);
  });

  it('a text on a Sunday in Alabama waits for Monday', async () => {
    const { harness, twilio } = parts.current;
    moveToNext(harness, '18:00', 0);
    const phone = phoneOf('205');
    await givenMessage(harness, { content: textTo(phone) });
    await harness.sendMessages();
    harness.clock.advance(19 * 3600);
    await harness.sendMessages();
    expect(twilio.to(phone)).toEqual([]);
    harness.clock.advance(3600);
    await harness.sendMessages();
    expect(twilio.to(phone)).toHaveLength(1);
  });

  it("a text also waits for the calling hours of its case's location, even if the area code allows it", async () => {
    const { harness, twilio } = parts.current;
    // 9:00 in New York, 6:00 in Los Angeles.
    moveToNext(harness, '14:00', 3);
    const phone = phoneOf('212');
    const customer = { email: `${phone.slice(2)}@example.com`, phone };
    await givenIntake(harness, { customer, loss: { zip: '90012' } });
    await harness.sendMessages();
    const before = twilio.to(phone).length;
    harness.clock.advance(2 * 3600);
    await harness.sendMessages();
    expect([before, twilio.to(phone).length]).toEqual([0, 1]);
  });

  it('emails are sent at any hour and do not wait behind texts', async () => {
    const { harness } = parts.current;
    moveToNext(harness, '08:00', 0);
    const { subjectId } = await givenMessage(harness);
    await harness.sendMessages();
    expect(await messageRows(harness, subjectId)).toMatchObject([{ state: 'sent' }]);
  });
});

describe('a message that waited too long', () => {
  it('a message that is no longer useful is withdrawn and not sent', async () => {
    const { harness, twilio } = parts.current;
    moveToNext(harness, '19:00', 1);
    const phone = phoneOf('415');
    const text = await givenMessage(harness, { content: textTo(phone) });
    const mail = await givenMessage(harness);
    harness.clock.advance(7 * 86_400 + 60);
    await harness.sendMessages();
    expect([twilio.to(phone), harness.mailbox.to(mail.to)]).toEqual([[], []]);
    for (const { subjectId } of [text, mail]) {
      expect(await messageRows(harness, subjectId)).toMatchObject([{ state: 'withdrawn', last_failure: null }]);
      expect(messagesIn(await ledgerOf(harness, subjectId))).toMatchObject([
        { kind: 'message_not_sent', why: 'too_late' },
      ]);
    }
  });
});

describe('the consent ledger', () => {
  it('the ledger has every text that was sent, with the rules and the local time', async () => {
    const { harness } = parts.current;
    moveToNext(harness, '19:00', 2);
    const { subjectId } = await givenMessage(harness, { content: textTo(phoneOf('415')) });
    await harness.sendMessages();
    const [row] = await messageRows(harness, subjectId);
    expect(messagesIn(await ledgerOf(harness, subjectId))).toEqual([
      {
        kind: 'message_sent',
        message: row?.id,
        purpose: 'test.message',
        channel: 'text',
        content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        rule_version: harness.config.callingHours.version,
        local_time: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:00 America\/Los_Angeles$/),
      },
    ]);
  });

  it('the ledger has every message that was not sent, with the reason', async () => {
    const { harness } = parts.current;
    moveToNext(harness, '19:00', 2);
    harness.mailbox.behave('refuse');
    const { subjectId } = await givenMessage(harness);
    await harness.sendMessages();
    harness.mailbox.behave('accept');
    expect(messagesIn(await ledgerOf(harness, subjectId))).toMatchObject([
      { kind: 'message_not_sent', channel: 'email', why: 'refused 550' },
    ]);
  });
});
