import { connect } from 'node:net';
import { once } from 'node:events';
import { assert, asyncProperty, nat } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenRoster, leftBehind, rosterPath, rowsOf, storedOf, publishedEventsOf } from '#test/fixtures/rosters';
import { exchange, request } from '#test/http/raw-http';
import { runs } from '#test/runs';
import { until } from '#test/until';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { enrollmentBody } from '../testing.ts';
import { syncRoster } from './sync-roster.ts';

const harness = useHarness();

const types = { object: 'application/json', lines: 'application/x-ndjson' };
type Form = keyof typeof types;

const textOf = (form: Form, rows: readonly unknown[]): string =>
  form === 'object' ? JSON.stringify({ roster: rows }) : rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe.each(['object', 'lines'] as const)('an upload as %s', (form) => {
  it('a truncated upload changes nothing, and leaves no connection and no table', async () => {
    const h = harness.current;
    const { key, institutionId, roster } = await givenRoster(h, 3);
    const before = [await storedOf(h, institutionId), await publishedEventsOf(h, institutionId)];
    const text = textOf(form, roster.slice(1));
    const head = [
      `POST ${rosterPath} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${key}`,
      `content-type: ${types[form]}`,
    ];
    const bodies = {
      [`content-length: ${text.length}`]: text.slice(0, -1),
      'transfer-encoding: chunked': `${text.length.toString(16)}\r\n${text}\r\n`,
    };
    for (const [framing, body] of Object.entries(bodies)) {
      const { hostname, port } = new URL(h.baseUrl);
      const socket = connect({ host: hostname, port: Number(port) });
      await once(socket, 'connect');
      socket.write(request([...head, framing], body));
      await until('the upload has begun', async () => (await leftBehind(h)) > 0);
      socket.destroy();
      await until('nothing is left', async () => (await leftBehind(h)) === 0);
    }
    expect([await storedOf(h, institutionId), await publishedEventsOf(h, institutionId)]).toEqual(before);
  });

  it('an upload with a wrong signature is refused before it has any effect, even when it is malformed', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h);
    const { institutionId } = caller;
    const good = textOf(form, rowsOf(2));
    const send = (body: string) =>
      caller.call('POST', rosterPath, {
        raw: good,
        headers: { 'Content-Type': types[form] },
        from: freshClientAddress(),
        spoil: (message) => ({ ...message, body: Buffer.from(body) }),
      });
    for (const other of [textOf(form, rowsOf(2)), good.slice(0, -3), `${good} `, textOf(form, [{}])]) {
      const { status, body } = await send(other);
      expect([status, body.code]).toEqual([401, 'signature_profile_invalid']);
    }
    expect(await storedOf(h, institutionId)).toEqual([]);
    expect((await send(good)).status).toBe(200);
    expect(await storedOf(h, institutionId)).toHaveLength(2);
  });

  it('an upload with too many rows is refused, and with exactly the limit is accepted', async () => {
    const h = harness.current;
    const { institutionId } = await givenPartner(h);
    const options = { mode: 'apply', confirmCancelCount: undefined } as const;
    const sync = (count: number) => {
      const chunks = (async function* () {
        yield Buffer.from(textOf(form, rowsOf(count)));
      })();
      const upload = { form: { kind: form, options }, chunks, maxRows: 3 };
      return syncRoster(h.ctx, { tenant: { institutionId, livemode: false }, upload, named: undefined });
    };
    await expect(sync(4)).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: 'roster', message: 'must have at most 3 rows' }] },
    });
    expect((await sync(3)).status).toBe(200);
    expect(await storedOf(h, institutionId)).toHaveLength(3);
  });

  // The promise for a truncated upload: as an object it is always refused. Line by line, a file that ends with a whole
  // line looks complete; then at most two or a fifth are canceled.
  it('a truncated upload never cancels more than is allowed without confirmation', { timeout: 300_000 }, async () => {
    const h = harness.current;
    const { key, roster } = await givenRoster(h, 60);
    const text = textOf(form, roster);
    const query = form === 'lines' ? '?mode=dry_run' : '';
    const whole = form === 'lines' ? text : text.replace('{', '{"mode":"dry_run",');
    const answers = new Set<number>();
    const cutAt = async (at: number) => {
      const cut = whole.slice(0, at);
      const { status, body } = await h.call('POST', rosterPath + query, {
        token: key,
        raw: cut,
        headers: { 'content-type': types[form] },
      });
      answers.add(status);
      if (form === 'object') {
        expect([status, body.code]).toEqual([400, 'malformed_body']);
        return;
      }
      const lines = cut.split('\n').filter((line) => line !== '');
      const lost = 60 - lines.length;
      const broken = lines.length === 0 || !isJson(lines.at(-1) ?? '');
      expect(status).toBe(broken ? 400 : lost > 12 ? 409 : 200);
      if (status === 200) expect(body.totals.canceled).toBe(lost);
    };
    await assert(
      asyncProperty(nat(whole.length - 1), (at) => cutAt(at)),
      { numRuns: runs({ always: 25, nightly: 3000 }) },
    );
    // The edges, which random cuts rarely hit: the end of each line, and one byte to either side of it.
    const ends = form === 'lines' ? [...whole.matchAll(/\n/g)].map(({ index }) => index) : [];
    for (const end of ends.filter((_, turn) => turn % 4 === 0))
      for (const at of [end - 1, end, end + 1]) if (at < whole.length) await cutAt(at);
    expect([...answers].toSorted()).toEqual(form === 'object' ? [400] : [200, 400, 409]);
  });
});

describe('a body that is too large', () => {
  const mebibyte = 1_048_576;

  it.each([
    ['application/json', 64 * mebibyte],
    ['application/x-ndjson', 512 * mebibyte],
  ])('the body is refused by its Content-Length: %s, %s bytes', async (type, limit) => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const head = [`POST ${rosterPath} HTTP/1.1`, 'host: x', `authorization: Bearer ${key}`, `content-type: ${type}`];
    const { answers } = await exchange(h.baseUrl, request([...head, `content-length: ${limit + 1}`]), { answers: 1 });
    expect([answers[0]?.status, answers[0]?.body.code]).toEqual([413, 'payload_too_large']);
  });

  it('a body without a Content-Length is refused when it passes the limit, and the client gets the response', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const blank = Buffer.alloc(mebibyte, ' \n');
    const body = ReadableStream.from(
      (function* () {
        yield Buffer.from('{"roster":[');
        for (let sent = 0; sent < 66; sent += 1) yield blank;
      })(),
    );
    const response = await fetch(h.baseUrl + rosterPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'payload_too_large']);
    await until('nothing is left', async () => (await leftBehind(h)) === 0);
  });

  it('the API accepts 100,000 rows: 100,001 in an object are refused', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const row = JSON.stringify(enrollmentBody());
    const rows = Array.from({ length: 100_001 }, () => row).join(',');
    const { status, body } = await h.call('POST', rosterPath, { token: key, raw: `{"roster":[${rows}]}` });
    expect([status, body.issues]).toEqual([400, [{ path: 'roster', message: 'must have at most 100000 rows' }]]);
  });
});

it('a client that is still sending gets the response to a malformed upload', async () => {
  const h = harness.current;
  const { key } = await givenPartner(h);
  const body = ReadableStream.from(
    (function* () {
      yield Buffer.from('{"roster":[,');
      for (let sent = 0; sent < 200; sent += 1) yield Buffer.alloc(65_536, ' ');
    })(),
  );
  const response = await fetch(h.baseUrl + rosterPath, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'malformed_body']);
});
