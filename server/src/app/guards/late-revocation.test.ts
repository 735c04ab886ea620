import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import {
  actAsAgent,
  authenticateAgent,
  rotateAgentKey,
  setPrincipalStatus,
  actAsPartner,
  authenticatePartnerKey,
  revokeCredential,
  revokePartnerKey,
  type Authentication,
} from '#modules/credentials';
import { actAsStaff, authenticateStaff, createStaffToken, revokeStaffToken } from '#modules/staff';
import { transact } from '#platform/db';
import { rosterPath } from '#test/fixtures/rosters';
import { useHarness, type Harness } from '#test/harness';
import { request } from '#test/http/raw-http';
import type { Message } from '#test/http/signed-requests';
import { until } from '#test/until';
import { givenAgent } from '#testing/agents';
import { minimalIntake } from '#testing/intakes';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenSession, givenStaff, givenStaffToken } from '#testing/staff';

const harness = useHarness();

const query = async (text: string, ...values: unknown[]) =>
  (await harness.current.ctx.db.pool.query<Record<string, unknown>>(text, values)).rows;

type Call = { readonly head: readonly string[]; readonly body: string };

/** Sends half of a body, ends the credential when the server reads it, and sends the rest; returns the response. */
async function sendSlowly({ head, body }: Call, end: () => Promise<unknown>): Promise<string> {
  const { hostname, port } = new URL(harness.current.baseUrl);
  const { promise: arriving, resolve } = Promise.withResolvers<IncomingMessage>();
  const note = (message: unknown) => resolve((message as { request: IncomingMessage }).request);
  subscribe('http.server.request.start', note);
  const socket = connect({ host: hostname, port: Number(port) });
  const middle = Math.floor(body.length / 2);
  socket.write(request([...head, `Content-Length: ${body.length}`, 'Connection: close'], body.slice(0, middle)));
  const incoming = await arriving;
  unsubscribe('http.server.request.start', note);
  await until('the body to be read', () => incoming.readableFlowing === true || incoming.listenerCount('readable') > 0);
  await end();
  socket.write(body.slice(middle));
  const answer = await text(socket);
  const status = /^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? '';
  return `${status} ${/"code":"(\w+)"/.exec(answer)?.[1] ?? ''}`.trim();
}

