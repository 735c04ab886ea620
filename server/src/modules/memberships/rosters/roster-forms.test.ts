import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenRoster, leftBehind, rosterPath, rowsOf, storedOf, syncLines, syncObject } from '#test/fixtures/rosters';
import { until } from '#test/until';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { enrollmentBody, givenEnrollment, rosterVin } from '../testing.ts';

const harness = useHarness();

describe('a roster', () => {
  it('a roster has the same effect in both formats', async () => {
    const h = harness.current;
    const outcomes = [];
    for (const sync of [syncObject, syncLines]) {
      const { key, roster } = await givenRoster(harness.current, 12);
      const [gone, changed, ...rest] = roster;
      expect(gone).toBeDefined();
      const { body } = await sync(h, key, { roster: [{ ...changed, external_ref: 'x' }, ...rest, enrollmentBody()] });
      outcomes.push([
        body.totals,
        body.changes.map(({ action }: { action: string }) => action),
        body.changes_truncated,
      ]);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
  });

  it('a roster stores text as it was typed, and finds it unchanged the next time', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const texts = [
      '\\N',
      '\\.',
      'tab\there',
      'line\nbreak\r\n',
      'back\\slash\\',
      '"quoted"',
      'Zoë 😀',
      "O'Neil",
      '\\t',
      'a\u2028b',
    ];
    const roster = texts.map((text) => ({
      ...enrollmentBody({ external_ref: text, member: { first_name: text, last_name: text } }),
      vehicle: { vin: rosterVin(), make: text, model: text },
    }));
    await syncObject(h, key, { roster });
    for (const row of roster) {
      const path = `/api/gap/v1/plans/enrollments?vin=${row.vehicle.vin}`;
      const { body } = await h.call('GET', path, { token: key });
      expect(body.data).toEqual([
        expect.objectContaining({
          external_ref: row.external_ref,
          member: { ...row.member, email: null, phone: null },
          vehicle: { ...row.vehicle, year: null },
        }),
      ]);
    }
    expect((await syncLines(h, key, { roster })).body.totals).toMatchObject({ unchanged: texts.length });
  });

  it('a roster has its options in the body as an object, and in the query line by line', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const refused = async (query: string, body: object) => {
      const answer = await h.call('POST', `${rosterPath}${query}`, { token: key, body });
      return [answer.status, answer.body.code, answer.body.issues.map(({ path }: { path: string }) => path)];
    };
    const roster = rowsOf(1);
    expect(await refused('?mode=dry_run', { roster })).toEqual([400, 'validation_failed', ['mode']]);
    expect(await refused('?confirm_cancel_count=1', { roster })).toEqual([
      400,
      'validation_failed',
      ['confirm_cancel_count'],
    ]);
    expect(await refused('?other=1', { roster })).toEqual([400, 'validation_failed', ['other']]);
    expect(await refused('', { roster, mode: 'x', confirm_cancel_count: -1, more: 1 })).toEqual([
      400,
      'validation_failed',
      ['more', 'mode', 'confirm_cancel_count'],
    ]);
    expect(await refused('', { roster, confirm_cancel_count: '1' })).toEqual([
      400,
      'validation_failed',
      ['confirm_cancel_count'],
    ]);
    for (const query of ['mode=all', 'confirm_cancel_count=-1', 'confirm_cancel_count=x', 'roster=1']) {
      const { status, body } = await h.call('POST', `${rosterPath}?${query}`, {
        token: key,
        raw: JSON.stringify(enrollmentBody()),
        headers: { 'content-type': 'application/x-ndjson' },
      });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
    }
  });

  it.each([
    ['text/csv', 415],
    ['application/json-seq', 415],
    ['application/jsonl', 415],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
  ])('a roster sent as %s gets %s', async (type, expected) => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const { status } = await h.call('POST', rosterPath, {
      token: key,
      raw: JSON.stringify({ roster: rowsOf(1) }),
      headers: { 'content-type': type },
    });
    expect(status).toBe(expected);
  });

  it('a roster may have lines that end with a carriage return, and empty lines are skipped', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const { status, body } = await h.call('POST', rosterPath, {
      token: key,
      raw: `\r\n${rowsOf(3)
        .map((row) => JSON.stringify(row))
        .join('\r\n\r\n')}`,
      headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
    });
    expect([status, body.totals?.created]).toEqual([200, 3]);
  });

  it.each([
    ['{"roster":', 'cut off'],
    ['{"roster":[{}],"roster":[{}]}', 'twice'],
    ['[]', 'no object'],
    ['', 'empty'],
    ['{"roster":[{},,{}]}', 'two commas'],
    [' \ufeff{"roster":[{}]}', 'a mark of byte order behind the beginning'],
    ['\ufeff\ufeff{"roster":[{}]}', 'two marks of byte order'],
    ['\ufeff', 'a mark of byte order alone'],
  ])('each malformed roster has a specific 400: %s', async (raw) => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const { status, body } = await h.call('POST', rosterPath, { token: key, raw });
    expect([status, body.code]).toEqual([400, 'malformed_body']);
  });

  it.each([
    ['{}', 'is required'],
    ['{"mode":"dry_run"}', 'is required'],
    ['{"roster":null}', 'must be a list'],
    ['{"roster":{"roster":[]}}', 'must be a list'],
  ])('a roster without its rows breaks the rules: %s', async (raw, message) => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const { status, body } = await h.call('POST', rosterPath, { token: key, raw });
    expect([status, body.code, body.issues]).toEqual([400, 'validation_failed', [{ path: 'roster', message }]]);
  });

  it.each([
    ['application/json', (rows: readonly object[]) => JSON.stringify({ roster: rows })],
    ['application/x-ndjson', (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')],
  ])('a leading byte order mark is skipped, signed or not: as %s', async (type, write) => {
    const h = harness.current;
    const rows = rowsOf(3);
    const bytes = Buffer.from(`\ufeff${write(rows)}`);
    const expected = rows.map(({ vehicle }) => vehicle.vin);
    const stored = async (id: string) => (await storedOf(h, id)).map(({ vin }) => vin);

    // The mark in three pieces, as a slow connection may deliver it.
    const slow = await givenPartner(h);
    const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 2), bytes.subarray(2, 5), bytes.subarray(5)];
    const response = await fetch(`${h.baseUrl}${rosterPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slow.key}`, 'content-type': type },
      body: ReadableStream.from(pieces.map((piece) => new Uint8Array(piece))),
      duplex: 'half',
    });
    expect([response.status, await stored(slow.institutionId)]).toEqual([200, expected]);

    // The signature covers the body with its mark.
    const signed = await givenSignedCredential(h);
    const answer = await signed.call('POST', rosterPath, { raw: bytes, headers: { 'Content-Type': type } });
    expect([answer.status, await stored(signed.institutionId)]).toEqual([200, expected]);

    // Anywhere else the mark belongs to a row, and that row is reported.
    const { status, body } = await h.call('POST', rosterPath, {
      token: slow.key,
      raw: [write(rows), write(rows)].join('\n\ufeff'),
      headers: { 'content-type': type },
    });
    const named = type === 'application/json' ? [400, 'malformed_body', ''] : [400, 'validation_failed', 'roster.3'];
    expect([status, body.code, ...(body.issues ?? []).map(({ path }: { path: string }) => path)]).toEqual(named);
  });

  it('an error names the line and the column of a row that is not JSON, and quotes nothing of the row', async () => {
    const { key: token } = await givenPartner(harness.current);
    const [row] = rowsOf(1).map((one) => JSON.stringify(one));
    const raw = `${row}\n\n{"member":{"first_name":"Synthetic"\n${row}\n`;
    const headers = { 'content-type': 'application/x-ndjson' };
    const { status, body } = await harness.current.call('POST', rosterPath, { token, raw, headers });
    const message = 'is not valid JSON: line 3, column 36: a comma or } is expected';
    expect([status, body.issues[0]]).toEqual([400, { path: 'roster.1', message }]);
    const array = await harness.current.call('POST', rosterPath, { token, raw: `{"roster":[{"a" 1}]}` });
    const inRow = 'is not valid JSON: line 1 of the row, column 6: a colon is expected';
    expect([array.status, array.body.issues[0]]).toEqual([400, { path: 'roster.0', message: inRow }]);
  });

  it('new ids have the time at which the roster was applied, not when it began to arrive', async () => {
    const h = harness.current;
    const { key, institutionId } = await givenPartner(h);
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        const [first, second] = rowsOf(2).map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
        controller.enqueue(new Uint8Array(first!));
        await until('the upload has begun', async () => (await leftBehind(h)) > 0);
        h.clock.advance(90);
        controller.enqueue(new Uint8Array(second!));
        controller.close();
      },
    });
    const response = await fetch(`${h.baseUrl}${rosterPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body,
      duplex: 'half',
    });
    expect(response.status).toBe(200);
    const from = h.clock.now().toISOString();
    const { body: list } = await h.call('GET', `/api/gap/v1/plans/enrollments?created_from=${from}`, { token: key });
    expect(list.data).toHaveLength(2);
    expect(list.data.map(({ created_at: at }: { created_at: string }) => at)).toEqual([from, from]);
    expect(await storedOf(h, institutionId)).toHaveLength(2);
  });

  it('a roster leaves no connection and no table behind', async () => {
    const h = harness.current;
    const { key } = await givenRoster(harness.current, 2);
    await syncObject(h, key, { roster: [{}] });
    await givenEnrollment(h, key);
    await until('nothing is left', async () => (await leftBehind(h)) === 0);
    expect(await leftBehind(h)).toBe(0);
  });
});
