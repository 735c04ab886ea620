import type { Command } from '../command.ts';

export const signatureCommands: readonly Command[] = [
  {
    name: 'sign',
    arguments: ['<method>', '<url>'],
    about: 'Sign a request offline: print the signature base, the headers and a curl command.',
    options: [
      { name: 'key', value: '<file>', about: 'private key in PKCS#8 PEM, Ed25519 or P-256' },
      { name: 'key-id', value: '<id>', about: 'id of the credential, crd_…' },
      { name: 'body', value: '<file>', about: 'the bytes to send; - is stdin' },
      { name: 'environment', value: '<name>', about: 'TEST (default) or PRODUCTION' },
      { name: 'idempotency-key', value: '<key>', about: 'for POST and PATCH; default: random' },
      { name: 'created', value: '<seconds>', about: 'unix time of signing; default: now' },
      { name: 'nonce', value: '<text>', about: 'default: random' },
    ],
    load: async () => (await import('./sign.ts')).sign,
  },
  {
    name: 'verify',
    about: 'Verify a webhook delivery offline: genuine, or the name of the mistake.',
    options: [
      { name: 'headers', value: '<file>', about: 'headers as received, as lines or JSON; - is stdin' },
      { name: 'signature', value: '<value>', about: 'instead of --headers: only X-Service-Signature' },
      { name: 'body', value: '<file>', about: 'the exact body' },
      {
        name: 'secret-file',
        value: '<file>',
        about: 'default: MAKEWHOLE_WEBHOOK_SECRET, then the secret of mw listen',
      },
      { name: 'at', value: '<time>', about: 'reject a delivery that is too old at this time: now, or a time' },
    ],
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    name: 'doctor',
    arguments: ['<file>'],
    about:
      'Find the mistake in a signed request offline. The file has the request line, headers, an empty line and the body; - is stdin.',
    options: [
      { name: 'key', value: '<file>', about: 'public or private key in PEM that should have signed' },
      { name: 'key-id', value: '<id>', about: 'credential id; default: the one in the request' },
      { name: 'body', value: '<file>', about: 'the body, if the file has none' },
      { name: 'environment', value: '<name>', about: 'credential mode: TEST or PRODUCTION' },
      { name: 'at', value: '<time>', about: 'compare its time with its arrival: now, or a time' },
    ],
    load: async () => (await import('./doctor.ts')).doctor,
  },
];
