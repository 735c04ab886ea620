import { describe, expect, it } from 'vitest';
import { getRequest, listRequests } from '#modules/portal';
import { revokePartnerKey } from '#modules/credentials';
import { useHarness, type Answer } from '#test/harness';
import { until } from '#test/until';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenReferral, referralBody } from '#testing/referrals';

const harness = useHarness();
const gap = '/api/gap/v1';
const idOf = ({ headers }: Answer): string => headers.get('x-request-id') ?? '';

type Owner = { readonly institutionId: string; readonly livemode?: boolean };

/** The log's record of a call, once it is written. */
const logged = ({ institutionId, livemode = false }: Owner, answer: Answer) =>
  until('the call in the log', async () => {
    try {
      return await getRequest(harness.current.ctx, { institutionId, livemode, id: idOf(answer) });
    } catch {
      return undefined;
    }
  });

const bodyOf = (body: { text: string | null } | null | undefined) => JSON.parse(body?.text ?? 'null');

describe('a call in test mode', () => {
  it('a test call is logged with its headers and bodies', async () => {
    const h = harness.current;
    const partner = await givenPartner(h);
    const sent = referralBody();
    const made = await h.call('POST', `${gap}/referrals`, {
      token: partner.key,
      body: sent,
      headers: { 'idempotency-key': 'log-1', 'x-forwarded-for': '203.0.113.9' },
    });
    expect(made.status).toBe(201);
    const request = await logged(partner, made);
    expect(request).toMatchObject({
      id: idOf(made),
      method: 'POST',
      route: `${gap}/referrals`,
      path: `${gap}/referrals`,
      status: 201,
      code: null,
      credential_id: partner.keyId,
      client_address: '203.0.113.9',
      replayed: false,
      has_content: true,
    });
    expect(request.object_ids).toContain(made.body.id);
    expect(bodyOf(request.content?.request_body)).toEqual(sent);
    expect(bodyOf(request.content?.response_body)).toEqual(made.body);
    const headers = request.content?.headers ?? [];
    expect(headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value).toBe('[not stored]');
    expect(JSON.stringify(request)).not.toContain(partner.key);
    const again = await h.call('POST', `${gap}/referrals`, {
      token: partner.key,
      body: sent,
      headers: { 'idempotency-key': 'log-1' },
    });
    expect((await logged(partner, again)).replayed).toBe(true);
  });

  it('a test call is logged with the object that a conflict names', async () => {
    const h = harness.current;
    const partner = await givenPartner(h);
    const body = referralBody();
    const made = await h.call('POST', `${gap}/referrals`, { token: partner.key, body });
    const refused = await h.call('POST', `${gap}/referrals`, { token: partner.key, body });
    expect([refused.status, refused.body.referral_id]).toEqual([409, made.body.id]);
    expect((await logged(partner, refused)).object_ids).toEqual([made.body.id]);
  });

  it('a test call is logged with the refused members, but not with invented names', async () => {
    const h = harness.current;
    const partner = await givenPartner(h);
    const wrong = { ...referralBody(), 'jane@example.com': 1, vehicle: { vin: 7 } };
    const refused = await h.call('POST', `${gap}/referrals?limit=1`, { token: partner.key, body: wrong });
    const request = await logged(partner, refused);
    expect(request).toMatchObject({ status: 400, code: 'validation_failed', query_names: [] });
    expect(request.issue_paths).toEqual(expect.arrayContaining(['vehicle.vin', '*.*']));
    expect(JSON.stringify({ ...request, content: null })).not.toContain('jane');
  });

  it('a test call is logged with 64 KiB of a long body', async () => {
    const h = harness.current;
    const partner = await givenPartner(h);
    const raw = JSON.stringify({ filler: 'x'.repeat(100_000) });
    const refused = await h.call('POST', `${gap}/referrals`, { token: partner.key, raw });
    const { content } = await logged(partner, refused);
    expect(content?.request_body).toMatchObject({ bytes: raw.length, truncated: true });
    expect(content?.request_body?.text).toHaveLength(65_536);
  });
});

