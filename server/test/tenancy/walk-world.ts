import { givenEnrollment } from '#testing/memberships';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenReferral, partnerCalls } from '#testing/referrals';
import { givenEndpoint, recordEventRecovery } from '#testing/webhooks';
import { givenStaffToken } from '#testing/staff';
import { fixtures, givenPortalThings } from './portal-things.ts';
import { newId } from '#lib/tokens/ids';
import type { Harness } from '#test/harness';

export type Mode = 'test' | 'live';
export const modes: readonly Mode[] = ['test', 'live'];

/** An institution with one object of each kind in each mode. Its secrets contain its canary. */
export type WalkTenant = {
  readonly institutionId: string;
  readonly canary: string;
  readonly keys: Readonly<Record<Mode, string>>;
};

export async function givenWalkTenant(harness: Harness, canary: string): Promise<WalkTenant> {
  const { institutionId, key: test } = await givenPartner(harness, {
    institution: { name: `Synthetic ${canary}` },
    label: canary,
  });
  const { key: live } = await givenPartner(harness, { institutionId, livemode: true, label: canary });
  await givenPortalUser(harness, { institutionId, role: 'read_only' });
  const staff = await givenStaffToken(harness);
  for (const mode of modes)
    await fill(harness, { institutionId, canary, mode, staff, key: mode === 'live' ? live : test });
  await insertStatement(harness, institutionId, canary);
  return { institutionId, canary, keys: { test, live } };
}

type Filling = { readonly institutionId: string; readonly canary: string; readonly mode: Mode; readonly key: string };

async function fill(harness: Harness, { institutionId, canary, mode, key, staff }: Filling & { staff: string }) {
  const livemode = mode === 'live';
  const call = partnerCalls(harness, key);
  await givenSignedCredential(harness, { institutionId, livemode, label: canary });
  const url = `https://${canary.toLowerCase()}.example.com/${mode}`;
  const endpoint = await givenEndpoint({ harness, token: staff }, institutionId, { livemode, url });
  const name = { first_name: canary, last_name: 'Synthetic', email: `${canary}@example.com`, phone: '(212) 555-0142' };
  const referral = await givenReferral(harness, key, { external_ref: canary, borrower: name });
  const reviewed = `/api/staff/v1/referrals/${referral.id}/review`;
  await harness.call('POST', reviewed, { token: staff, body: { status: 'in_review' } });
  await givenEnrollment(harness, key, { external_ref: canary, member: name });
  const lost = await givenEnrollment(harness, key, { external_ref: canary, member: name });
  const loss = { enrollment_id: lost.id, date_of_loss: harness.clock.now().toISOString() };
  await call('POST /plans/loss-notices', loss);
  await givenPortalThings(harness, { institutionId, livemode, contact: name });
  await recordEventRecovery(harness, { accountId: institutionId, livemode, id: endpoint.id });
}

const insertStatement = (harness: Harness, institutionId: string, canary: string) =>
  harness.owner.pool.query(
    `insert into memberships.statements (institution_id, id, period, number, status, enrollment_count, amount_cents, lines, issued_at, due_at)
     values ($1, $2, '2026-10', $3, 'issued', 0, 0, '[]', $4, $4)`,
    [institutionId, newId('stm', harness.clock.now()), `S-${canary}`, harness.clock.now()],
  );

export type Ids = Readonly<Record<Mode, Readonly<Record<string, string>>>>;

/** An institution by its id, and its objects. */
export type TenantIds = { readonly institutionId: string; readonly ids: Ids };

/** A tenant's ids by parameter and mode. */
export async function idsOf(harness: Harness, institutionId: string): Promise<Ids> {
  const found: Record<Mode, Record<string, string>> = { test: {}, live: {} };
  for (const mode of modes) {
    for (const [name, { find }] of Object.entries(fixtures)) {
      if (find === undefined) continue;
      const { rows } = await harness.owner.pool.query<{ id: string }>(find, [institutionId, mode === 'live']);
      if (rows[0] !== undefined) found[mode][name] = rows[0].id;
    }
  }
  return found;
}
