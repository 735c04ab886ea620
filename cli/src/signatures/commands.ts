import type { Command } from '../command.ts';

export const signatureCommands: readonly Command[] = [
  {
    name: 'sign',
    arguments: ['<method>', '<url>'],
    about: 'Sign a request, offline: print the signature base, the headers and a curl that sends it.',
    options: [
      { name: 'key', value: '<file>', about: 'private key in PKCS#8 PEM, Ed25519 or P-256' },
      { name: 'key-id', value: '<id>', about: 'id of the credential, crd_…' },
      { name: 'body', value: '<file>', about: 'the bytes that are sent; - is stdin' },
      { name: 'environment', value: '<name>', about: 'TEST (default) or PRODUCTION' },
      { name: 'idempotency-key', value: '<key>', about: 'of POST and PATCH; default: a random one' },
      { name: 'created', value: '<seconds>', about: 'unix time of signing; default: now' },
      { name: 'nonce', value: '<text>', about: 'default: a random one' },
    ],
    load: async () => (await import('./sign.ts')).sign,
  },
  {
    name: 'verify',
    about: 'Verify a webhook delivery, offline: genuine, or the mistake by its name.',
    options: [
      { name: 'headers', value: '<file>', about: 'headers as they arrived, as lines or JSON; - is stdin' },
      { name: 'signature', value: '<value>', about: 'instead of --headers: X-Service-Signature alone' },
      { name: 'body', value: '<file>', about: 'the body byte for byte' },
      { name: 'secret-file', value: '<file>', about: 'default: MAKEWHOLE_WEBHOOK_SECRET, then that of mw listen' },
      { name: 'at', value: '<time>', about: 'refuse what is too old by this clock: now, or a time' },
    ],
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    name: 'doctor',
    arguments: ['<file>'],
    about:
      'Find the mistake in a signed request, offline. The file has its line, headers, an empty line, body; - is stdin.',
    options: [
      { name: 'key', value: '<file>', about: 'public or private key in PEM that should have signed' },
      { name: 'key-id', value: '<id>', about: 'id of the credential; default: the one that was sent' },
      { name: 'body', value: '<file>', about: 'the body, where the file has none' },
      { name: 'environment', value: '<name>', about: 'of the credential: TEST or PRODUCTION' },
      { name: 'at', value: '<time>', about: 'compare its time with when it arrived: now, or a time' },
    ],
    load: async () => (await import('./doctor.ts')).doctor,
  },
];
