import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhooks } from '@makewhole/sdk';
import { describe, expect, it } from 'vitest';
import { createShell } from '../../test/shell.ts';

const body = '{"id":"evt_1","type":"referral.created"}';
const secrets = {
  environment: 'whsec_c3ludGhldGljIHNlY3JldCBmb3IgdGVzdHMgb25seQ==',
  listen: 'whsec_b25lIHNlY3JldCBvZiBtdyBsaXN0ZW4=',
  file: 'whsec_dHdvIHNlY3JldCBvZiBtdyBsaXN0ZW4=',
} as const;

type Place = keyof typeof secrets;

/** A home where mw listen created a secret, and a delivery signed with one of the secrets. */
async function givenDelivery(signedWith: Place, env: Readonly<Record<string, string>> = {}, config?: string) {
  const shell = createShell({ env });
  mkdirSync(join(shell.folder, 'makewhole'));
  const kept = { listen_secret: secrets.listen, servers: {} };
  writeFileSync(join(shell.folder, 'makewhole/config.json'), config ?? JSON.stringify(kept));
  const headers = await webhooks.testHeaders({ body, secret: secrets[signedWith] });
  writeFileSync(join(shell.folder, 'headers'), JSON.stringify(headers));
  writeFileSync(join(shell.folder, 'body'), body);
  writeFileSync(join(shell.folder, 'secret.txt'), secrets.file);
  return shell;
}

describe('the secret that mw verify uses', () => {
  const cases: { what: string; signedWith: Place; env?: Record<string, string>; words?: string }[] = [
    {
      what: 'the file comes before the environment',
      signedWith: 'file',
      env: { MAKEWHOLE_WEBHOOK_SECRET: secrets.environment },
      words: ' --secret-file secret.txt',
    },
    {
      what: 'the environment comes before mw listen',
      signedWith: 'environment',
      env: { MAKEWHOLE_WEBHOOK_SECRET: secrets.environment },
    },
    { what: 'an empty variable is none', signedWith: 'listen', env: { MAKEWHOLE_WEBHOOK_SECRET: '' } },
    { what: 'that of mw listen, without a server', signedWith: 'listen' },
    {
      what: 'that of mw listen, whichever the server',
      signedWith: 'listen',
      env: { MAKEWHOLE_URL: 'https://x.example' },
    },
  ];
  it.each(cases)('$what', async ({ signedWith, env = {}, words = '' }) => {
    const right = await givenDelivery(signedWith, env);
    expect((await right.run(`verify --headers headers --body body${words}`)).exitCode).toBe(0);
    const other = signedWith === 'listen' ? 'file' : 'listen';
    const wrong = await givenDelivery(other, env);
    expect((await wrong.run(`verify --headers headers --body body${words}`)).exitCode).toBe(1);
  });

  it('is reported missing with 2 and each possible place; a file is enough without any of them', async () => {
    const shell = await givenDelivery('file', {}, '{');
    expect((await shell.run('verify --headers headers --body body --secret-file secret.txt')).exitCode).toBe(0);
    const bare = await givenDelivery('file', {}, '{}');
    const { exitCode, err } = await bare.run('verify --headers headers --body body');
    expect(exitCode).toBe(2);
    for (const place of ['--secret-file', 'MAKEWHOLE_WEBHOOK_SECRET', 'mw listen'])
      expect(err.join('\n')).toContain(place);
  });
});

describe('stdin', () => {
  it('is read byte for byte', async () => {
    // 0xff never occurs in UTF-8.
    const bytes = Buffer.from(`${body.slice(0, -1)},"name":"\u00ff"}\r\n`, 'latin1');
    const shell = createShell({ stdin: bytes });
    const headers = await webhooks.testHeaders({ body: bytes, secret: secrets.file });
    writeFileSync(join(shell.folder, 'headers'), JSON.stringify(headers));
    writeFileSync(join(shell.folder, 's'), secrets.file);
    expect((await shell.run('verify --headers headers --body - --secret-file s')).exitCode).toBe(0);
  });

  it.each([
    'verify --headers - --body -',
    'verify --headers headers --body - --secret-file -',
    'doctor - --body -',
    'doctor - --key -',
    'sign POST https://x.example/y --key - --key-id crd_x --body -',
  ])('can be named only once: mw %s', async (words) => {
    const { exitCode, err } = await createShell().run(words);
    expect([exitCode, err.join('\n')]).toEqual([2, expect.stringContaining('only one can be stdin')]);
  });
});
