import { expect, it } from 'vitest';
import { closeSettled } from './closing.ts';
import { accept, submit } from './intakes.ts';
import { isCardUnwanted, type Hold } from './money.ts';
import { Model, type Submission } from './state.ts';

const now = Date.parse('2026-11-15T18:00:00.000Z');
const day = 86_400_000;

const submission: Submission = {
  agent: undefined,
  contacts: { email: 'a@example.com', phone: '+12125550100' },
  firstName: undefined,
  lossState: 'NY',
  vin: undefined,
  offer: undefined,
  notify: true,
  mode: 'customer_directed',
  externalRef: undefined,
};

it('removes a saved card three days after a settlement without a fee, and while nothing is settled with its case', () => {
  const hold = { product: 'representation', state: 'saved' } as Hold;
  const open = { offerCents: 1, settlementCents: 100_000, settledAt: now, closedAt: undefined };
  expect([now + 3 * day - 1, now + 3 * day].map((at) => isCardUnwanted(hold, open, at))).toEqual([false, true]);
  const wanted = { ...open, settlementCents: 100_001 };
  const unknown = { ...open, settlementCents: undefined };
  expect([wanted, unknown].map((figures) => isCardUnwanted(hold, figures, now + 9 * day))).toEqual([false, false]);
  expect(isCardUnwanted(hold, { ...open, closedAt: now }, now)).toBe(true);
  const unsettled = { ...unknown, settledAt: undefined };
  expect([undefined, now].map((closedAt) => isCardUnwanted(hold, { ...unsettled, closedAt }, now))).toEqual([
    false,
    true,
  ]);
});

it('keeps a settled case open while a card is saved', () => {
  const model = new Model(now, []);
  const intake = submit(model, submission);
  accept(model, intake, { id: 'int_1', link: '/c/1' });
  const hold = { product: 'representation', state: 'saved' } as Hold;
  Object.assign(intake, { checkout: { holds: [hold], expiresAt: now + 30 * day } });
  Object.assign(intake.case ?? {}, { settledAt: now });
  model.now = now + 15 * day;
  closeSettled(model);
  expect(intake.case?.closedAt).toBeUndefined();
  hold.state = 'expired';
  model.now += day;
  closeSettled(model);
  expect(intake.case?.closedAt).toBe(model.now);
});
