import { beforeAll, describe, expect, it } from 'vitest';
import { portalRoles, mayPortal } from '#lib/api/portal-roles';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { givenSession, givenStaffToken } from '#testing/staff';
import { givenEndpoint } from '#testing/webhooks';
import { useHarness } from '#test/harness';
import { verifyChain } from '../audit/verify-chain.ts';
import type { TrailEntry, TrailPage } from './schemas.ts';

const harness = useHarness();
let owner: PortalBrowser;
let staffToken = '';

const newToken = { label: 'synthetic', permissions: ['events.read'], modes: ['test'], expires_in_days: 1 };
const makeToken = (user: PortalBrowser) => user.call('POST', '/tokens', { body: newToken });

beforeAll(async () => {
  owner = await givenPortalUser(harness.current, { fresh: true });
  staffToken = await givenStaffToken(harness.current);
});

const read = async (query = '', user = owner): Promise<TrailPage> => (await user.call('GET', `/trail${query}`)).body;

describe("an institution's audit trail", () => {
  it("the trail lists its users' actions in words, with who and how, newest first and page by page", async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    const made = [await makeToken(user), await makeToken(user), await makeToken(user)];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    const first = await read('?limit=2', user);
    const second = await read(`?limit=2&cursor=${first.next_cursor}`, user);
    expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null]);
    const subjects = [...first.data, ...second.data].map((entry) => entry.subject_id);
    expect(subjects).toEqual(made.map(({ body }) => body.id).toReversed());
    expect(first.data[0]).toEqual({
      at: harness.current.clock.now().toISOString(),
      kind: 'action',
      operation: 'portal.create-token',
      did: 'made a token',
      who: { type: 'user', id: user.userId, name: 'Synthetic User' },
      credential_id: user.sessionId,
      subject_id: made[2]?.body.id,
      request_id: expect.stringMatching(/^req_/),
    } satisfies TrailEntry);
    expect(JSON.stringify(first)).not.toContain('mwp_');
  });

  it('the trail lists staff changes at the institution, without staff names and views', async () => {
    const h = harness.current;
    const { institutionId } = owner;
    const path = `/api/staff/v1/institutions/${institutionId}`;
    await h.call('GET', `${path}/keys`, { token: staffToken });
    const key = await h.call('POST', `${path}/keys`, {
      token: staffToken,
      body: { label: 'synthetic', livemode: false },
    });
    expect(key.status).toBe(201);
    const { data } = await read('?by=staff');
    expect(data).toEqual([
      expect.objectContaining({
        did: 'created an API key',
        who: { type: 'staff', id: null, name: 'Makewhole staff' },
        credential_id: null,
      }),
    ]);
    expect(JSON.stringify(data)).not.toMatch(/stf_|stk_|ses_/);
    expect((await read('?by=users')).data.every(({ who }) => who.type === 'user')).toBe(true);
  });

  it('the trail lists staff changes to an endpoint, which is addressed by its id alone', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h);
    const { id } = await givenEndpoint({ harness: h, token: staffToken }, user.institutionId);
    const path = `/api/staff/v1/webhook-endpoints/${id}`;
    await h.call('GET', `${path}/health`, { token: staffToken });
    expect((await h.call('POST', `${path}/rotate`, { token: staffToken, body: {} })).status).toBe(200);
    const { data } = await read('', user);
    expect(data.map(({ did, subject_id: subject, who }) => [did, subject, who.name])).toEqual([
      ['rotated a secret', id, 'Makewhole staff'],
      ['added an endpoint', expect.any(String), 'Makewhole staff'],
    ]);
  });

  it('the trail leaves out refusals of staff, and lists those of users', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'finance' });
    const { headers } = await givenSession(h, 'caller');
    const body = { label: 'x', livemode: false };
    await h.call('POST', `/api/staff/v1/institutions/${user.institutionId}/keys`, { headers, body });
    expect((await makeToken(user)).body.code).toBe('fresh_code_required');
    const admin = await givenPortalUser(h, { institutionId: user.institutionId });
    const { data } = await read('', admin);
    expect(data.map(({ kind, did, who }) => [kind, did, who.id])).toEqual([
      ['refused', 'was refused: made a token', user.userId],
    ]);
  });

  it('the trail can be filtered by user, operation, subject and time', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true, institutionId: owner.institutionId });
    const { body } = await makeToken(user);
    await user.call('POST', `/tokens/${body.id}/revoke`);
    expect((await read(`?user_id=${user.userId}`)).data).toHaveLength(2);
    expect((await read(`?user_id=usr_nobody`)).data).toEqual([]);
    expect((await read(`?subject_id=${body.id}&operation=portal.revoke-token`)).data).toHaveLength(1);
    expect((await read('?created_from=2026-11-16')).data).toEqual([]);
    expect((await read(`?subject_id=${body.id}&created_to=2026-11-16`)).data).toHaveLength(2);
  });

  it.each(['?limit=0', '?cursor=x', '?by=all', '?other=1', '?user_id=', '?created_from=yesterday'])(
    'the trail refuses %s',
    async (query) => {
      expect((await owner.call('GET', `/trail${query}`)).status).toBe(400);
    },
  );

  it('the trail shows nothing of another institution, by any filter or cursor, even if the condition is missing', async () => {
    const h = harness.current;
    const other = await givenPortalUser(h, { fresh: true });
    const { body } = await makeToken(other);
    for (const query of [`?user_id=${other.userId}`, `?subject_id=${body.id}`])
      expect((await read(query)).data).toEqual([]);
    const all = await read('?limit=100');
    expect(all.data.some(({ who }) => who.id === other.userId)).toBe(false);
    const scoped = h.apiDb.seeing({ account: owner.institutionId });
    const rows = await scoped.many<{ institution_id: string | null }>({
      text: 'select institution_id from audit.entries',
      values: [],
    });
    expect(new Set(rows.map((row) => row.institution_id))).toEqual(new Set([owner.institutionId]));
    const nobody = await h.apiDb.many({ text: 'select seq from audit.entries', values: [] });
    expect(nobody).toEqual([]);
    await expect(
      scoped.inTransaction(async (tx) => {
        await tx.many({
          text: `insert into audit.entries (seq, at, kind, operation, institution_id, mac)
                 values (1000000, now(), 'action', 'x', $1, '')`,
          values: [other.institutionId],
        });
      }),
    ).rejects.toThrow('row-level security');
  });

  it('the trail can be downloaded as CSV and JSON with the same filters', async () => {
    const csv = await owner.call('GET', '/trail.csv?by=staff');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="trail.csv"');
    const [head, line, rest] = csv.text.split('\r\n');
    expect(head).toBe('at,who,did,kind,operation,subject_id,user_id,credential_id,request_id');
    expect(line).toContain('Makewhole staff,created an API key,action,access.create-partner-key');
    expect(rest).toBe('');
    const json = await owner.call('GET', '/trail.json');
    expect(json.body.data).toEqual((await read('?limit=100')).data);
  });

  it.each(portalRoles)('the trail is open to users with permission to read it, as %s', async (role) => {
    const user = await givenPortalUser(harness.current, { role });
    const status = mayPortal(role, 'trail.read') ? 200 : 403;
    for (const path of ['/trail', '/trail.csv', '/trail.json'])
      expect((await user.call('GET', path)).status).toBe(status);
  });

  it('the trail requires a session', async () => {
    const path = `/api/portal/v1/${owner.institutionId}/test/trail`;
    expect((await harness.current.call('GET', path)).status).toBe(401);
  });

  it('the trail is part of the one chain, which verifies', async () => {
    expect(await verifyChain(harness.current.ctx)).toMatchObject({ ok: true, problem: undefined });
  });
});

describe('a trail of more than ten thousand entries', () => {
  it('a long trail can be downloaded completely, as CSV and as JSON', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    const { body } = await makeToken(user);
    const db = await harness.current.owner.pool.connect();
    // Without the trigger that maintains the chain: only their number matters here.
    await db.query('begin; set local session_replication_role = replica');
    await db.query(
      `insert into audit.entries select r.*
        from (select * from audit.entries where subject_id = $1) e, generate_series(1, 10500) n,
          jsonb_populate_record(null::audit.entries, to_jsonb(e) || jsonb_build_object('seq', e.seq + 1000000 + n)) r`,
      [body.id],
    );
    await db.query('commit');
    db.release();
    expect((await user.call('GET', '/trail.csv')).text.trimEnd().split('\r\n')).toHaveLength(10_502);
    const { data } = (await user.call('GET', '/trail.json')).body;
    expect([data.length, data.every((entry: TrailEntry) => entry.subject_id === body.id)]).toEqual([10_501, true]);
  });
});
