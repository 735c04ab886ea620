import { staffRoles, type StaffRole } from '#actor';
import { portalRoles, type PortalPermission, type PortalRole } from '#lib/api/portal-roles';
import { createStaffToken } from '#modules/staff';
import { freshAddress, givenAgent } from '#testing/agents';
import { givenIntake, submit, minimalIntake } from '#testing/intakes';
import { givenPartner, givenSignedCredential, type SignedClient } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenSession, givenStaff, givenStaffToken } from '#testing/staff';
import type { Answer, Harness } from '#test/harness';
import type { Mode, TenantIds } from './walk-world.ts';

export type Surface = 'portal' | 'partner' | 'agent' | 'staff' | 'none';

/** A caller. */
export type WalkCaller = {
  readonly name: string;
  readonly surface: Surface;
  readonly state: 'good' | 'revoked' | 'suspended';
  /** For a credential that is bound to one mode. */
  readonly mode?: Mode;
  readonly portalRole?: PortalRole;
  readonly staffRole?: StaffRole;
  readonly readOnly?: boolean;
  /** A portal token's permissions, and where it applies. */
  readonly token?: { readonly permissions: readonly PortalPermission[]; readonly modes: readonly Mode[] };
  /** A staff token's permissions; by default all of its owner's. */
  readonly scopes?: readonly string[];
  /** A user who has lost access to the institution, and still has an account. */
  readonly hasAccount?: boolean;
  /** Tested only with ids of the kind that belongs in a place. */
  readonly isNarrow?: boolean;
  /** Their own ids, if they do not belong to the tested institution. */
  readonly home?: TenantIds;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
};

export type Made = Omit<WalkCaller, 'state'>;

/** Each has a separate address: an address with many failures is blocked. */
export const withHeaders =
  (harness: Harness, headers: Readonly<Record<string, string>>): WalkCaller['ask'] =>
  (method, path, body) =>
    harness.inject(method, path, {
      headers: { ...freshAddress(), ...headers, 'idempotency-key': crypto.randomUUID() },
      ...(body === undefined ? {} : { body }),
    });

export const bearer = (harness: Harness, token: string) => withHeaders(harness, { authorization: `Bearer ${token}` });

export const signing =
  (harness: Harness, { sign }: SignedClient): WalkCaller['ask'] =>
  (method, path, body) => {
    const { body: raw, rawHeaders } = sign(method, path, { body, headers: freshAddress() });
    const headers: Record<string, string> = {};
    for (let at = 0; at < rawHeaders.length; at += 2)
      headers[(rawHeaders[at] ?? '').toLowerCase()] = rawHeaders[at + 1] ?? '';
    return harness.inject(method, path, { headers, ...(raw.length > 0 ? { raw } : {}) });
  };

const givenPortalCallers = (harness: Harness, institutionId: string): Promise<Made[]> =>
  Promise.all(
    portalRoles.map(async (role) => {
      const { headers } = await givenPortalUser(harness, { institutionId, role, fresh: true });
      return {
        name: `portal ${role}`,
        surface: 'portal',
        portalRole: role,
        ask: withHeaders(harness, headers),
      } as const;
    }),
  );

async function givenPartnerCallers(harness: Harness, institutionId: string): Promise<Made[]> {
  const made: Made[] = [];
  for (const mode of ['test', 'live'] as const) {
    for (const role of ['full', 'read_only'] as const) {
      const input = { institutionId, livemode: mode === 'live', role };
      const { key } = await givenPartner(harness, input);
      const signed = await givenSignedCredential(harness, input);
      const shared = { surface: 'partner', mode, readOnly: role === 'read_only' } as const;
      made.push({ ...shared, name: `key ${role} ${mode}`, ask: bearer(harness, key) });
      made.push({ ...shared, name: `signed ${role} ${mode}`, ask: signing(harness, signed) });
    }
  }
  return made;
}

/** By session, by token, and by tokens with fewer permissions than their owner. */
const givenStaffCallers = async (harness: Harness): Promise<Made[]> =>
  (
    await Promise.all(
      staffRoles.map(async (role): Promise<Made[]> => {
        const { headers } = await givenSession(harness, role);
        const token = await givenStaffToken(harness, role);
        const shared = { surface: 'staff', staffRole: role } as const;
        return [
          { ...shared, name: `staff ${role}`, ask: withHeaders(harness, headers) },
          { ...shared, name: `staff token ${role}`, ask: bearer(harness, token) },
        ];
      }),
    )
  )
    .flat()
    .concat(await Promise.all([['read'], ['webhooks'], ['partners:read']].map((scopes) => scoped(harness, scopes))));

async function scoped(harness: Harness, scopes: readonly string[]): Promise<Made> {
  const { email } = await givenStaff(harness);
  const { token } = await createStaffToken(harness.ctx, { email, label: 'walk', scopes });
  const name = `staff token for ${scopes.join()}`;
  return { surface: 'staff', staffRole: 'administrator', scopes, name, ask: bearer(harness, token) };
}

/** An intake that an agent submitted with its key, which only that agent may read. */
export async function givenAgentIntake(harness: Harness, canary: string): Promise<{ key: string; intakeId: string }> {
  const { key } = await givenAgent(harness);
  const body = minimalIntake({ customer: { email: `${canary}@example.com`, first_name: canary } });
  const { body: receipt } = await submit(harness, body, { token: key });
  return { key, intakeId: receipt.intake_id };
}

/** Every caller in good standing. */
export async function givenCallers(
  harness: Harness,
  { institutionId, agentKey }: { readonly institutionId: string; readonly agentKey: string },
): Promise<WalkCaller[]> {
  const good = (made: Made): WalkCaller => ({ ...made, state: 'good' });
  const { poll_token: pollToken, intake_id: intakeId } = await givenIntake(harness);
  const home = { institutionId, ids: { test: { intake_id: intakeId }, live: { intake_id: intakeId } } };
  return [
    { name: 'anonymous', surface: 'none', ask: withHeaders(harness, {}) } as const,
    { name: 'stranger with a made-up key', surface: 'none', ask: bearer(harness, 'svc_gap_test_made-up') } as const,
    ...(await givenPortalCallers(harness, institutionId)),
    ...(await givenPartnerCallers(harness, institutionId)),
    ...(await givenStaffCallers(harness)),
    { name: 'agent key', surface: 'agent', ask: bearer(harness, agentKey) } as const,
    { name: 'poll token', surface: 'agent', home, ask: bearer(harness, pollToken) } as const,
  ].map(good);
}
