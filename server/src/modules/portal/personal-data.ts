import { stays, type PersonalData, goes } from '#platform/personal-data';
import { callDays, contentAad } from './request-log/rules.ts';
import { deleteContentsAbout } from './request-log/store.ts';

export const personalData: PersonalData = {
  'portal.users': {
    whose: 'people of an institution',
    period: { kept: 'who did what in the trail must stay known; a user who left is disabled' },
    personal: {
      email: stays('contact', 'the account of an institution’s employee'),
      name: stays('name', 'the account of an institution’s employee'),
    },
    plain: ['id'],
  },
  'portal.role_assignments': {
    whose: 'people of an institution',
    period: { kept: 'as long as the role' },
    plain: ['user_id', 'institution_id', 'role'],
  },
  'portal.user_passwords': {
    whose: 'people of an institution',
    period: { kept: 'as long as the account' },
    plain: ['user_id', 'password_hash', 'encrypted_totp'],
  },
  'portal.recovery_codes': {
    whose: 'people of an institution',
    period: { kept: 'as long as the account' },
    plain: ['user_id', 'code_hash'],
  },
  'portal.known_devices': {
    whose: 'people of an institution',
    period: { lasts: '90 days after the last sign-in on it', job: 'portal.purge-sign-ins', how: 'deleted' },
    plain: ['id', 'user_id', 'token_hash', 'previous_hash'],
  },
  'portal.sign_in_tries': {
    whose: 'people of an institution',
    period: { lasts: 'one day', job: 'portal.purge-sign-ins', how: 'deleted' },
    personal: { subject: stays('fingerprint', 'of the account or the address that was tried') },
  },
  'portal.resets': {
    whose: 'people of an institution',
    period: { lasts: 'one day after their end', job: 'portal.purge-sign-ins', how: 'deleted' },
    plain: ['token_hash', 'user_id'],
  },
  'portal.authenticator_resets': {
    whose: 'people of an institution',
    period: { lasts: '90 days after their end', job: 'portal.purge-sign-ins', how: 'deleted' },
    personal: { identity_check: stays('free text', 'how our team knew who asked for a reset') },
    plain: ['id', 'user_id', 'made_by', 'token_hash', 'stop_hash', 'encrypted_totp', 'stopped_by'],
  },
  'portal.sign_ups': {
    whose: 'people of an institution',
    period: {
      kept: 'who asked for an institution’s access, as long as the institution; one whose link was never used is deleted a week after it ended',
    },
    personal: {
      email: stays('contact', 'who asked for access'),
      name: stays('name', 'who asked for access'),
      purpose: stays('free text', 'what access was asked for'),
    },
    plain: ['id', 'token_hash', 'institution_name', 'encrypted_totp', 'user_id', 'institution_id'],
  },
  'portal.invitations': {
    whose: 'people of an institution',
    period: { lasts: '90 days after their end', job: 'portal.purge-sign-ins', how: 'deleted' },
    personal: { email: stays('contact', 'who was invited') },
    plain: ['id', 'institution_id', 'token_hash', 'role', 'invited_by', 'encrypted_totp'],
  },
  'portal.tokens': {
    whose: 'people of an institution',
    period: { lasts: '90 days after their end', job: 'portal.purge-sessions', how: 'deleted' },
    personal: { label: stays('free text', 'what a user calls their token') },
    plain: ['id', 'institution_id', 'user_id', 'token_hash', 'permissions', 'modes'],
  },
  'portal.pairings': {
    whose: 'people of an institution',
    period: { lasts: 'one day after their end', job: 'portal.purge-sign-ins', how: 'deleted' },
    personal: {
      client: stays('free text', 'how a command line names itself and its machine'),
      address: stays('network address', 'shown to whoever is asked for a yes'),
    },
    plain: ['id', 'code_hash', 'challenge', 'user_id', 'session_id', 'institution_id'],
  },
  'portal.passkeys': {
    whose: 'people of an institution',
    period: { kept: 'until its owner removes it' },
    personal: { label: stays('free text', 'what a user calls their passkey') },
    plain: ['id', 'user_id', 'credential_id', 'public_key', 'transports'],
  },
  'portal.used_challenges': {
    whose: 'people of an institution',
    period: { lasts: 'five minutes', job: 'portal.purge-sessions', how: 'deleted' },
    plain: ['challenge_hash'],
  },
  'portal.issuers': {
    whose: 'people of an institution',
    period: { kept: 'until the institution removes it' },
    plain: [
      'institution_id',
      'issuer',
      'client_id',
      'encrypted_client_secret',
      'email_domains',
      'strengths',
      'methods',
      'new_user_role',
    ],
  },
  'portal.identities': {
    whose: 'people of an institution',
    period: { kept: 'as long as the institution’s identity provider is set up' },
    personal: { subject: stays('reference', 'by which the identity provider knows them') },
    plain: ['institution_id', 'issuer', 'user_id'],
  },
  'portal.sessions': {
    whose: 'people of an institution',
    period: { lasts: 'one day after their end', job: 'portal.purge-sessions', how: 'deleted' },
    plain: ['id', 'token_hash', 'user_id', 'method', 'institution_id'],
  },
  'request_log.requests': {
    whose: 'people of an institution',
    period: { lasts: '30 days', job: 'request-log.maintain', how: 'partition dropped' },
    personal: {
      client_address: stays('network address', 'where a call of the institution came from'),
      path: stays('reference', 'ids of ours, and nothing else that was typed'),
      object_ids: stays('reference', 'ids of ours'),
    },
    plain: ['institution_id', 'id', 'method', 'route', 'query_names', 'code', 'issue_paths', 'credential_id'],
  },
  'request_log.contents': {
    whose: 'customer',
    period: { lasts: '7 days', job: 'request-log.maintain', how: 'partition dropped' },
    // A list or a batch covers many people and only its text shows which, so all of the institution's contents are deleted.
    erase: ({ db }, { ids }) => deleteContentsAbout(db, ids),
    personal: { encrypted_content: goes('contact', ({ id }) => contentAad(String(id))) },
    plain: ['institution_id', 'id'],
  },
  'request_log.unrecorded': {
    period: { days: callDays, after: 'minute' },
    plain: ['institution_id', 'reason'],
  },
};
