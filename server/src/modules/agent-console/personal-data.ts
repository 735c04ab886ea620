import { type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'agent_console.sessions': {
    period: { lasts: 'one day after its end', job: 'agent-console.purge-sessions', how: 'deleted' },
    plain: ['id', 'token_hash', 'key_id'],
  },
};
