import { aadOf, goes, encryptedToNull, toNull, toSql, untilErased, type PersonalData } from '#platform/personal-data';

/** The origin of the yes, without the address and browser of the visitor. */
const withoutCaller = `confirmation - 'ip' - 'user_agent'`;

export const personalData: PersonalData = {
  'intakes.intakes': {
    whose: 'customer',
    period: untilErased,
    rows: 'id = any(:ids)',
    personal: {
      external_ref: toNull('reference'),
      agent: toSql('name', `jsonb_build_object('name', agent ->> 'platform', 'platform', agent ->> 'platform')`),
      customer: toSql('contact', `'{}'`),
      consent: toSql('free text', `(consent || '{"attestation": ""}') - 'attestor_name'`),
      vehicle: toSql('vehicle', `vehicle - 'vin' - 'plate' - 'plate_state'`),
      loss: toSql('contact', `loss - 'zip'`),
      offer: toSql('reference', `offer - 'claim_number'`),
      email: toNull('contact'),
      phone: toNull('contact'),
      link_hash: toNull('fingerprint'),
      encrypted_link: encryptedToNull('contact', aadOf('intakes.intakes')),
      confirmation: toSql('browser', withoutCaller),
      vin: toNull('vehicle'),
      found: toSql('vehicle', `'{}'`),
      claim_number: toNull('reference'),
      submitter_hash: toNull('fingerprint'),
      struck_phones: toSql('contact', `'{}'`),
    },
    plain: [
      'id',
      'status',
      'agent_tier',
      'principal_id',
      'attestation_version',
      'consultation_id',
      'preliminary',
      'taken_by',
    ],
  },
  'intakes.links': {
    whose: 'customer',
    period: untilErased,
    rows: 'intake_id = any(:ids)',
    erase: 'delete',
    personal: { hash: goes('fingerprint'), contact: goes('contact') },
    plain: ['intake_id', 'via'],
  },
  'intakes.poll_tokens': {
    period: { kept: 'opens the answer about an intake, of which nothing personal is left' },
    plain: ['token_hash', 'intake_id'],
  },
};
