import { createStaffToken, revokeStaffToken } from '#modules/staff';
import { permissionsOf } from '#lib/api/portal-roles';
import { givenAgent } from '#testing/agents';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenSession, givenStaff, givenStaffToken } from '#testing/staff';
import type { Harness } from '#test/harness';
import { bearer, signing, withHeaders, type Made, type WalkCaller } from './walk-callers.ts';
import { givenWalkTenant, idsOf, modes } from './walk-world.ts';

/** Callers whose credential was revoked, expired, or whose owner lost the right it was for. */
export async function givenRevoked(harness: Harness, institutionId: string): Promise<WalkCaller[]> {
  const made = [
    ...(await givenEndedSessions(harness, institutionId)),
    ...(await givenRevokedCredentials(harness, institutionId)),
    ...(await givenEndedStaff(harness)),
  ];
  return made.map((one) => ({ ...one, state: 'revoked' }));
}

async function givenEndedSessions(harness: Harness, institutionId: string): Promise<Made[]> {
  const { pool } = harness.owner;
  const given = () => givenPortalUser(harness, { institutionId, role: 'owner', fresh: true });
  const [signedOut, expired, removed] = [await given(), await given(), await given()];
  await harness.call('DELETE', '/api/portal/v1/session', { headers: signedOut.headers });
  await pool.query('update portal.sessions set created_at = $2, expires_at = $2 where id = $1', [
    expired.sessionId,
    harness.clock.now(),
  ]);
  // The role is removed; the session stays.
  await pool.query('delete from portal.role_assignments where user_id = $1', [removed.userId]);
  const shared = { surface: 'portal', portalRole: 'owner' } as const;
  return [
    { ...shared, name: 'portal session signed out', ask: withHeaders(harness, signedOut.headers) },
    { ...shared, name: 'portal session expired', ask: withHeaders(harness, expired.headers) },
    { ...shared, name: 'portal role removed', hasAccount: true, ask: withHeaders(harness, removed.headers) },
  ];
}

async function givenRevokedCredentials(harness: Harness, institutionId: string): Promise<Made[]> {
  const token = await givenStaffToken(harness);
  const staff = (path: string, body: object = {}) =>
    harness.call('POST', `/api/staff/v1${path}`, { token, body: { ...body } });
  const { key, keyId } = await givenPartner(harness, { institutionId });
  await staff(`/institutions/${institutionId}/keys/${keyId}/revoke`);
  const signed = await givenSignedCredential(harness, { institutionId });
  await staff(`/institutions/${institutionId}/credentials/${signed.id}/revoke`);
  const agent = await givenAgent(harness);
  await harness.call('POST', '/api/agent/v1/me/rotate-key', { token: agent.key });
  const suspended = await givenAgent(harness);
  await staff(`/agents/${suspended.principalId}/status`, { status: 'suspended' });
  const shared = { surface: 'partner', mode: 'test' } as const;
  return [
    { ...shared, name: 'key revoked', ask: bearer(harness, key) },
    { ...shared, name: 'signed revoked', ask: signing(harness, signed) },
    { name: 'agent key replaced', surface: 'agent', ask: bearer(harness, agent.key) },
    { name: 'agent key suspended', surface: 'agent', ask: bearer(harness, suspended.key) },
  ];
}

async function givenEndedStaff(harness: Harness): Promise<Made[]> {
  const token = await givenStaffToken(harness);
  const { email } = await givenStaff(harness);
  const revoked = await createStaffToken(harness.ctx, { email, label: 'walk' });
  await revokeStaffToken(harness.ctx, revoked.tokenId);
  const expired = await createStaffToken(harness.ctx, { email, label: 'walk' });
  const now = harness.clock.now();
  await harness.owner.pool.query('update staff.tokens set expires_at = $2 where id = $1', [expired.tokenId, now]);
  const ended = await givenSession(harness);
  await harness.call('POST', `/api/staff/v1/staff/${ended.staffId}/sessions/end`, { token, body: {} });
  return [
    { name: 'staff token revoked', surface: 'staff', ask: bearer(harness, revoked.token) },
    { name: 'staff token expired', surface: 'staff', ask: bearer(harness, expired.token) },
    { name: 'staff session ended', surface: 'staff', ask: withHeaders(harness, ended.headers) },
  ];
}

/** Callers of a suspended institution with one object of each kind: they ask for their own objects. */
export async function givenSuspended(harness: Harness): Promise<WalkCaller[]> {
  const { institutionId, keys } = await givenWalkTenant(harness, 'SuspendedCanary');
  const signed = await givenSignedCredential(harness, { institutionId });
  const portal = await givenPortalUser(harness, { institutionId, role: 'owner', fresh: true });
  const body = { label: 'walk', permissions: permissionsOf('owner'), modes, expires_in_days: 7 };
  const { body: made } = await portal.call('POST', '/tokens', { body });
  const token = await givenStaffToken(harness);
  await harness.call('PATCH', `/api/staff/v1/institutions/${institutionId}`, { token, body: { status: 'suspended' } });
  const home = { institutionId, ids: await idsOf(harness, institutionId) };
  const shared = { home, state: 'suspended' } as const;
  const ofPortal = { ...shared, surface: 'portal', portalRole: 'owner', hasAccount: true } as const;
  const ofPartner = { ...shared, surface: 'partner', mode: 'test' } as const;
  return [
    { ...ofPortal, name: 'portal suspended', ask: withHeaders(harness, portal.headers) },
    { ...ofPortal, name: 'portal token suspended', ask: bearer(harness, made.token) },
    { ...ofPartner, name: 'key suspended', ask: bearer(harness, keys.test) },
    { ...ofPartner, name: 'signed suspended', ask: signing(harness, signed) },
  ];
}
