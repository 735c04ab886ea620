import { goes, toEmpty, toSql, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'agents.registrations': {
    whose: 'operator of an agent',
    period: { lasts: '90 days', job: 'privacy.retain', how: 'deleted' },
    rows: '(lower(operator_email) = any(:contacts) or operator_mailbox = any(:contacts))',
    erase: 'delete',
    personal: {
      agent: goes('name'),
      operator_name: goes('name'),
      operator_email: goes('contact'),
      operator_mailbox: goes('contact'),
    },
    plain: ['id', 'agreement_version', 'agreement_hash', 'code_hash', 'principal_id'],
  },
  'agents.recoveries': {
    whose: 'operator of an agent',
    period: { kept: 'that a key was asked for and when, without the code' },
    plain: ['id', 'principal_id', 'code_hash'],
  },
  'agents.profiles': {
    whose: 'operator of an agent',
    period: {
      kept: 'who accepted the agreement, as long as the key is in force; a suspended one, and one of the sandbox, where anybody may have typed the address, is erased on request',
    },
    rows: `lower(operator_email) = any(:contacts)
      and exists (select from credentials.principals p where p.id = principal_id and (p.status <> 'active' or not p.livemode))`,
    key: ['principal_id'],
    personal: {
      agent: toSql('name', `jsonb_build_object('name', agent ->> 'platform', 'platform', agent ->> 'platform')`),
      operator_name: toEmpty('name'),
      operator_email: toEmpty('contact'),
    },
    plain: ['principal_id', 'agreement_version', 'agreement_hash'],
  },
};
