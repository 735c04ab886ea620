import { aadOf, encryptedToNull, untilErased, type PersonalData, encryptedRewritten } from '#platform/personal-data';

export const personalData: PersonalData = {
  'report_checks.releases': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids) and erased_at is null',
    personal: { encrypted_findings: encryptedToNull('document', aadOf('report_checks.releases', '/findings')) },
    also: { erased_at: ':now' },
    plain: ['id', 'consultation_id', 'staff_id'],
  },
  'appraisals.appraisals': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids)',
    personal: { encrypted_draft: encryptedToNull('document', aadOf('appraisals.appraisals', '/draft')) },
    plain: ['id', 'consultation_id', 'draft_by'],
  },
  'appraisals.versions': {
    whose: 'customer',
    period: untilErased,
    rows: `appraisal_id in (select id from appraisals.appraisals where consultation_id = any(:ids)) and erased_at is null`,
    personal: {
      encrypted_inputs: encryptedRewritten('document', aadOf('appraisals.versions', '/inputs'), () => '{}'),
      encrypted_withdrawal: encryptedRewritten('free text', aadOf('appraisals.versions', '/withdrawal'), () => ''),
    },
    // Withdrawn, which its page shows; the value and its snapshot stay.
    also: {
      erased_at: ':now',
      withdrawn_at: 'coalesce(withdrawn_at, :now)',
      withdrawn_by: `coalesce(withdrawn_by, 'system')`,
    },
    plain: [
      'id',
      'appraisal_id',
      'snapshot_id',
      'inputs_hash',
      'token_hash',
      'encrypted_token',
      'reason',
      'released_by',
      'withdrawn_by',
    ],
  },
};
