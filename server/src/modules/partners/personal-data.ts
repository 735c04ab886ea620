import { stays, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'partners.institutions': {
    whose: 'people of an institution',
    period: { kept: 'as long as the institution; it changes its contacts itself' },
    personal: {
      technical_contact_email: stays('contact', 'whom to write to when an endpoint fails'),
      billing_contact_email: stays('contact', 'whom to send statements to'),
      operations_contact_email: stays('contact', 'whom to write to about the program'),
      bill_to: stays('contact', 'the address on statements'),
    },
    plain: ['id', 'name', 'program', 'plans', 'notices', 'live_requested_by'],
  },
  'partners.contact_changes': {
    whose: 'people of an institution',
    period: { days: 0, after: 'expires_at', lasts: 'three days' },
    personal: { email: stays('contact', 'an address that is not confirmed yet') },
    plain: ['id', 'institution_id', 'kind', 'token_hash'],
  },
};