describe('a call in live mode', () => {
  it('a live call is logged without body, headers, query values and typed parts of the path', async () => {
    const h = harness.current;
    const partner = await givenPartner(h, { livemode: true });
    const owner = { institutionId: partner.institutionId, livemode: true };
    const calls = [
      await h.call('GET', `${gap}/referrals?external_ref=jane%40example.com`, { token: partner.key }),
      await h.call('GET', `${gap}/referrals?jane%40example.com=1`, { token: partner.key }),
      await h.call('GET', `${gap}/referrals/jane%40example.com`, { token: partner.key }),
      await h.call('POST', `${gap}/referrals`, {
        token: partner.key,
        body: { 'jane@example.com': 'jane@example.com' },
      }),
    ];
    for (const answer of calls) {
      const request = await logged(owner, answer);
      expect([request.content, request.has_content]).toEqual([null, false]);
      expect(JSON.stringify(request)).not.toContain('jane');
    }
    const stored = await h.ctx.db.many<{ text: string }>({
      text: `select row_to_json(r)::text as text from request_log.requests r where institution_id = $1
        union all select row_to_json(c)::text from request_log.contents c where institution_id = $1`,
      values: [partner.institutionId],
    });
    expect(stored).toHaveLength(calls.length);
    expect(stored.filter(({ text }) => text.includes('jane'))).toEqual([]);
  });
});

describe('a refused signature in the request log', () => {
  it('a refused signature is logged for the institution of its keyid, with its body in test mode', async () => {
    const h = harness.current;
    const client = await givenSignedCredential(h);
    const path = `${gap}/review-status/lookup`;
    const refused = await client.call('POST', path, {
      body: { reference: 'loan-7' },
      signing: { baseUrl: 'http://localhost:3000' },
      from: freshClientAddress(),
    });
    expect([refused.status, refused.body.code]).toEqual([401, 'signature_invalid']);
    const request = await logged(client, refused);
    expect(request).toMatchObject({ status: 401, code: 'signature_invalid', credential_id: client.id });
    expect(bodyOf(request.content?.request_body)).toEqual({ reference: 'loan-7' });
    expect(request.content?.target).toBe(path);
    const broken = await client.call('GET', `${gap}/me`, { environment: 'test', from: freshClientAddress() });
    expect(await logged(client, broken)).toMatchObject({ code: 'signature_profile_invalid' });
  });

  it('a refused signature is logged without content when a live credential claims TEST', async () => {
    const client = await givenSignedCredential(harness.current, { livemode: true });
    const refused = await client.call('GET', `${gap}/me?x=jane`, {
      environment: 'TEST',
      signing: { baseUrl: 'http://localhost:3000' },
      from: freshClientAddress(),
    });
    expect(refused.status).toBe(401);
    const request = await logged({ institutionId: client.institutionId, livemode: true }, refused);
    expect([request.content, JSON.stringify(request).includes('jane')]).toEqual([null, false]);
  });

  it("an unknown keyid is not logged, and each credential's refusals are logged sixty times a minute and then only counted", async () => {
    const h = harness.current;
    const client = await givenSignedCredential(h);
    const call = (keyid?: string) =>
      client.call('GET', `${gap}/me`, {
        ...(keyid === undefined ? {} : { keyid }),
        signing: { baseUrl: 'http://localhost:3000' },
        from: freshClientAddress(),
      });
    const strangers = await call('crd_0Ai1jZkB0000000000000000');
    expect(strangers.status).toBe(401);
    for (let turn = 0; turn < 65; turn += 1) await call();
    const key = { institutionId: client.institutionId, livemode: false };
    const page = await until('the count of the rest', async () => {
      const found = await listRequests(h.ctx, key, { limit: '100', status: '4xx' });
      return found.unrecorded.length > 0 && found.data.length >= 60 ? found : undefined;
    });
    expect(page.data).toHaveLength(60);
    expect(page.unrecorded.map(({ reason }) => reason)).toEqual(['refused_often']);
    await until('all five', async () => (await listRequests(h.ctx, key, {})).unrecorded[0]?.calls === 5);
    const rows = { text: 'select id from request_log.requests where id = $1', values: [idOf(strangers)] };
    expect(await h.ctx.db.many(rows)).toEqual([]);
  });
});

