import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhooks } from '@makewhole/sdk';
import { describe, expect, it } from 'vitest';
import { givenSignedCredential } from '../../../server/src/modules/partners/testing.ts';
import { useHarness } from '../../../server/test/harness.ts';
import { algorithms, base, own, signWith, usual } from '../../../server/test/signatures/faulty-signer.ts';
import { plants } from '../../../server/test/signatures/planted-mistakes.ts';
import { createShell } from '../../test/shell.ts';

const harness = useHarness();
const shell = createShell();

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(shell.folder, name), content);
  return name;
}

const pkcs8 = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));

describe('mw sign', () => {
  it.each(algorithms)('signs what the service accepts, with %s', async (alg) => {
    const { call, config, clock } = harness.current;
    const { id, privateKey } = await givenSignedCredential(harness.current, { alg });
    const key = file('key.pem', pkcs8(privateKey));
    const created = Math.floor(clock.now().getTime() / 1000);
    const words = `sign GET ${config.publicBaseUrl}/api/gap/v1/me --key ${key} --key-id ${id} --created ${created} --json`;
    const { exitCode, out } = await shell.run(words);
    const { headers, base: text } = JSON.parse(out[0]!);
    expect(exitCode).toBe(0);
    expect(text).toMatch(/^"@method": GET\n"@target-uri": http:\/\/makewhole\.test\/api\/gap\/v1\/me\n/);
    expect((await call('GET', '/api/gap/v1/me', { headers })).status).toBe(200);
  });

  it('prints a curl command that sends the exact bytes, and a base that the doctor finds correct', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = file('ed.pem', pkcs8(privateKey));
    const content = `{"note": "it's ä \\n"}\n`;
    const body = file('body.json', content);
    const words = `sign post ${base}/api/gap/v1/referrals?x=1 --key ${key} --key-id crd_x --body ${body} --json`;
    const { curl, headers, base: text } = JSON.parse((await shell.run(words)).out[0]!);
    // A stand-in that records its arguments, so that a real shell interprets the quotes.
    const said = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$@"; }; ${curl}`], {
      cwd: shell.folder,
      encoding: 'utf8',
    }).split('\n');
    for (const [name, value] of Object.entries(headers)) expect(said).toContain(`${name}: ${String(value)}`);
    expect(said).toContain('@body.json');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    const capture = file(
      'signed.http',
      `POST /api/gap/v1/referrals?x=1 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${content}`,
    );
    const found = JSON.parse((await shell.run(`doctor ${capture} --key ${key} --url ${base} --json`)).out[0]!);
    expect(found).toMatchObject({ verdict: 'valid', mistakes: [], expected_base: text });
  });

  it.each([
    ['sign PUT https://x.example/y --key k --key-id c', 'one of GET, HEAD, POST, PATCH', 2],
    ['sign GET /api/gap/v1/me --key k --key-id c', 'full URL', 2],
    ['sign GET https://x.example/y --key none.pem --key-id c', 'cannot be read: ENOENT', 2],
    ['sign GET https://x.example/y --key sec1.pem --key-id c', 'older SEC1 format', 1],
    ['sign GET https://x.example/y --key k --key-id c --environment prod', 'TEST or PRODUCTION', 2],
    ['sign GET https://x.example/y --key k', '--key-id is missing', 2],
  ])('reports wrong usage: mw %s', async (words, said, code) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    file('sec1.pem', String(privateKey.export({ type: 'sec1', format: 'pem' })));
    file('k', pkcs8(privateKey));
    const { exitCode, err } = await shell.run(words);
    expect([exitCode, err.join('\n')]).toEqual([code, expect.stringContaining(said)]);
  });
});

