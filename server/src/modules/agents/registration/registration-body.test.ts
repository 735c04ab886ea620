import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { freshAddress, register, registrationBody } from '../testing.ts';

const harness = useHarness({ registerPerMin: 1_000_000 });

const paths = (body: { issues: { path: string }[] }) => body.issues.map(({ path }) => path).sort();

const sendRaw = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
  harness.current.call('POST', '/api/agent/v1/register', { raw, headers: { ...freshAddress(), ...headers } });

describe('the body of a registration', () => {
  it.each(['', 'agent', 'operator', 'agreement'])(
    'the body allows no undocumented member, in "%s" [A-REG-015]',
    async (at) => {
      const valid = registrationBody();
      const body = at === '' ? { ...valid, extra: 1 } : { ...valid, [at]: { ...valid[at as 'agent'], extra: 1 } };
      const answer = await register(harness.current, body);
      const path = at === '' ? 'extra' : `${at}.extra`;
      expect([answer.status, answer.body.issues]).toEqual([400, [{ path, message: 'is not a known member' }]]);
    },
  );

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'the body treats %s as an unknown member like any other [A-REG-015]',
    async (name) => {
      const raw = JSON.stringify(registrationBody()).replace(/^\{/, `{${JSON.stringify(name)}:{"accepted":true},`);
      const { status, body } = await sendRaw(raw);
      expect([status, paths(body)]).toEqual([400, [name]]);
    },
  );

  it.each(['agent', 'operator', 'agreement'])('the body requires %s, as an object', async (member) => {
    const { [member as 'agent']: _left, ...others } = registrationBody();
    const absent = await register(harness.current, others);
    expect([absent.status, absent.body.issues]).toEqual([400, [{ path: member, message: 'is required' }]]);
    for (const value of [null, 'text', 7, true, [], [{}]]) {
      const { status, body } = await register(harness.current, { ...others, [member]: value });
      expect([status, paths(body)]).toEqual([400, [member]]);
    }
  });

  it('an invalid body gets all its issues, each with its path [A-ERR-003, A-ERR-006]', async () => {
    const { status, body } = await register(harness.current, {
      agent: { name: 'x', platform: 'UPPER', website: 'nowhere' },
      operator: { email: 'nobody' },
      agreement: { accepted: false },
      extra: true,
    });
    expect(status).toBe(400);
    expect(paths(body)).toEqual([
      'agent.name',
      'agent.platform',
      'agent.website',
      'agreement.accepted',
      'agreement.version',
      'extra',
      'operator.email',
      'operator.name',
    ]);
    for (const issue of body.issues) {
      expect(issue).toEqual({ path: expect.any(String), message: expect.stringMatching(/./) });
    }
  });

  it('the body must be one JSON object in UTF-8 of at most 64 KiB', async () => {
    const valid = JSON.stringify(registrationBody());
    const padded = (bytes: number) => valid + ' '.repeat(bytes - valid.length);
    expect((await sendRaw(padded(65_536))).status).toBe(202);
    const refused: [string, string | Uint8Array, Record<string, string>?][] = [
      ['one byte too many', padded(65_537)],
      ['cut short', valid.slice(0, -1)],
      ['two of them', valid + valid],
      ['a list', `[${valid}]`],
      ['null', 'null'],
      ['a text', '"register me"'],
      ['a comment', `/* hello */${valid}`],
      ['bytes that are not UTF-8', Buffer.concat([Buffer.from(valid.slice(0, -1)), Buffer.from([0xff, 0x7d])])],
      ['a form', valid, { 'content-type': 'application/x-www-form-urlencoded' }],
      ['plain text', valid, { 'content-type': 'text/plain' }],
    ];
    for (const [name, raw, headers] of refused) {
      const { status, body } = await sendRaw(raw, headers);
      expect({ name, status, code: body.code, paths: paths(body) }).toEqual({
        name,
        status: 400,
        code: 'invalid_request',
        paths: [''],
      });
    }
  });

  it('a missing body is refused like an empty one', async () => {
    const none = await harness.current.call('POST', '/api/agent/v1/register', { headers: freshAddress() });
    const empty = await register(harness.current, {});
    expect([none.status, none.body.code]).toEqual([400, 'invalid_request']);
    expect([empty.status, paths(empty.body)]).toEqual([400, ['agent', 'agreement', 'operator']]);
  });

  it("the body's last of two members of the same name counts", async () => {
    const raw = JSON.stringify(registrationBody()).replace('"accepted":true', '"accepted":false,"accepted":true');
    const reversed = raw.replace('"accepted":false,"accepted":true', '"accepted":true,"accepted":false');
    expect((await sendRaw(raw)).status).toBe(202);
    expect((await sendRaw(reversed)).status).toBe(400);
  });

  it('a refused body leaves no registration and no email', async () => {
    const { ctx, mailbox } = harness.current;
    const count = async () =>
      (await ctx.db.many({ text: 'select id from agents.registrations', values: [] })).length + mailbox.received.length;
    const before = await count();
    await register(harness.current, { ...registrationBody(), extra: 1 });
    await register(harness.current, registrationBody({ agreement: { accepted: true, version: '2025-01-01' } }));
    expect(await count()).toBe(before);
  });
});
