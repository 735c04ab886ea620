import { type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'access.principals': { period: { kept: 'accounts of agents and institutions, by id' }, plain: ['id', 'status'] },
  'access.agent_keys': {
    period: { kept: 'as long as the account' },
    plain: ['id', 'principal_id', 'key_hash', 'prefix'],
  },
};