describe('a bearer key that is no longer valid', () => {
  it('a call with an invalid bearer key is logged for its former institution', async () => {
    const h = harness.current;
    const partner = await givenPartner(h);
    await revokePartnerKey(h.ctx, { institutionId: partner.institutionId, livemode: 'both' }, partner.keyId);
    const refused = await h.call('GET', `${gap}/me`, { token: partner.key });
    expect(await logged(partner, refused)).toMatchObject({ status: 401, code: 'key_revoked' });
  });
});

describe('the list of logged requests', () => {
  it('the list covers one institution and one mode, filtered, page by page', async () => {
    const h = harness.current;
    const partner = await givenPartner(h);
    const live = await givenPartner(h, { institutionId: partner.institutionId, livemode: true });
    const other = await givenPartner(h);
    const { id } = await givenReferral(h, partner.key);
    const answers = [
      await h.call('GET', `${gap}/referrals/${id}`, { token: partner.key }),
      await h.call('GET', `${gap}/referrals?limit=0`, { token: partner.key }),
      await h.call('GET', `${gap}/me`, { token: partner.key }),
    ];
    const [liveCall, otherCall] = [
      await h.call('GET', `${gap}/me`, { token: live.key }),
      await h.call('GET', `${gap}/me`, { token: other.key }),
    ];
    const key = { institutionId: partner.institutionId, livemode: false };
    const { institutionId } = partner;
    await logged({ institutionId, livemode: true }, liveCall);
    await logged(other, otherCall);
    const last = answers.at(-1);
    if (last !== undefined) await logged(partner, last);
    const idsOf = async (query: Parameters<typeof listRequests>[2]) =>
      (await listRequests(h.ctx, key, query)).data.map((request) => request.id);
    const all = await idsOf({});
    expect(all).toHaveLength(4);
    for (const foreign of [liveCall, otherCall]) {
      expect(all).not.toContain(idOf(foreign));
      await expect(getRequest(h.ctx, { ...key, id: idOf(foreign) })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await idsOf({ status: '4xx' })).toEqual([idOf(answers[1] as Answer)]);
    expect(await idsOf({ code: 'validation_failed' })).toEqual([idOf(answers[1] as Answer)]);
    expect(await idsOf({ object_id: id })).toHaveLength(2);
    expect(await idsOf({ route: `${gap}/me` })).toEqual([idOf(answers[2] as Answer)]);
    expect(await idsOf({ method: 'POST' })).toHaveLength(1);
    expect(await idsOf({ credential_id: live.keyId })).toEqual([]);
    expect(await idsOf({ request_id: idOf(answers[0] as Answer) })).toEqual([idOf(answers[0] as Answer)]);
    const first = await listRequests(h.ctx, key, { limit: '3' });
    const rest = await listRequests(h.ctx, key, { limit: '3', cursor: first.next_cursor ?? '' });
    expect([...first.data, ...rest.data].map((request) => request.id)).toEqual(all);
    await expect(listRequests(h.ctx, key, { cursor: 'x' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('bodies are deleted after 7 days and calls after 30', async () => {
    const h = harness.current;
    const partner = await givenPartner(h);
    const answer = await h.call('GET', `${gap}/me`, { token: partner.key });
    expect((await logged(partner, answer)).content).not.toBeNull();
    h.clock.advance(8 * 86_400);
    expect((await logged(partner, answer)).content).toBeNull();
    h.clock.advance(23 * 86_400);
    const key = { institutionId: partner.institutionId, livemode: false, id: idOf(answer) };
    await expect(getRequest(h.ctx, key)).rejects.toMatchObject({ code: 'not_found' });
  });
});
