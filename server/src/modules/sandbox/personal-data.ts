import { type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'sandbox.resets': {
    period: { days: 90, after: 'finished_at' },
    plain: ['institution_id', 'id', 'asked_by', 'found', 'removed'],
  },
  'agent_console.sessions': {
    period: { lasts: 'one day after its end', job: 'agent-console.purge-sessions', how: 'deleted' },
    plain: ['id', 'token_hash', 'key_id'],
  },
};
