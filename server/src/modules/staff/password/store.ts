import { createPasswordStore } from '#platform/sign-in';

export const passwordStore = createPasswordStore({
  name: 'staff',
  accounts: 'access.staff',
  passwords: 'access.staff_passwords',
  codes: 'access.recovery_codes',
  owner: 'staff_id',
});

export const { findPassword, deletePassword, updatePassword, replacePassword } = passwordStore;
