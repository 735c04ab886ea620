import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { usedMb } from '#test/processes/memory';
import { exchange, request, type RawAnswer } from '#test/http/raw-http';
import { digestOf, withHeader, type Message } from '#test/http/signed-requests';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { givenPartner, givenSignedCredential, type SignedCall } from '#testing/partners';
import { givenReferral } from '#testing/referrals';

// Requests that no HTTP client sends, as bytes: the server must check the signed bytes, not a client's normalized form.

const harness = useHarness({ gapRequestsPerMin: 100_000 });
const me = '/api/gap/v1/me';
const lookup = '/api/gap/v1/review-status/lookup';
const codeOf = (answer: RawAnswer | undefined) => `${answer?.status} ${answer?.body?.code ?? ''}`.trim();

const linesOf = ({ method, target, rawHeaders }: Message): string[] => [
  `${method} ${target} HTTP/1.1`,
  ...rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [])),
];
const bytesOf = (message: Message): string => request(linesOf(message), message.body.toString('latin1'));

async function send(message: Message, bytes = bytesOf(message)): Promise<string> {
  const head = message.method === 'HEAD';
  const { answers } = await exchange(harness.current.baseUrl, bytes, { answers: 1, head });
  return codeOf(answers[0]);
}

const signed = async (method: string, target: string, call: SignedCall = {}) =>
  (await givenSignedCredential(harness.current)).sign(method, target, { from: freshClientAddress(), ...call });

const without = (lines: readonly string[], name: string) =>
  lines.filter((line) => !line.toLowerCase().startsWith(`${name}:`));

describe('a signed body', () => {
  it('a signed body may come in chunks, whatever their sizes', async () => {
    const message = await signed('POST', lookup, { body: { reference: 'none' } });
    const text = message.body.toString();
    const chunks = [text.slice(0, 1), text.slice(1, 9), text.slice(9)];
    const chunked = `${chunks.map((chunk) => `${chunk.length.toString(16)};x=y\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
    const lines = [...without(linesOf(message), 'content-length'), 'Transfer-Encoding: chunked'];
    expect(await send(message, request(lines, chunked))).toBe('200');
    const other = await signed('POST', lookup, { body: { reference: 'none' } });
    const spoiled = [...without(linesOf(other), 'content-length'), 'Transfer-Encoding: chunked'];
    const changed = chunked.replace('none', 'nine');
    expect(await send(other, request(spoiled, changed))).toBe('401 signature_profile_invalid');
  });

  it('an empty signed body is zero bytes, whose digest is signed like any other', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h);
    const { key } = await givenPartner(h, { institutionId: caller.institutionId });
    const { id } = await givenReferral(h, key);
    const message = caller.sign('POST', `/api/gap/v1/referrals/${id}/simulate`);
    expect(message.rawHeaders).toContain(digestOf(''));
    expect(await send(message)).toBe('200');
    const bare = caller.sign('POST', `/api/gap/v1/referrals/${id}/simulate`);
    expect(await send(bare, request(without(linesOf(bare), 'content-length')))).toBe('200');
    // One byte, with the digest of an empty body.
    const more = caller.sign('POST', `/api/gap/v1/referrals/${id}/simulate`, { from: freshClientAddress() });
    const lines = [...without(linesOf(more), 'content-length'), 'Content-Length: 1'];
    expect(await send(more, request(lines, ' '))).toBe('401 signature_profile_invalid');
    // And no bytes, with another digest: nothing is parsed then, but the digest is still checked.
    const less = caller.sign('POST', `/api/gap/v1/referrals/${id}/simulate`, {
      from: freshClientAddress(),
      raw: '{}',
      spoil: (signedOne) => ({ ...signedOne, body: Buffer.alloc(0) }),
    });
    expect(await send(less, request([...without(linesOf(less), 'content-length'), 'Content-Length: 0']))).toBe(
      '401 signature_profile_invalid',
    );
  });

  it('is judged by its bytes: any JSON spelling that was signed is taken', async () => {
    const raw = '{ "reference" :\r\n\t"n\\u006fne" }\n';
    expect(await send(await signed('POST', lookup, { raw }))).toBe('200');
    expect(await send(await signed('PATCH', '/api/gap/v1/referrals/none', { raw: '{"status":"canceled"}' }))).toBe(
      '404 not_found',
    );
  });

  it('a body of a GET or HEAD is not covered by the signature and is refused', async () => {
    for (const method of ['GET', 'HEAD']) {
      const message = await signed(method, me);
      const lines = [...linesOf(message), 'Content-Length: 2'];
      expect((await send(message, request(lines, '{}'))).slice(0, 3)).toBe('401');
      const chunked = await signed(method, me);
      const body = '2\r\n{}\r\n0\r\n\r\n';
      const answer = await send(chunked, request([...linesOf(chunked), 'Transfer-Encoding: chunked'], body));
      expect(answer.slice(0, 3)).toBe('401');
    }
  });

  it('no body is needed for GET and HEAD, with or without an Idempotency-Key', async () => {
    for (const method of ['GET', 'HEAD']) {
      expect(await send(await signed(method, me))).toBe('200');
      expect(await send(await signed(method, me, { idempotencyKey: '!~' }))).toBe('200');
    }
  });
});

