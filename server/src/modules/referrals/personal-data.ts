import {
  aadOf,
  follows,
  goes,
  encryptedRewritten,
  toNull,
  toSql,
  untilErased,
  type PersonalData,
} from '#platform/personal-data';

/** There is one open referral per vehicle, so two erased ones must differ until they end. */
const blankVehicle = `vehicle || jsonb_build_object('vin',
  case when status in ('invited', 'activated', 'settled') then id else '' end)`;

export const personalData: PersonalData = {
  'referrals.referrals': {
    whose: 'customer',
    period: untilErased,
    rows: 'id = any(:ids)',
    personal: {
      status_note: toNull('free text'),
      external_ref: toNull('reference'),
      borrower: toSql('contact', `'{"first_name": "", "last_name": "", "email": null, "phone": null}'`),
      vehicle: toSql('vehicle', blankVehicle),
      claim: toSql('reference', `claim || '{"claim_number": ""}'`),
      vin: follows('vehicle', 'vehicle'),
      vin_tail: follows('vehicle', 'vehicle'),
      claim_number: follows('reference', 'claim'),
      consent: toSql('name', `consent || '{"disclosure_attestor_name": null}'`),
      acceptance: toSql('browser', `acceptance - 'ip' - 'user_agent'`),
      struck_phones: toSql('contact', `'{}'`),
      given_phone: toNull('contact'),
      staff_contact: toSql('contact', `'{}'`),
      encrypted_link: encryptedRewritten('contact', aadOf('referrals.referrals'), () => ''),
    },
    // Without contacts the borrower cannot accept anymore. The lender still sees the original expiry.
    also: {
      invitation_promised_until: 'coalesce(invitation_promised_until, invitation_expires_at)',
      invitation_expires_at: 'least(invitation_expires_at, :now)',
    },
    plain: [
      'institution_id',
      'id',
      'status',
      'liability',
      'program',
      'submitted_via',
      'link_hash',
      'via',
      'consultation_id',
      'consultation_number',
    ],
  },
  // The documents themselves are erased where they are stored, by the same id.
  'referrals.sent_documents': {
    whose: 'customer',
    period: untilErased,
    rows: 'referral_id = any(:ids)',
    erase: 'delete',
    key: ['referral_id', 'document_id'],
    personal: { file_name: goes('free text') },
    plain: ['institution_id', 'referral_id', 'document_id', 'user_id'],
  },
  'referrals.review_records': {
    whose: 'customer',
    period: untilErased,
    rows: 'referral_id = any(:ids)',
    personal: { summary: toNull('free text') },
    plain: ['institution_id', 'id', 'referral_id', 'status', 'outcome'],
  },
};
