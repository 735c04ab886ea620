import { stays, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'partners.institutions': {
    whose: 'people of an institution',
    period: { kept: 'as long as the institution; it changes its contacts itself' },
    personal: {
      technical_contact_email: stays('contact', 'whom to write to when an endpoint fails'),
      billing_contact_email: stays('contact', 'whom to send statements to'),
      bill_to: stays('contact', 'the address on statements'),
    },
    plain: ['id', 'name', 'program', 'plans'],
  },
};