describe('a header of the profile', () => {
  it.each(['Signature-Input', 'Signature', 'Content-Digest', 'Idempotency-Key', 'X-SVC-Environment'])(
    'a header of the profile may occur once: %s',
    async (name) => {
      const message = await signed('POST', lookup, { body: { reference: 'none' } });
      const at = message.rawHeaders.indexOf(name);
      for (const value of [message.rawHeaders[at + 1] ?? '', '']) {
        expect(await send(withHeader(message, name.toLowerCase(), value))).toBe('401 signature_profile_invalid');
      }
    },
  );

  it('Host is not a header of the profile and not signed, but of two neither is trusted', async () => {
    const message = await signed('GET', me);
    expect(await send(message, bytesOf(message).replace('internal:8080', 'elsewhere.example'))).toBe('200');
    expect(await send(withHeader(await signed('GET', me), 'Host', 'b'))).toBe('400 malformed_body');
  });

  it('is not trusted when Authorization is repeated', async () => {
    const { key } = await givenPartner(harness.current);
    const lines = [`GET ${me} HTTP/1.1`, 'Host: a', `X-Forwarded-For: ${freshClientAddress()}`];
    const twice = request([...lines, `Authorization: Bearer ${key}`, 'Authorization: Basic eA==']);
    const { answers } = await exchange(harness.current.baseUrl, twice, { answers: 1 });
    expect(codeOf(answers[0])).toBe('401 authentication_required');
  });
});

describe('a request target', () => {
  it.each([
    ['/api/gap/v1/referrals?', '200'],
    ['/api/gap/v1/referrals?external_ref=%7e%7E', '200'],
    ['/api/gap/v1/referrals?external_ref=a%2fb', '200'],
    ['/api/gap/v1/referrals?external_ref=%zz', '200'],
    ['/api/gap/v1/referrals?external_ref=%', '200'],
    ['/api/gap/v1/referrals?external_ref=a+b&limit=1', '200'],
    ['/api/gap/v1/referrals?limit=1&limit=2', '400 validation_failed'],
    ['/api/gap/v1/referrals?&&', '200'],
    ['/api/gap/v1/referrals??', '400 validation_failed'],
    ['/api/gap/v1/referrals/%2f', '404 not_found'],
    ['/api/gap/v1/referrals/%zz', '404 not_found'],
    ['/api/gap/v1/referrals/..', '404 not_found'],
    ['/api/gap/v1/%6de', '200'],
  ])('a request target is signed as it is sent: %s', async (target, expected) => {
    expect(await send(await signed('GET', target))).toBe(expected);
  });

  it('that means the same but is spelled otherwise was signed by nobody', async () => {
    const spellings = [
      [me, '/api/gap/v1/%6de'],
      [me, `${me}?`],
      ['/api/gap/v1/referrals?external_ref=%7e', '/api/gap/v1/referrals?external_ref=%7E'],
      ['/api/gap/v1/referrals?external_ref=~', '/api/gap/v1/referrals?external_ref=%7e'],
      ['/api/gap/v1/referrals?limit=1', '/api/gap/v1/referrals?limit=2'],
    ] as const;
    for (const [signedTarget, sent] of spellings) {
      const message = await signed('GET', signedTarget, { spoil: (one) => ({ ...one, target: sent }) });
      expect([sent, await send(message)]).toEqual([sent, '401 signature_invalid']);
    }
  });

  it('a request target contains no host and no fragment', async () => {
    for (const target of [`http://makewhole.test${me}`, `${me}#x`]) {
      const message = await signed('GET', me, { spoil: (one) => ({ ...one, target }) });
      expect([target, await send(message)]).toEqual([target, '400 malformed_body']);
    }
  });

  it('a request target is repeated as sent, without its query', async () => {
    const { key } = await givenPartner(harness.current);
    for (const path of ['/api/gap/v1/referrals/%zz', '/api/gap/v1/referrals/a%2fb', '/api/gap/v1/%7Eunknown']) {
      const lines = [`GET ${path}?secret=1 HTTP/1.1`, 'Host: a', `Authorization: Bearer ${key}`];
      const { answers } = await exchange(harness.current.baseUrl, request(lines), { answers: 1 });
      expect(answers[0]?.body.instance).toBe(path);
    }
  });
});

