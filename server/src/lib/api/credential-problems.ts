/** Errors of the partner portal about keys, credentials and going live. */
export const credentialProblems = {
  key_limit: {
    status: 409,
    when: 'This mode already has 50 active keys.',
    remedy: 'Revoke one that is no longer used.',
  },
  credential_limit: {
    status: 409,
    when: 'This mode already has 20 signed credentials that are active or waiting for their challenge.',
    remedy: 'Revoke one that is no longer used.',
  },
  go_live_incomplete: {
    status: 409,
    when: 'Live mode was requested before the go-live checklist was completed in the sandbox.',
    remedy: 'Complete the missing steps; the portal’s overview explains how.',
    members: { missing: ['rotated_secret'] },
  },
} as const;
