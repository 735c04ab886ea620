import { createPasswordStore } from '#platform/sign-in';

export const passwordStore = createPasswordStore({
  name: 'portal-users',
  accounts: 'portal.users',
  passwords: 'portal.user_passwords',
  codes: 'portal.recovery_codes',
  owner: 'user_id',
});

export const { findPassword, updatePassword, replacePassword, replaceAuthenticator, lockPassword } = passwordStore;
