import {
  aadOf,
  encryptedRewritten,
  encryptedToNull,
  toSql,
  untilErased,
  type PersonalData,
} from '#platform/personal-data';

/** An acceptance, and every one that it replaced, without the address and browser of the person who accepted. */
const withoutCaller = `regexp_replace(acceptance::text, '"(ip|user_agent)": "([^"\\\\]|\\\\.)*"', '"\\1": ""', 'g')::jsonb`;

export const personalData: PersonalData = {
  'checkout.checkouts': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids)',
    personal: {
      encrypted_contacts: encryptedRewritten('contact', aadOf('checkout.checkouts', '/contacts'), () => '{}'),
    },
    also: { closed_at: 'coalesce(closed_at, :now)' },
    plain: ['id', 'consultation_id', 'token_hash', 'encrypted_token', 'payer', 'claim_state'],
  },
  'checkout.holds': {
    whose: 'customer',
    period: { with: 'case' },
    rows: 'checkout_id in (select id from checkout.checkouts where consultation_id = any(:ids))',
    personal: { acceptance: toSql('browser', withoutCaller) },
    // The provider’s ids and the amounts are bookkeeping data that the law requires us to keep.
    plain: [
      'id',
      'checkout_id',
      'product',
      'state',
      'session_id',
      'intent_id',
      'wish',
      'wished_by',
      'failure',
      'dispute_status',
      'kind',
      'setup_session_id',
      'customer_id',
      'method_id',
    ],
  },
  'checkout.payments': {
    whose: 'customer',
    period: { with: 'case' },
    rows: 'consultation_id = any(:ids)',
    personal: { encrypted_note: encryptedToNull('free text', aadOf('checkout.payments')) },
    plain: ['id', 'consultation_id', 'product', 'method', 'noted_by', 'voided_by'],
  },
  'checkout.refunds': {
    period: { kept: 'amounts and the provider’s ids are the books, which the law makes us keep' },
    plain: ['id', 'hold_id', 'reason', 'state', 'requested_by', 'provider_refund_id', 'failure'],
  },
  'checkout.provider_events': {
    // The provider repeats an event for three days.
    period: { days: 30, after: 'received_at' },
    plain: ['id', 'type', 'hold_id'],
  },
  'test_cards.sessions': {
    period: { kept: 'pages of test cards, by the id of their hold; those of the sandbox go with their case' },
    plain: ['id', 'hold_id', 'title', 'promise', 'return_url', 'card'],
  },
  'test_cards.payments': {
    period: { kept: 'test payments, by the id of their hold; those of the sandbox go with their case' },
    plain: ['id', 'session_id', 'hold_id', 'state'],
  },
  'test_cards.refunds': {
    period: { kept: 'test refunds, by the id of their payment; those of the sandbox go with their case' },
    plain: ['id', 'payment_id'],
  },
};
