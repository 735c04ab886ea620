import { type PersonalData } from '#platform/personal-data';
import { storedDays } from './status/rules.ts';

export const personalData: PersonalData = {
  'exposure.loan_statements': {
    period: { kept: 'amounts of a loan, by the id of its referral' },
    plain: ['id', 'referral_id', 'stated_by'],
  },
  'exposure.receipts': {
    period: { kept: 'which papers came when, by the id of the referral' },
    plain: ['id', 'referral_id', 'item', 'recorded_by'],
  },
  'exposure.terms_history': { period: { kept: 'terms of a program' }, plain: ['institution_id', 'set_by'] },
  'status.samples': { period: { days: storedDays, after: 'minute' }, plain: [] },
};
