import { generateKeyPairSync } from 'node:crypto';
import { uploadCredential } from '#modules/credentials';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { enrollmentBody, givenEnrollment } from '#testing/memberships';
import { bringTo, givenReferral, partnerCalls, referralBody } from '#testing/referrals';
import { givenEndpoint } from '#testing/webhooks';
import type { Answer, Harness } from '#test/harness';

/** Another institution's ids and words, which no other client may see. */
export type Stranger = PartnerClient & {
  readonly ids: Readonly<Record<string, string>>;
  readonly vins: { readonly referral: string; readonly enrollment: string };
  readonly secret: string;
};

/** Creates one of each kind that has an id. */
export async function givenStranger(harness: Harness): Promise<Stranger> {
  const client = await givenPartner(harness);
  const { key, keyId, institutionId } = client;
  const token = await givenStaffToken(harness);
  const call = partnerCalls(harness, key);
  const secret = `secret-of-${institutionId}`;
  const referral = await givenReferral(harness, key, { external_ref: secret });
  await harness.call('POST', `/api/staff/v1/referrals/${referral.id}/review`, { token, body: { status: 'in_review' } });
  const { body: record } = await call(`GET /referrals/${referral.id}/review-record`);
  const settled = await givenReferral(harness, key);
  await bringTo(harness, key, { id: settled.id, status: 'settled' });
  const enrollment = await givenEnrollment(harness, key, { external_ref: secret });
  const lost = await givenEnrollment(harness, key);
  const loss = { enrollment_id: lost.id, date_of_loss: harness.clock.now().toISOString() };
  const { body: notice } = await call('POST /plans/loss-notices', loss);
  const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const credential = await uploadCredential(harness.ctx, institutionId, {
    alg: 'ed25519',
    public_key: pem,
    livemode: false,
  });
  const endpoint = await givenEndpoint({ harness, token }, institutionId, { livemode: false });
  const made = { referral, settled, record, enrollment, lost, notice, credential, endpoint, key: { id: keyId } };
  const ids = Object.fromEntries(Object.entries(made).map(([kind, { id }]): [string, string] => [kind, id]));
  return {
    ...client,
    secret,
    ids: { ...ids, redemption: notice.redemption_id, institution: institutionId },
    vins: { referral: referral.vehicle.vin, enrollment: enrollment.vehicle.vin },
  };
}

export type Probe = {
  readonly name: string;
  /** The response contains figures of the client alone, always the same. */
  readonly figures?: true;
  ask(): Promise<Answer>;
};

/** Every request that a client can send to the partner API about another institution, and about itself. */
export function probesOf(harness: Harness, { key }: PartnerClient, { ids, vins, secret }: Stranger): Probe[] {
  const call = partnerCalls(harness, key);
  const probe = (operation: string, body?: unknown): Probe => ({
    name: `${operation} ${body === undefined ? '' : JSON.stringify(body)}`,
    ask: () => (body === undefined ? call(operation) : call(operation, body)),
  });
  const attestation = { attestor_name: 'Mallory', channel: 'phone', attestation: 'They are mine, believe me please.' };
  const ofId = Object.values(ids).flatMap((id) => [
    probe(`GET /referrals/${id}`),
    probe(`PATCH /referrals/${id}`, { external_ref: 'taken over' }),
    probe(`POST /referrals/${id}/simulate`, {}),
    probe(`POST /referrals/${id}/attest`, attestation),
    probe(`GET /referrals/${id}/review-record`),
    probe('POST /review-status/lookup', { reference: id }),
    probe(`POST /credentials/${id}/verify`, { challenge: 'chl_guess' }),
    probe(`GET /plans/enrollments/${id}`),
    probe(`PATCH /plans/enrollments/${id}`, { external_ref: 'taken over' }),
    probe('POST /plans/loss-notices', { enrollment_id: id, date_of_loss: '2026-11-14' }),
    probe(`GET /plans/redemptions?enrollment_id=${id}`),
  ]);
  const lists = ['/referrals', '/plans/enrollments'].flatMap((path) => [
    probe(`GET ${path}?limit=100`),
    probe(`GET ${path}?external_ref=${secret}`),
    probe(`GET ${path}?vin=${vins.referral}`),
    probe(`GET ${path}?vin=${vins.enrollment}`),
  ]);
  const statuses = ['GET /referrals?status=invited', 'GET /plans/enrollments?status=active'];
  const figures: Probe[] = ['GET /analytics', 'GET /plans/statements'].map((name) => ({
    ...probe(name),
    figures: true,
  }));
  const roster = probe('POST /plans/roster-sync', { mode: 'dry_run', roster: [enrollmentBody()] });
  const plain = ['GET /plans/redemptions', 'GET /events?limit=100', 'GET /me'];
  return [
    // First, while the client has no rows.
    ...figures,
    { ...roster, figures: true },
    ...ofId,
    ...lists,
    ...[...statuses, ...plain].map((operation) => probe(operation)),
    probe('POST /review-status/lookup', { reference: secret }),
    // The same vehicles: the response must not show whether another institution has them, and the roster must not end its
    // plans.
    probe('POST /referrals', referralBody({ vehicle: { ...referralBody().vehicle, vin: vins.referral } })),
    probe(
      'POST /plans/enrollments',
      enrollmentBody({ vehicle: { ...enrollmentBody().vehicle, vin: vins.enrollment } }),
    ),
    probe('POST /plans/roster-sync', { mode: 'apply', roster: [enrollmentBody()] }),
  ];
}

/** Every row of an institution, with its version. */
export async function rowsOf({ owner: { pool } }: Harness, institutionId: string): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string; of: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, a.attname as of from pg_class c
     join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relrowsecurity and a.attname in ('institution_id', 'account_id') and c.relname <> 'nonces' order by 1`,
  );
  const found = [];
  for (const { name, of } of tables) {
    const text = `select t.xmin::text, to_jsonb(t) - 'last_used_at' as row from ${name} t where ${of} = $1 order by 2`;
    found.push((await pool.query(text, [institutionId])).rows);
  }
  return JSON.stringify(found);
}
