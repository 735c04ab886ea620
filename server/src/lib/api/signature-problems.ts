// Errors for a signed request with an invalid signature.

/** In test mode only. */
const signatureHints = {
  hints: [
    {
      code: 'target.no_query',
      what: 'The URL was signed without its query.',
      fix: 'Also sign everything after the path, starting with the ?.',
    },
  ],
  signature_base: '"@method": GET\n"@target-uri": …',
};

export const signatureProblems = {
  signature_profile_invalid: {
    status: 401,
    when: 'The signature headers do not follow the gap-v2 profile, or the body does not match its Content-Digest. The credential was not checked.',
    remedy:
      'The detail names the first broken rule. Compare your request with the test vectors at /developers/gap/vectors.json, byte for byte. Do not send an Authorization header with a signed request. For requests with X-SVC-Environment: TEST, hints lists every mistake we can detect.',
    members: signatureHints,
  },
  signature_invalid: {
    status: 401,
    when: 'The request follows the profile, but the signature was not made by an active credential with this keyid and algorithm.',
    remedy:
      'Check the keyid, that the credential was activated with its challenge, and that @target-uri starts with our public address as shown on /developers/gap, followed by path and query exactly as sent. A request that says X-SVC-Environment: TEST gets the text that we expected as signature_base, and hints names the mistake if your signature verifies under one that we know.',
    members: signatureHints,
  },
  signature_stale: {
    status: 401,
    when: 'The signature is genuine, but its created time is more than 300 seconds from our clock.',
    remedy: 'Correct the clock of the signing machine, and sign right before sending.',
  },
} as const;
