import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadCredential } from '#modules/credentials';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { enrollmentBody, givenEnrollment } from '#testing/memberships';
import { givenReferral, partnerCalls, referralBody } from '#testing/referrals';
import { givenEndpoint } from '#testing/webhooks';
import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';

let harness: Harness;
let routes: ServedRoute[];
let caller: PartnerClient;
/** The ids of everything that belongs to others, by kind and tenant. */
let foreign: Record<string, string>;
let otherTenants: { readonly institutionId: string; readonly livemode: boolean }[];

beforeAll(async () => {
  ({ started: harness, routes } = await collectRoutes(() => startHarness({ gapRequestsPerMin: 1_000_000 })));
  caller = await givenPartner(harness);
  const otherInstitution = await givenPartner(harness);
  const otherMode = await givenPartner(harness, { institutionId: caller.institutionId, livemode: true });
  foreign = {
    ...(await everything('of a stranger', otherInstitution, false)),
    ...(await everything('of the other mode', otherMode, true)),
  };
  otherTenants = [
    { institutionId: otherInstitution.institutionId, livemode: false },
    { institutionId: caller.institutionId, livemode: true },
  ];
});
afterAll(() => harness.close());

/** Creates one of each kind that has an id. */
async function everything(whose: string, { key, keyId, institutionId }: PartnerClient, livemode: boolean) {
  const token = await givenStaffToken(harness);
  const call = partnerCalls(harness, key);
  const referral = await givenReferral(harness, key, { external_ref: `secret ${whose}` });
  await harness.call('POST', `/api/staff/v1/referrals/${referral.id}/review`, { token, body: { status: 'in_review' } });
  const { body: record } = await call(`GET /referrals/${referral.id}/review-record`);
  const enrollment = await givenEnrollment(harness, key, { external_ref: `secret ${whose}` });
  const lost = await givenEnrollment(harness, key);
  const loss = { enrollment_id: lost.id, date_of_loss: harness.clock.now().toISOString() };
  const { body: notice } = await call('POST /plans/loss-notices', loss);
  const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const credential = await uploadCredential(harness.ctx, institutionId, { alg: 'ed25519', public_key: pem, livemode });
  const endpoint = await givenEndpoint({ harness, token }, institutionId, { livemode });
  const made = { referral, record, enrollment, lost, notice, credential, endpoint, key: { id: keyId } };
  const ids = Object.entries(made).map(([kind, { id }]): [string, string] => [`${kind} ${whose}`, id]);
  return { ...Object.fromEntries(ids), [`redemption ${whose}`]: notice.redemption_id as string };
}

/** A valid body of each operation. */
const bodies: Record<string, unknown> = {
  'referrals.change': { external_ref: 'taken over' },
  'referrals.simulate': {},
  'referrals.attest': { attestor_name: 'Mallory', channel: 'phone', attestation: 'They are mine, believe me please.' },
  'partners.verify-credential': { challenge: 'chl_guess' },
  'plans.change-enrollment': { external_ref: 'taken over' },
};

/** Every row whose id is tried, with its version. */
async function everyRow(): Promise<string> {
  const tables = await harness.ctx.db.many<{ name: string }>({
    text: `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
      where column_name = 'institution_id' and table_schema in ('referrals', 'memberships', 'credentials') order by 1`,
    values: [],
  });
  const found = [];
  for (const { name } of tables.filter((table) => !table.name.includes('nonces'))) {
    for (const { institutionId } of otherTenants) {
      const text = `select t.xmin::text, to_jsonb(t) - 'last_used_at' as row from ${name} t where institution_id = $1 order by 2`;
      const rows = await harness.ctx.db.many<{ xmin: string; row: { id?: string } }>({ text, values: [institutionId] });
      // The client's own key records when it was last used.
      found.push(rows.filter(({ row }) => row.id !== caller.keyId));
    }
  }
  return JSON.stringify(found);
}

