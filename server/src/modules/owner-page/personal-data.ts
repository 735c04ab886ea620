import { aadOf, encryptedToNull, untilErased, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'self_service.requests': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids)',
    personal: { encrypted_words: encryptedToNull('free text', aadOf('self_service.requests')) },
    plain: ['id', 'consultation_id', 'kind', 'done_by'],
  },
};