describe('mw doctor', () => {
  // Mistakes about an institution's other credentials need those credentials; here there is one key.
  const ofOneKey = plants.filter(([codes]) => !codes.some((code) => /^(credential\.|environment\.mode)/.test(code)));
  // One of each kind; the code that finds them has its own tests.
  const kinds = ofOneKey.filter(([[code]], at) => ofOneKey.findIndex(([[other]]) => other === code) === at);
  const cases = kinds.map(([expected, what, changes, alg = 'ed25519']) => {
    const signer = usual(alg);
    return { expected: expected.toSorted(), what, alg, signed: signWith({ ...signer, ...changes(signer) }) };
  });

  it.each(cases)('names the injected mistake: $what, $alg', async ({ expected, alg, signed }) => {
    const { request } = signed;
    const lines = request.rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [`${name}: ${request.rawHeaders[at + 1] ?? ''}`] : [],
    );
    const head = Buffer.from(`${request.method} ${request.target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    const capture = file('request.http', Buffer.concat([head, request.body ?? Buffer.alloc(0)]));
    const key = file('own.pem', pkcs8(own[alg].privateKey));
    const words = `doctor ${capture} --key ${key} --key-id ${own[alg].id} --url ${base} --at ${signed.at.toISOString()} --json`;
    const { exitCode, out } = await shell.run(words);
    const { mistakes } = JSON.parse(out[0]!);
    expect([exitCode, mistakes.map(({ code }: { code: string }) => code).toSorted()]).toEqual([1, expected]);
  });

  it('accepts the public key too, checks the headers without one, and tolerates an editor’s line break', async () => {
    const { request, at } = signWith(usual('ed25519'));
    const lines = request.rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${request.rawHeaders[index + 1] ?? ''}`] : [],
    );
    const length = request.body?.length ?? 0;
    const text = `${request.method} ${base}${request.target} HTTP/1.1\n${lines.join('\n')}\nContent-Length: ${length}\n\n`;
    const capture = file('edited.http', Buffer.concat([Buffer.from(text), request.body!, Buffer.from('\n')]));
    const key = file('public.pem', String(own.ed25519.credential.key.export({ type: 'spki', format: 'pem' })));
    const right = await shell.run(`doctor ${capture} --key ${key} --at ${at.toISOString()}`);
    expect([right.exitCode, right.out]).toEqual([0, ['The signature is valid.']]);
    const blind = await shell.run(`doctor ${capture}`);
    const nothing = /^Without --key <file>, only the headers.* No problems found\.$/;
    expect([blind.exitCode, blind.out[0]]).toEqual([1, expect.stringMatching(nothing)]);
    const noNonce = file('nonce.http', text.replace(/;nonce="[^"]*"/i, ''));
    const named = await shell.run(`doctor ${noNonce}`);
    expect([named.exitCode, named.out[0]]).toEqual([1, expect.stringMatching(/Problems found:$|explain/)]);
    expect(named.out.length).toBeGreaterThan(1);
    const others = file('others.pem', pkcs8(generateKeyPairSync('ed25519').privateKey));
    const strange = await shell.run(`doctor ${capture} --key ${others} --at ${at.toISOString()}`);
    expect([strange.exitCode, strange.out[0]]).toEqual([1, expect.stringMatching(/a different text was signed\.$/)]);
    const late = await shell.run(
      `doctor ${capture} --key ${key} --at ${new Date(at.getTime() + 400_000).toISOString()}`,
    );
    expect(late.out.join('\n')).toContain('400 seconds behind');
  });

  it('reports a file that is not a request, and never prints a private key', async () => {
    const nothing = await shell.run(`doctor ${file('nothing.http', 'hello')}`);
    expect([nothing.exitCode, nothing.err.join('')]).toEqual([2, expect.stringContaining('does not begin with')]);
    const bad = await shell.run(
      `doctor ${file('get.http', 'GET / HTTP/1.1\n\n')} --key ${file('bad.pem', 'sesame')} --url ${base}`,
    );
    expect([bad.exitCode, bad.err.join('').includes('sesame')]).toEqual([2, false]);
  });
});

