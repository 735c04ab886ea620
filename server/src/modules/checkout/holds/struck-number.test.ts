import { describe, expect, it } from 'vitest';
import { strikeNumbers } from '#modules/consultations';
import { messagePurposes } from '#modules/customers';
import { transact } from '#platform/db';
import { useCardHarness } from '#test/doubles/stripe';
import { freshPhone } from '#test/doubles/twilio';
import { messageRows } from '#testing/customers';
import { deliverProviderEvents, givenCheckout, givenHold } from '../testing.ts';
import { isRenewalWanted } from './hold-messages.ts';

const parts = useCardHarness();
const days = 86_400;

describe('a wrong number', () => {
  it('a wrong number is not texted about a new hold, whether it was removed before or after the text was queued', async () => {
    const { harness, stripe } = parts.current;
    const contacts = { email: undefined, phone: freshPhone() };
    const [before, after] = [await givenCheckout(harness, { contacts }), await givenCheckout(harness, { contacts })];
    const holdIds = [];
    for (const checkout of [before, after]) holdIds.push(await givenHold(parts.current, checkout, 'research'));
    const strike = ({ consultationId }: typeof before) =>
      transact(harness.ctx, (tx) =>
        strikeNumbers(tx, [{ consultationId, contact: { phone: undefined, email: undefined }, isProven: false }]),
      );
    await strike(before);
    harness.clock.advance(7 * days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    const renewalsOf = async (id: string) =>
      (await messageRows(harness, id)).filter(({ purpose }) => purpose === messagePurposes.holdEnded);
    const [none, asked] = await Promise.all(holdIds.map(renewalsOf));
    expect([none, asked]).toMatchObject([[], [{ channel: 'text', state: 'waiting' }]]);
    const [message] = asked ?? [];
    const subject = {
      purpose: messagePurposes.holdEnded,
      subjectId: holdIds[1] ?? '',
      subjectVersion: message?.subject_version ?? undefined,
    };
    expect(await isRenewalWanted(harness.ctx, subject)).toBe(true);
    await strike(after);
    expect(await isRenewalWanted(harness.ctx, subject)).toBe(false);
  });
});
