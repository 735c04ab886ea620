import type { PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
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