describe('mw verify', () => {
  const secret = 'whsec_c3ludGhldGljIHNlY3JldCBmb3IgdGVzdHMgb25seQ==';
  const body = '{"id":"evt_1","type":"referral.created","data":{"a":1,"b":[1,2]}}';
  const now = new Date('2026-11-15T12:00:00Z');

  async function verify(changes: {
    body?: string;
    secret?: string;
    headers?: (all: Record<string, string>) => object;
    more?: string;
  }) {
    const headers = await webhooks.testHeaders({ body, secret, now });
    const all = changes.headers?.(headers) ?? headers;
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}`);
    const parts = [file('h', lines.join('\n')), file('b', changes.body ?? body), file('s', changes.secret ?? secret)];
    const words = `verify --headers ${parts[0]} --body ${parts[1]} --secret-file ${parts[2]} --json${changes.more ?? ''}`;
    const { exitCode, out, err } = await shell.run(words);
    expect(err).toEqual([]);
    const { verdict, mistakes } = JSON.parse(out[0]!);
    return [exitCode, verdict, ...mistakes.map(({ code }: { code: string }) => code)];
  }

  it('accepts a genuine delivery, however old the copy is, with either secret of a rotation', async () => {
    expect(await verify({})).toEqual([0, 'valid']);
    expect(await verify({ secret: `whsec_b3RoZXI= ${secret}\n` })).toEqual([0, 'valid']);
    expect(await verify({ secret: `whsec_b3RoZXI=,${secret}` })).toEqual([0, 'valid']);
    expect(await verify({ more: ' --at 2026-11-15T12:04:59Z' })).toEqual([0, 'valid']);
    expect(
      await verify({ headers: (all) => Object.fromEntries(Object.entries(all).map(([n, v]) => [n.toUpperCase(), v])) }),
    ).toEqual([0, 'valid']);
  });

  it.each([
    ['a line break more', { body: `${body}\n` }, 'received.final_newline'],
    ['a pretty form', { body: JSON.stringify(JSON.parse(body), null, 2) }, 'received.compact'],
    ['a spaced form', { body: body.replaceAll(/([,:])/g, '$1 ') }, 'received.compact'],
    ['an empty body', { body: '' }, 'received.empty'],
    ['another body', { body: body.replace('1', '2') }, 'webhook.signature'],
    ['another secret', { secret: 'whsec_b3RoZXI=' }, 'webhook.signature'],
    ['a secret of no kind', { secret: 'sesame' }, 'webhook.secret'],
    ['an old one', { more: ' --at 2026-11-15T13:00:00Z' }, 'webhook.clock'],
    ['no header', { headers: () => ({ 'content-type': 'application/json' }) }, 'webhook.header'],
    ['a header cut short', { headers: () => ({ 'x-service-signature': 't=1,v1=00' }) }, 'webhook.header'],
  ])('names the cause: %s', async (_what, change, code) => {
    expect(await verify(change)).toEqual([1, 'refused', code]);
  });

  const say = async (text: string, signedAt: Date) => {
    const headers = file('h', JSON.stringify(await webhooks.testHeaders({ body: text, secret, now: signedAt })));
    const words = `verify --headers ${headers} --body ${file('b', text)} --secret-file ${file('s', secret)}`;
    const [plain, json] = [await shell.run(words), await shell.run(`${words} --json`)];
    return { exitCode: plain.exitCode, text: plain.out.join('\n'), value: JSON.parse(json.out[0]!) };
  };

  it('warns that receivers refuse an old copy, and says nothing about a recent one', async () => {
    const old = await say(body, new Date(Date.now() - 1_000_000));
    expect([old.exitCode, old.value.within_tolerance]).toEqual([0, false]);
    expect(old.text).toMatch(/^Genuine: referral.created evt_1\..*\n {2}It is 100\d seconds old; receivers reject/);
    const recent = await say(body, new Date());
    expect([recent.exitCode, recent.value.within_tolerance]).toEqual([0, true]);
    expect(recent.text).not.toContain('receivers');
  });

  it.each(['{}', '{"id":"evt_1"}', '[1]', '{"id":1,"type":null}'])(
    'reports that %s is genuine but not an event',
    async (text) => {
      const { exitCode, text: said, value } = await say(text, new Date());
      expect([exitCode, value.event]).toEqual([0, null]);
      expect(said).toMatch(/^Genuine, and no event\./);
    },
  );

  it('gives advice about webhooks where the header cannot be read', async () => {
    const words = `verify --signature t=1,v1=00 --body ${file('b', body)} --secret-file ${file('s', secret)}`;
    const { exitCode, out } = await shell.run(words);
    expect([exitCode, out.join('\n').includes('Signature-Input')]).toEqual([1, false]);
    expect(out.join('\n')).toContain('X-Service-Signature is t=');
  });

  it('names a header in another encoding', async () => {
    const found = await verify({ headers: () => ({ 'x-service-signature': 't=1,v1=AAAA' }) });
    expect(found.slice(0, 2)).toEqual([1, 'refused']);
  });
});