describe('an id of another institution or of the other mode', () => {
  it('the foreign ids to try exist', () => {
    expect(Object.values(foreign)).toHaveLength(18);
    for (const id of Object.values(foreign)) expect(id).toMatch(/^[a-z]+_[0-9A-Za-z]{24}$/);
  });

  it('is not found by any operation that takes one, and nothing is changed [P-AUTH-006]', async () => {
    const withId = routes.filter(({ path }) => path.startsWith('/api/gap/v1/') && path.includes(':'));
    expect(withId.length).toBeGreaterThanOrEqual(8);
    const before = await everyRow();
    const wrong = [];
    for (const { method, path, operation = '' } of withId) {
      const writes = method === 'POST' || method === 'PATCH';
      if (writes && !(operation in bodies)) throw new Error(`what is ${operation} sent?`);
      for (const [kind, id] of Object.entries(foreign)) {
        const route = path.replace(/:\w+/, id);
        const sent = writes ? { body: bodies[operation] } : {};
        const { status, body } = await harness.call(method, route, { token: caller.key, ...sent });
        if (status !== 404 || body.code !== 'not_found') wrong.push([method, path, kind, status, body.code]);
      }
    }
    expect(wrong).toEqual([]);
    expect(await everyRow()).toBe(before);
  });

  it('is not found in a body, in a filter or in a list either', async () => {
    const call = partnerCalls(harness, caller.key);
    const before = await everyRow();
    for (const id of Object.values(foreign)) {
      const { body: reviews } = await call('POST /review-status/lookup', { reference: id });
      expect(reviews.data).toEqual([]);
      const loss = await call('POST /plans/loss-notices', { enrollment_id: id, date_of_loss: '2026-11-20' });
      expect(loss.status).toBe(404);
      const { body: redemptions } = await call(`GET /plans/redemptions?enrollment_id=${id}`);
      expect(redemptions.data).toEqual([]);
    }
    for (const path of ['/referrals', '/plans/enrollments']) {
      for (const ref of ['secret of a stranger', 'secret of the other mode'])
        expect((await call(`GET ${path}?external_ref=${encodeURIComponent(ref)}`)).body.data).toEqual([]);
    }
    for (const path of ['/referrals', '/plans/enrollments', '/plans/redemptions', '/plans/statements', '/events']) {
      const { body } = await call(`GET ${path}?limit=100`);
      expect([path, body.data]).toEqual([path, []]);
    }
    expect(await everyRow()).toBe(before);
  });

  it('a foreign vehicle does not conflict: the client can add the same vehicles', async () => {
    const mine = await givenPartner(harness);
    const rows = await harness.ctx.db.many<{ vin: string }>({
      text: 'select vin from referrals.referrals',
      values: [],
    });
    const enrolled = await harness.ctx.db.many<{ vin: string }>({
      text: 'select vin from memberships.enrollments',
      values: [],
    });
    for (const { vin } of rows) {
      const made = await givenReferral(harness, mine.key, { vehicle: { ...referralBody().vehicle, vin } });
      expect(made.vehicle.vin).toBe(vin);
    }
    for (const { vin } of enrolled) {
      const made = await givenEnrollment(harness, mine.key, { vehicle: { ...enrollmentBody().vehicle, vin } });
      expect(made.vehicle.vin).toBe(vin);
    }
  });
});

describe('the tenant of a row', () => {
  // Statements of a period belong to no single institution: one issuer creates them for all in one run.
  const ofAll = ['memberships.statement_periods', 'memberships.statement_settings'];

  it('stands first in the key of every table that partners have', async () => {
    const rows = await harness.ctx.db.many<{ name: string; first: string | null }>({
      text: `select n.nspname || '.' || c.relname as name, (select attname from pg_attribute a
          where a.attrelid = c.oid and a.attnum = i.indkey[0]) as first
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        left join pg_index i on i.indrelid = c.oid and i.indisprimary
        where c.relkind in ('r', 'p') and c.relpersistence = 'p' and (n.nspname in ('referrals', 'memberships')
          or n.nspname = 'credentials' and c.relname in ('partner_keys', 'signed_credentials', 'nonces'))
        order by 1`,
      values: [],
    });
    expect(rows.length).toBeGreaterThanOrEqual(8);
    expect(rows.filter(({ name, first }) => first !== 'institution_id' && !ofAll.includes(name))).toEqual([]);
  });
});
