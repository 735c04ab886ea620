import { createSignInTries } from '#platform/sign-in';

export const { recordTry, deleteTries, deleteOldTries, recordSignInTry, recordCodeTry } = createSignInTries({
  name: 'staff',
  table: 'access.sign_in_tries',
});
