import type { PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'anchors.anchors': { period: { kept: 'evidence of the chains' }, plain: ['sha256'] },
};
