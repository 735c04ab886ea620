import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import { minimalIntake, submit } from '#testing/intakes';
import { useHarness, type Answer } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';

const harness = useHarness();
const intakes = '/api/agent/v1/intakes';

const post = (raw: string | Uint8Array, contentType = 'application/json'): Promise<Answer> =>
  harness.current.call('POST', intakes, { raw, headers: { 'content-type': contentType } });

/** A valid body of exactly this many bytes; the padding spaces are outside any string. */
function bodyOfBytes(bytes: number): string {
  const text = JSON.stringify(minimalIntake());
  return text.replace('{', `{${' '.repeat(bytes - Buffer.byteLength(text))}`);
}

/** Member names as listed in the refusal. */
const paths = ({ body }: Answer): string[] => body.issues.map(({ path }: { path: string }) => path);

/** The response to any body that cannot be read at all. */
const refusedWhole = {
  status: 400,
  body: {
    error: expect.any(String),
    code: 'invalid_request',
    issues: [{ path: '', message: expect.any(String) }],
  },
};

const outcome = ({ status, body }: Pick<Answer, 'status' | 'body'>) => ({ status, body });

describe('a body that is not a JSON object in UTF-8 (D-009 and D-066)', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/jsonp', 'multipart/form-data'])(
    'a body is refused when its media type is %s',
    async (type) => {
      expect(outcome(await post(JSON.stringify(minimalIntake()), type))).toEqual(refusedWhole);
    },
  );

  it('a body without a media type is refused, and so is a request without a body', async () => {
    expect(outcome(await post(new TextEncoder().encode(JSON.stringify(minimalIntake())), ''))).toEqual(refusedWhole);
    const nothing = await harness.current.call('POST', intakes);
    expect([nothing.status, nothing.body.code]).toEqual([400, 'invalid_request']);
  });

  it.each(['', ' ', '{', '{"a":1,}', "{'a':1}", '{"a":NaN}', '{"a":1}{', 'undefined', '{"a":"\t"}', '{"a":01}'])(
    'a body that is not JSON is refused: %j',
    async (raw) => {
      expect(outcome(await post(raw))).toEqual(refusedWhole);
    },
  );

  it('the refusal gives the position at which the body stops being JSON, without quoting it', async () => {
    const { body } = await post('{\n  "customer": { "email": "secret@example.com" }\n  "agent": {}\n}');
    expect(body.error).toBe('The body is not valid JSON: line 3, column 3: a comma or } is expected.');
    expect(body.issues).toEqual([{ path: '', message: body.error }]);
  });

  it.each(['[]', '[{}]', 'null', 'true', '1', '"text"'])('is refused when it is no object: %s', async (raw) => {
    expect(outcome(await post(raw))).toEqual(refusedWhole);
  });

  it.each([
    ['a broken sequence', [0xc3, 0x28]],
    ['an overlong encoding', [0xc0, 0xaf]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xe9]],
  ])('a body is refused when one of its texts is not UTF-8: %s', async (_what, bytes) => {
    const [before = '', after = ''] = JSON.stringify(minimalIntake({ external_ref: '@@' })).split('@@');
    expect(outcome(await post(Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])))).toEqual(
      refusedWhole,
    );
  });

  it('a body is accepted with a charset and any case in its media type', async () => {
    const body = () => JSON.stringify(minimalIntake());
    expect((await post(body(), 'application/json; charset=utf-8')).status).toBe(201);
    expect((await post(body(), 'Application/JSON')).status).toBe(201);
  });
});

describe('characters that text cannot contain', () => {
  it.each([
    ['U+0000', '\\u0000'],
    ['half a surrogate pair', '\\ud800'],
    ['the other half', 'x\\udfffx'],
  ])('characters that text cannot contain are refused by path: %s', async (_what, escaped) => {
    const ref = JSON.stringify(minimalIntake({ external_ref: '@@' })).replace('@@', escaped);
    const inText = await post(ref);
    expect([inText.status, paths(inText)]).toEqual([400, ['external_ref']]);
    const nested = minimalIntake({ customer: { email: 'jane@example.com', first_name: '@@' } });
    const inMember = await post(JSON.stringify(nested).replace('@@', escaped));
    expect([inMember.status, paths(inMember)]).toEqual([400, ['customer.first_name']]);
    const inName = await post(JSON.stringify({ ...minimalIntake(), '@@': 1 }).replace('@@', escaped));
    expect(inName.status).toBe(400);
  });

  it('characters outside the basic plane are accepted, escaped or not', async () => {
    const escaped = JSON.stringify(minimalIntake({ external_ref: '@@' })).replace('@@', '\\ud83d\\ude97');
    const answer = await post(escaped);
    expect([answer.status, answer.body.external_ref]).toEqual([201, '🚗']);
  });
});

