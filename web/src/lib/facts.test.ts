import { describe, expect, it } from 'vitest';
import { fieldLabel, formatFact, states, toStateCode } from './facts.ts';

describe('an intake field', () => {
  it.each([
    ['offer.acv_offer_cents', '1490050', 'Offer: $14,900.50'],
    ['offer.acv_offer_cents', 'about 15k', 'Offer: about 15k'],
    ['vehicle.odometer', '61000', 'Odometer: 61,000 miles'],
    ['loss.date_of_loss', '2026-10-20', 'Date of loss: Oct 20, 2026'],
    ['loss.date_of_loss', '2026-99-99', 'Date of loss: 2026-99-99'],
    ['vehicle.vin', '1FTFW1ET5DFC10312', 'VIN: 1FTFW1ET5DFC10312'],
    ['vehicle.year', '2019', 'Year: 2019'],
    ['offer.claim_number', '4711', 'Claim no.: 4711'],
  ])('%s is formatted for reading aloud', (field, value, expected) => {
    expect(`${fieldLabel(field)}: ${formatFact(fieldLabel(field), value)}`).toBe(expected);
  });
});

it('a state is read by its name or its code, and nothing is cut or guessed', () => {
  expect(states.size).toBe(51);
  for (const [code, name] of states)
    for (const typed of [code, code.toLowerCase(), name, ` ${name.toUpperCase()} `, name.replace(' ', '  ')])
      expect(toStateCode(typed)).toBe(code);
  expect(toStateCode('Nevada')).toBe('NV');
  expect(toStateCode('Neva')).toBe('Neva');
  expect(toStateCode('')).toBe('');
});
