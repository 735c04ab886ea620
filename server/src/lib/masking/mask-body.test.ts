import { describe, expect, it } from 'vitest';
import { masked, maskBody, maskBodyParts, maskText } from './mask-body.ts';

const envelope = (type: string, data: object) =>
  JSON.stringify({
    id: 'evt_synthetic',
    object: 'event',
    type,
    created_at: '2026-11-15T12:00:00.000Z',
    livemode: true,
    data,
  });

const referral = {
  id: 'ref_0Ai1jZkB0000000000000000',
  object: 'gap.referral',
  status: 'activated',
  external_ref: 'loan-77',
  created_at: '2026-11-14T12:00:00.000Z',
  activated_at: null,
  status_note: 'Canary wrote to us',
  borrower: { first_name: 'Canary', last_name: 'Bird', email: 'canary@example.com', phone: '+15035550142' },
  vehicle: { vin: '1HGCM82633A004352', year: 2021, make: 'Honda', model: 'Accord' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: 'CLM-9',
    loss_state: 'OR',
    date_of_loss: '2026-11-01',
    initial_offer_cents: 1_800_000,
  },
  consent: { mode: 'attested', disclosure_attestor_name: 'Pat Canary' },
};

const dataOf = (type: string, data: object) => JSON.parse(maskBody(type, envelope(type, data))).data;

describe('a body for viewers without access to contacts', () => {
  it('a masked body shows ids, states, times and figures, and no contact', () => {
    const shown = dataOf('referral.activated', { referral, consultation_number: 'CN-00000001', via: 'warm_handoff' });
    expect(shown).toEqual({
      referral: {
        ...referral,
        status_note: masked,
        borrower: { first_name: masked, last_name: masked, email: masked, phone: masked },
        vehicle: { ...referral.vehicle, vin: masked },
        claim: { ...referral.claim, claim_number: masked },
        consent: { mode: 'attested', disclosure_attestor_name: masked },
      },
      consultation_number: 'CN-00000001',
      via: 'warm_handoff',
    });
  });

  it('a masked body hides undeclared members, whatever they are: text, number, list, object, and an unknown type', () => {
    const later = { note: 'Canary', age: 43, flag: true, list: ['Canary', { deep: 'Canary' }], nothing: null };
    expect(dataOf('referral.created', { referral: { id: 'ref_1', later, extra: 'Canary' }, more: 'Canary' })).toEqual({
      referral: { id: 'ref_1', later: masked, extra: masked },
      more: masked,
    });
    expect(dataOf('plan.enrollment.created', { enrollment: { id: 'enr_1', member: 'Canary' } })).toEqual({
      enrollment: { id: 'enr_1', member: masked },
    });
    expect(dataOf('pigeon.sent', { id: 'Canary' })).toBe(masked);
    expect(
      dataOf('referral.created', JSON.parse('{"referral":{"__proto__":{"x":"Canary"},"constructor":"Canary"}}')),
    ).not.toMatchObject({
      referral: { constructor: 'Canary' },
    });
    for (const broken of ['', '{', 'Canary', '"Canary"', '["Canary"]'])
      expect(maskBody('referral.created', broken)).not.toContain('Canary');
  });

  it.each(['canary@example.com', 'Bird <canary@example.com>', '+1 503 555 0142', '(503) 555-0142', '5035550142'])(
    'a masked body hides %s even where a reference is shown',
    (contact) => {
      expect(dataOf('referral.created', { referral: { external_ref: contact } })).toEqual({
        referral: { external_ref: masked },
      });
    },
  );

  it.each(['loan-1001', 'A/2026-0001', 'CN-00000001', '2026-11-14', '123456'])(
    'a masked body shows the reference %s',
    (reference) => {
      expect(dataOf('referral.created', { referral: { external_ref: reference } })).toEqual({
        referral: { external_ref: reference },
      });
    },
  );

  it('a response hides the values hidden in the body, and its own contacts', () => {
    const { hidden } = maskBodyParts('referral.created', envelope('referral.created', { referral }));
    const answer =
      'stored CANARY bird, 1hgcm82633a004352, write to other@example.com or 503-555-0199; dlv_0Ai1jZkB0000000000000000';
    expect(maskText(answer, hidden)).toBe(
      `stored ${masked} ${masked}, ${masked}, write to ${masked} or ${masked}; dlv_0Ai1jZkB0000000000000000`,
    );
  });
});