describe('a compressed body', () => {
  it.each(['gzip', 'deflate', 'br'])('is not unpacked, so that no few bytes become many: %s', async (coding) => {
    const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[coding] ?? gzipSync;
    for (const text of [JSON.stringify(minimalIntake()), ' '.repeat(50_000_000)]) {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding };
      const answer = await harness.current.call('POST', intakes, { raw: pack(text), headers });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    }
  });
});

describe('the size of a body', () => {
  it('a body may have 65,536 bytes', async () => {
    const body = bodyOfBytes(65_536);
    expect(Buffer.byteLength(body)).toBe(65_536);
    expect((await post(body)).status).toBe(201);
  });

  it.each([
    ['its length announced', (body: string) => request([...head, `Content-Length: ${body.length}`], body)],
    [
      'in chunks',
      (body: string) =>
        request([...head, 'Transfer-Encoding: chunked'], `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`),
    ],
  ])('a body may not have 65,537 bytes, %s; the response arrives and the connection is closed', async (_how, write) => {
    const { answers, closedByServer } = await exchange(harness.current.baseUrl, write(bodyOfBytes(65_537)));
    expect(answers).toHaveLength(1);
    expect(outcome(answers[0]!)).toEqual(refusedWhole);
    expect(answers[0]?.headers['connection']).toBe('close');
    expect(closedByServer).toBe(true);
  });

  const head = [`POST ${intakes} HTTP/1.1`, 'Host: a.example', 'Content-Type: application/json'];
});

describe('the members of a body', () => {
  it('the last of duplicate members is used', async () => {
    const text = JSON.stringify(minimalIntake({ external_ref: 'second' }));
    const answer = await post(text.replace('{', '{"external_ref":"first",'));
    expect([answer.status, answer.body.external_ref]).toEqual([201, 'second']);
  });

  it('are refused by name when it is __proto__ or constructor, at every level', async () => {
    const body = minimalIntake({ customer: { email: 'jane@example.com' } });
    const raw = JSON.stringify(body)
      .replace('{', '{"__proto__":{"admin":true},"constructor":{"prototype":{}},')
      .replace('"email"', '"__proto__":{"phone":"(415) 555-0123"},"email"');
    const answer = await post(raw);
    expect(answer.status).toBe(400);
    expect(paths(answer).sort()).toEqual(['__proto__', 'constructor', 'customer.__proto__']);
    expect('admin' in {}).toBe(false);
  });

  it('is not filled in from a prototype: a contact there is no contact', async () => {
    const raw = JSON.stringify(minimalIntake({ customer: {} })).replace(
      '"customer":{}',
      '"customer":{"__proto__":{"email":"jane@example.com"}}',
    );
    expect((await post(raw)).status).toBe(400);
  });

  it('members are validated quickly however many are wrong, with 100 issues at most', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`m${index}`, 0]));
    const answers: Answer[] = [];
    const body = { ...minimalIntake(), ...wrong };
    const ms = await processorMs(async () => answers.push(await submit(harness.current, body)));
    expect(ms).toBeLessThan(2000);
    expect(answers[0]?.status).toBe(400);
    expect(answers[0]?.body.issues).toHaveLength(100);
  });

  it.each([
    ['arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ])('very deeply nested members are refused without a crash: %s', async (_what, deep) => {
    for (const member of ['deep', 'external_ref', 'agent']) {
      const text = JSON.stringify({ ...minimalIntake(), [member]: '@@' });
      const answer = await post(text.replace('"@@"', deep));
      expect(answer.status, `deep ${member}`).toBe(400);
      expect(answer.body.issues).toEqual([{ path: '', message: 'The body is nested deeper than 64 levels.' }]);
    }
    const withEscape = JSON.stringify({ ...minimalIntake(), deep: '@@', note: '##' });
    expect((await post(withEscape.replace('"@@"', deep).replace('##', '\\u0041'))).status).toBe(400);
  });
});
