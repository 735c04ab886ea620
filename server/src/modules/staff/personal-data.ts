import { stays, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'staff.members': {
    whose: 'staff',
    period: { kept: 'who did what in the audit trail must stay known; a member who left is disabled' },
    personal: {
      email: stays('contact', 'the account of a colleague'),
      name: stays('name', 'the account of a colleague'),
      oidc_subject: stays('reference', 'by which the identity provider knows them'),
    },
    plain: ['id', 'role', 'oidc_issuer', 'languages'],
  },
  'staff.passwords': {
    whose: 'staff',
    period: { kept: 'as long as the account' },
    plain: ['staff_id', 'password_hash', 'encrypted_totp'],
  },
  'staff.recovery_codes': {
    whose: 'staff',
    period: { kept: 'as long as the account' },
    plain: ['staff_id', 'code_hash'],
  },
  'staff.setups': {
    whose: 'staff',
    period: { kept: 'one row for each set-up link, by fingerprint' },
    plain: ['token_hash', 'staff_id', 'encrypted_totp'],
  },
  'staff.tokens': {
    whose: 'staff',
    period: { kept: 'as long as the account' },
    personal: { label: stays('free text', 'what a colleague calls their token') },
    plain: ['id', 'staff_id', 'token_hash', 'scopes'],
  },
  'staff.sessions': {
    whose: 'staff',
    period: { lasts: 'one day after their end', job: 'staff.purge-sessions', how: 'deleted' },
    plain: ['id', 'token_hash', 'staff_id', 'method', 'device_id'],
  },
  'staff.known_devices': {
    whose: 'staff',
    period: { lasts: '90 days after the last sign-in on it', job: 'staff.purge-sessions', how: 'deleted' },
    plain: ['id', 'staff_id', 'token_hash', 'previous_hash'],
  },
  'staff.sign_in_failures': {
    whose: 'staff',
    period: { lasts: '31 days', job: 'staff.purge-sessions', how: 'deleted' },
    personal: { network: stays('fingerprint', 'of the network from which an account was tried') },
    plain: ['staff_id'],
  },
  'staff.sign_in_tries': {
    whose: 'staff',
    period: { lasts: 'one day', job: 'staff.purge-sessions', how: 'deleted' },
    personal: { subject: stays('fingerprint', 'of the account or the address that was tried') },
  },
};
