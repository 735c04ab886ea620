import { createSignInTries } from '#platform/sign-in';

export const { recordTry, deleteTries, deleteOldTries, recordSignInTry, recordCodeTry } = createSignInTries({
  name: 'portal-users',
  table: 'portal.sign_in_tries',
});
