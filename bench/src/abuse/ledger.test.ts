import { describe, expect, it } from 'vitest';
import { Ledger, mailsPerMailbox, messagesAfterStop, mostInADay, mostOfAnyDay, offersAfterStop } from './ledger.ts';
import { isHour, mailboxOf } from './people.ts';

const hour = 3_600_000;
const start = Date.parse('2026-11-17T00:00:00.000Z');

describe('what is measured of a day', () => {
  it('counts one name in any 24 hours, not by calendar days', () => {
    const sent = [20, 23, 25, 43, 44].map((at) => ({ at: start + at * hour, to: 'one' }));
    expect(mostInADay(sent)).toBe(4);
    expect(mostOfAnyDay(sent)).toBe(3);
    expect(mostInADay([...sent, { at: start + 30 * hour, to: 'other' }])).toBe(4);
    expect([mostInADay([]), mostOfAnyDay([])]).toEqual([0, 0]);
  });

  it('knows one mailbox by its spellings', () => {
    const names = ['Robin.Owner+1@gmail.com', 'robinowner@googlemail.com', 'robin.owner+x@example.com'];
    expect(names.map(mailboxOf)).toEqual(['robinowner@gmail.com', 'robinowner@gmail.com', 'robin.owner@example.com']);
    const ledger = new Ledger();
    ledger.mails.push(...names.map((to) => ({ at: start, to })));
    expect(mailsPerMailbox(ledger)).toBe(2);
  });

  it('lets one text confirm a stop by text, and nothing else follow it', () => {
    const ledger = new Ledger();
    const [phone, email] = ['+12125550100', 'a@example.com'];
    ledger.stops.push({ at: start, phone, emails: [email], answered: true });
    ledger.texts.push({ at: start, to: phone }, { at: start + 1, to: phone });
    expect(messagesAfterStop(ledger)).toBe(0);
    ledger.texts.push({ at: start + 2 * hour, to: phone });
    ledger.mails.push({ at: start - 1, to: email }, { at: start + 1, to: email });
    ledger.offers.push({ at: start + 1, to: phone });
    expect([messagesAfterStop(ledger), offersAfterStop(ledger)]).toEqual([2, 1]);
  });

  it('asks for the hour wherever somebody may be', () => {
    const newYorker = { phone: '+12125550100', state: 'CA' } as const;
    const at = (utc: number) => isHour(newYorker, start + utc * hour, [8, 21]);
    // 8:00 in New York is 5:00 in California; 21:00 in New York is 18:00 there.
    expect([at(13), at(16), at(25), at(26)]).toEqual([false, true, true, false]);
  });
});
