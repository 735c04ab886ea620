import type { PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'status.samples': { period: { lasts: '90 days', job: 'status.purge', how: 'deleted' }, plain: [] },
};
