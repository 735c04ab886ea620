import { stays, toEmpty, toNull, toSql, untilErased, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'memberships.enrollments': {
    whose: 'customer',
    period: untilErased,
    rows: 'id = any(:ids)',
    personal: {
      external_ref: toNull('reference'),
      first_name: toEmpty('name'),
      last_name: toEmpty('name'),
      email: toNull('contact'),
      phone: toNull('contact'),
      vin: stays('vehicle', 'the vehicle that statements bill, and that is covered once'),
      cancel_reason: toNull('free text'),
      struck_phones: toSql('contact', `'{}'`),
      given_phone: toNull('contact'),
      staff_contact: toSql('contact', `'{}'`),
    },
    plain: ['institution_id', 'id', 'status', 'plan', 'make', 'model'],
  },
  'memberships.earlier_terms': {
    period: { kept: 'which vehicle a statement billed' },
    personal: { vin: stays('vehicle', 'which vehicle a statement billed') },
    plain: ['institution_id', 'enrollment_id', 'plan'],
  },
  'memberships.loss_notices': {
    whose: 'customer',
    period: untilErased,
    rows: '(id = any(:ids) or enrollment_id = any(:ids))',
    personal: { external_ref: toNull('reference'), claim_number: toNull('reference') },
    plain: ['institution_id', 'id', 'enrollment_id', 'redemption_id', 'loss_state', 'carrier'],
  },
  'memberships.redemptions': {
    period: untilErased,
    plain: [
      'institution_id',
      'id',
      'enrollment_id',
      'loss_notice_id',
      'consultation_id',
      'consultation_number',
      'status',
    ],
  },
  'memberships.roster_syncs': {
    period: { kept: 'how many rows a roster had' },
    plain: ['institution_id', 'id', 'totals'],
  },
  'memberships.statement_vehicles': {
    period: { kept: 'what was billed, which the law makes us keep' },
    personal: { vins: stays('vehicle', 'what was billed') },
    plain: ['institution_id', 'statement_id', 'plan'],
  },
  'memberships.statement_changes': {
    whose: 'staff',
    period: { kept: 'what happened to a bill' },
    personal: { note: stays('free text', 'about a bill to an institution') },
    plain: ['institution_id', 'statement_id', 'kind', 'staff_id'],
  },
  'memberships.statement_periods': { period: { kept: 'one row for each month' }, plain: ['period'] },
  'memberships.statement_settings': { period: { kept: 'one row, about us' }, plain: ['issuer', 'remit_to'] },
  'memberships.statements': {
    whose: 'people of an institution',
    period: { kept: 'bills, which the law makes us keep' },
    personal: { bill_to: stays('contact', 'the address that was billed') },
    plain: ['institution_id', 'id', 'period', 'number', 'status', 'lines', 'issuer', 'remit_to'],
  },
};