const post = (path: string, token: string, body: unknown): Call => ({
  head: [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json'],
  body: JSON.stringify(body),
});

const enrollment = (vin: string) => ({
  member: { first_name: 'Synthetic', last_name: 'Member', email: 'member@example.com' },
  vehicle: { vin },
});
const enrollments = '/api/gap/v1/plans/enrollments';
const enrolled = async (institutionId: string) =>
  (await query('select id from memberships.enrollments where institution_id = $1', institutionId)).length;

const bySession = async (h: Harness, body: unknown) => {
  const browser = await givenSession(h);
  const head = ['POST /api/staff/v1/do-not-contact HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
  const headers = Object.entries(browser.headers).map(([name, value]) => `${name}: ${value}`);
  return { browser, call: { head: [...head, ...headers], body: JSON.stringify(body) } };
};

describe('a credential that ends while the body is on its way', () => {
  it('executes nothing: a bearer key', async () => {
    const h = harness.current;
    const { key, keyId, institutionId } = await givenPartner(h);
    const call = post(enrollments, key, enrollment('1HGCM82633A004352'));
    expect(await sendSlowly(call, () => revokePartnerKey(h.ctx, { institutionId, livemode: 'both' }, keyId))).toBe(
      '401 key_revoked',
    );
    expect(await enrolled(institutionId)).toBe(0);
  });

  it('nothing is executed: an institution that is suspended', async () => {
    const h = harness.current;
    const { key, institutionId } = await givenPartner(h);
    const call = post(enrollments, key, enrollment('1HGCM82633A004352'));
    const answer = await sendSlowly(call, () => setPrincipalStatus(h.ctx, institutionId, 'suspended'));
    expect([answer, await enrolled(institutionId)]).toEqual(['403 institution_suspended', 0]);
  });

  it('nothing is executed: a signed credential', async () => {
    const h = harness.current;
    const client = await givenSignedCredential(h);
    const { rawHeaders, body, method, target }: Message = client.sign('POST', enrollments, {
      body: enrollment('1HGCM82633A004352'),
    });
    const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
    const head = [`${method} ${target} HTTP/1.1`, ...lines.filter((line) => !line.startsWith('Content-Length'))];
    const call = { head, body: body.toString() };
    const answer = await sendSlowly(call, () =>
      revokeCredential(h.ctx, { institutionId: client.institutionId, livemode: 'both' }, client.id),
    );
    expect([answer, await enrolled(client.institutionId)]).toEqual(['401 signature_invalid', 0]);
  });

  it('nothing is executed: a roster, which is read as it arrives', async () => {
    const h = harness.current;
    const { key, keyId, institutionId } = await givenPartner(h);
    const call = post(rosterPath, key, { roster: [enrollment('1HGCM82633A004352')] });
    expect(await sendSlowly(call, () => revokePartnerKey(h.ctx, { institutionId, livemode: 'both' }, keyId))).toBe(
      '401 key_revoked',
    );
    expect(await enrolled(institutionId)).toBe(0);
  });

  it('a stored response is not replayed either', async () => {
    const h = harness.current;
    const { key, keyId, institutionId } = await givenPartner(h);
    const headers = { 'idempotency-key': 'late' };
    const body = enrollment('1HGCM82633A004352');
    expect((await h.call('POST', enrollments, { token: key, body, headers })).status).toBe(201);
    const plain = post(enrollments, key, body);
    const call = { ...plain, head: [...plain.head, 'Idempotency-Key: late'] };
    expect(await sendSlowly(call, () => revokePartnerKey(h.ctx, { institutionId, livemode: 'both' }, keyId))).toBe(
      '401 key_revoked',
    );
  });

  it('nothing is executed: an agent key', async () => {
    const h = harness.current;
    const { key, principalId } = await givenAgent(h);
    const call = post('/api/agent/v1/intakes', key, minimalIntake());
    const rotate = () => h.call('POST', '/api/agent/v1/me/rotate-key', { token: key });
    expect(await sendSlowly(call, rotate)).toBe('401 unauthorized');
    expect(await query('select id from intakes.intakes where principal_id = $1', principalId)).toEqual([]);
  });

  it('nothing is executed: a staff token', async () => {
    const h = harness.current;
    const { email } = await givenStaff(h);
    const { token, tokenId } = await createStaffToken(h.ctx, { email, label: 'tests' });
    const call = post('/api/staff/v1/do-not-contact', token, { email: 'late-token@example.com' });
    expect(await sendSlowly(call, () => revokeStaffToken(h.ctx, tokenId))).toBe('401 unauthorized');
  });

  it('nothing is executed: a session, and it leaves no action in the audit trail', async () => {
    const h = harness.current;
    const { browser, call } = await bySession(h, { email: 'late-session@example.com' });
    const administrator = await givenStaffToken(h);
    const end = () => h.call('POST', `/api/staff/v1/staff/${browser.staffId}/sessions/end`, { token: administrator });
    expect(await sendSlowly(call, end)).toBe('401 unauthorized');
    const rows = await query('select operation from audit.entries where staff_id = $1', browser.staffId);
    expect(rows).toEqual([{ operation: 'access.sign-in' }]);
  });
});

/** Verbs that use and end each kind of credential. */
const kinds: Readonly<
  Record<string, (h: Harness) => Promise<{ ctx: Ctx; end: () => Promise<unknown>; code: string }>>
> = {
  'a bearer key': async (h) => {
    const { key, keyId, institutionId } = await givenPartner(h);
    const found = (await authenticatePartnerKey(h.ctx, {
      authorization: `Bearer ${key}`,
      address: '192.0.2.1',
    })) as Extract<Authentication, { suspended: boolean }>;
    const ctx = actAsPartner(h.ctx, found.actor, async ({ refusal }) => refusal);
    return { ctx, end: () => revokePartnerKey(h.ctx, { institutionId, livemode: 'both' }, keyId), code: 'key_revoked' };
  },
  'an agent key': async (h) => {
    const { key } = await givenAgent(h);
    const actor = (await authenticateAgent(h.ctx, `Bearer ${key}`, '192.0.2.1'))!;
    return { ctx: actAsAgent(h.ctx, actor), end: () => rotateAgentKey({ ...h.ctx, actor }), code: 'unauthorized' };
  },
  'an account that is disabled': async (h) => {
    const token = await givenStaffToken(h);
    const actor = await authenticateStaff(h.ctx, `Bearer ${token}`);
    const end = () => query('update staff.members set disabled_at = now() where id = $1', actor.staffId);
    return { ctx: actAsStaff(h.ctx, actor, 'caller'), end, code: 'unauthorized' };
  },
  'a role that is lowered': async (h) => {
    const token = await givenStaffToken(h);
    const actor = await authenticateStaff(h.ctx, `Bearer ${token}`);
    const end = () => query(`update staff.members set role = 'lead' where id = $1`, actor.staffId);
    return { ctx: actAsStaff(h.ctx, actor, 'administrator'), end, code: 'role_required' };
  },
};

describe('the second credential check', () => {
  it.each(Object.keys(kinds))('a transaction does not commit after its credential has ended: %s', async (kind) => {
    const { ctx, end, code } = await kinds[kind]!(harness.current);
    const id = crypto.randomUUID();
    const note = { text: 'insert into platform.data_keys (id) values ($1)', values: [id] };
    const work = transact(ctx, async (tx) => {
      await tx.db.many(note);
      await end();
    });
    await expect(work).rejects.toMatchObject({ code });
    await expect(ctx.db.many(note)).rejects.toMatchObject({ code });
    await expect(ctx.db.recheck()).rejects.toMatchObject({ code });
    await expect(ctx.db.inBulk((session) => session.transact((db) => db.many(note)))).rejects.toMatchObject({ code });
    expect(await query('select id from platform.data_keys where id = $1', id)).toEqual([]);
  });

  it('makes whoever ends a credential wait for a request that is committing, and no longer', async () => {
    const h = harness.current;
    const { keyId, institutionId } = await givenPartner(h);
    const client = await h.ctx.db.pool.connect();
    await client.query('begin');
    await client.query('select credentials.recheck_partner_key($1, $2, now())', [institutionId, keyId]);
    let ended = false;
    const ending = revokePartnerKey(h.ctx, { institutionId, livemode: 'both' }, keyId).then(() => (ended = true));
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;
    await until('the revocation to wait', async () => (await query(waits)).length > 0);
    expect(ended).toBe(false);
    await client.query('commit');
    client.release();
    await ending;
    expect(ended).toBe(true);
  });
});