type Poured = { readonly status: string };

/** Sends chunk after chunk, as fast as the other side reads, and returns its response, which may come before the end. */
function pour(lines: readonly string[], pieces: number, piece: Buffer): Promise<Poured> {
  const { hostname, port } = new URL(harness.current.baseUrl);
  const { promise, resolve } = Promise.withResolvers<Poured>();
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  let sent = 0;
  const done = () => resolve({ status: answer.slice(9, 12) });
  const more = () => {
    while (sent <= pieces && !socket.destroyed) {
      sent += 1;
      if (!socket.write(sent > pieces ? '0\r\n\r\n' : piece)) return;
    }
    if (answer !== '') socket.destroy();
  };
  // The server has responded and reads no more.
  const idleMs = 1_000;
  socket.setTimeout(idleMs).on('timeout', () => (answer === '' ? socket.setTimeout(idleMs) : socket.destroy()));
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
    if (sent > pieces) socket.destroy();
  });
  // A server that has responded may close while we still write.
  socket
    .on('error', () => undefined)
    .on('close', done)
    .on('drain', more);
  socket.write(request(lines));
  more();
  return promise;
}

/** Nearly 40 MB are sent; the amount in flight is much smaller. */
const mostMb = 20;

/** A collection frees unused buffers while it runs, so the second reading shows what is left. */
const heldMb = (): number => Math.min(usedMb('arrayBuffers'), usedMb('arrayBuffers'));

/** The peak memory growth meanwhile. Garbage collection is slow, so it runs only when garbage may hide the result. */
async function watched(pouring: () => Promise<Poured[]>): Promise<{ answers: Poured[]; peakMb: number }> {
  const before = heldMb();
  let peakMb = 0;
  const watch = setInterval(() => {
    const withGarbage = process.memoryUsage().arrayBuffers / 2 ** 20 - before;
    peakMb = Math.max(peakMb, withGarbage < mostMb ? withGarbage : heldMb() - before);
  }, 20);
  const answers = await pouring();
  clearInterval(watch);
  return { answers, peakMb };
}

describe('an unknown client with ten megabytes', () => {
  const kilobytes64 = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')]);
  const chunkedPost = (headers: readonly string[]) => [
    'POST /api/gap/v1/referrals/bulk HTTP/1.1',
    'Host: a',
    `X-Forwarded-For: ${freshClientAddress()}`,
    'Transfer-Encoding: chunked',
    ...headers,
  ];

  it('is answered 401 before they have arrived, and they are not held', async () => {
    const unknownClients = () => Promise.all(Array.from({ length: 4 }, () => pour(chunkedPost([]), 160, kilobytes64)));
    const { answers, peakMb } = await watched(unknownClients);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => '401'));
    expect(peakMb).toBeLessThan(mostMb);
  });

  it('an unknown client with a well-formed signature is answered after the digest of its body is checked', async () => {
    const caller = await givenSignedCredential(harness.current);
    const forged = () =>
      without(
        without(
          linesOf(
            caller.sign('POST', '/api/gap/v1/referrals/bulk', { raw: 'x', keyid: 'crd_x', from: freshClientAddress() }),
          ),
          'content-length',
        ),
        'host',
      );
    const [line = '', ...headers] = forged();
    const lines = [line, 'Host: a', 'Transfer-Encoding: chunked', ...headers];
    const unknownClients = () => Promise.all(Array.from({ length: 4 }, () => pour(lines, 150, kilobytes64)));
    const { answers, peakMb } = await watched(unknownClients);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => '401'));
    expect(peakMb).toBeLessThan(mostMb);
  });

  it.each([
    ['by nobody, with a signature of the right form', 'crd_x'],
    ['by a partner', undefined],
  ])('an unknown client that sends more than the operation accepts, in chunks %s, gets 413', async (_who, keyid) => {
    const caller = await givenSignedCredential(harness.current);
    const call = { raw: 'x', from: freshClientAddress(), ...(keyid === undefined ? {} : { keyid }) };
    const [line = '', ...headers] = without(
      linesOf(caller.sign('POST', '/api/gap/v1/referrals', call)),
      'content-length',
    );
    const lines = [line, ...headers, 'Transfer-Encoding: chunked'];
    const { status } = await pour(lines, 60, kilobytes64);
    expect(status).toBe('413');
  });
});
