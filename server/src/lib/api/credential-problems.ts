/** Errors of the partner portal about keys, credentials and going live. */
export const credentialProblems = {
  key_limit: {
    status: 409,
    when: 'There are 50 keys in this mode that still work.',
    remedy: 'Revoke one that is no longer used.',
  },
  credential_limit: {
    status: 409,
    when: 'There are 20 signed credentials in this mode that are active or wait for their challenge.',
    remedy: 'Revoke one that is no longer used.',
  },
  go_live_incomplete: {
    status: 409,
    when: 'Live mode was asked for before everything of the go-live list was done in the sandbox.',
    remedy: 'Do the steps that are missing; the overview of the portal says how.',
    members: { missing: ['rotated_secret'] },
  },
} as const;
