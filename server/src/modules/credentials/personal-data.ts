import { type PersonalData, stays } from '#platform/personal-data';

export const personalData: PersonalData = {
  'credentials.principals': { period: { kept: 'accounts of agents and institutions, by id' }, plain: ['id', 'status'] },
  'credentials.agent_keys': {
    period: { kept: 'as long as the account' },
    plain: ['id', 'principal_id', 'key_hash', 'prefix'],
  },
  'credentials.partner_keys': {
    whose: 'people of an institution',
    period: { kept: 'as long as the institution' },
    personal: {
      label: stays('free text', 'what the institution calls its key'),
      last_used_address: stays('network address', 'from where its own systems last used it; each use replaces it'),
    },
    plain: ['institution_id', 'id', 'role', 'key_hash', 'prefix', 'allowed_ranges', 'replaced_by'],
  },
  'credentials.signed_credentials': {
    whose: 'people of an institution',
    period: { kept: 'as long as the institution' },
    personal: { label: stays('free text', 'what the institution calls its credential') },
    plain: ['institution_id', 'id', 'role', 'alg', 'public_key', 'encrypted_challenge', 'replaced_by'],
  },
  'credentials.nonces': {
    period: { lasts: '900 seconds', job: 'partner-credentials.purge-nonces', how: 'deleted' },
    plain: ['institution_id', 'credential_id', 'nonce'],
  },
  'credentials.failed_callers': {
    whose: 'caller',
    period: { lasts: '60 seconds', job: 'partner-credentials.purge-failures', how: 'deleted' },
    personal: { caller: stays('network address', 'counts failed calls of a minute') },
  },
};
