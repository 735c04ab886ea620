import { type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'feature_flags.flags': {
    whose: 'staff',
    period: { kept: 'who last changed a switch, by their id' },
    plain: ['name', 'changed_by'],
  },
};
