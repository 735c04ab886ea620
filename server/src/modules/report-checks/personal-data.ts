import { aadOf, encryptedToNull, untilErased, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'report_checks.releases': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids) and erased_at is null',
    personal: { sealed_findings: encryptedToNull('document', aadOf('report_checks.releases', '/findings')) },
    also: { erased_at: ':now' },
    plain: ['id', 'consultation_id', 'staff_id'],
  },
};
