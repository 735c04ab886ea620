import type { PortalRole } from '#lib/api/portal-roles';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { givenInstitution } from '#testing/partners';
import type { Answer, Harness } from '#test/harness';
import { createPortalSession } from './sessions/sessions.ts';
import { insertRoleAssignment, insertUser } from './store.ts';

type GivenUser = {
  readonly role?: PortalRole;
  /** Default: a new synthetic institution with live mode open. */
  readonly institutionId?: string;
  /** Whether the user gave a code a moment ago. */
  readonly fresh?: boolean;
  /** An existing user, who gets an additional role. */
  readonly userId?: string;
  /** Signed in through this institution's provider, which opens no other institution. */
  readonly boundTo?: string;
};

type PortalCall = {
  readonly mode?: 'test' | 'live';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type PortalBrowser = {
  readonly userId: string;
  readonly email: string;
  readonly institutionId: string;
  readonly sessionId: string;
  /** What a portal page sends with every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls a path below the institution and the mode. The mode is test by default. */
  call(method: string, path: string, call?: PortalCall): Promise<Answer>;
};

/** A signed-in portal user. */
export async function givenPortalUser(harness: Harness, given: GivenUser = {}): Promise<PortalBrowser> {
  const { role = 'owner', fresh = false } = given;
  const institutionId = given.institutionId ?? (await givenInstitution(harness)).id;
  const now = harness.clock.now();
  const userId = given.userId ?? newId('usr', now);
  const email = `portal-${userId.slice(4).toLowerCase()}@example.com`;
  const ctx = { ...harness.ctx, db: harness.ctx.db.seeing('all') };
  const { id, cookie } = await transact(ctx, async (tx) => {
    if (given.userId === undefined) insertUser(tx.db, { id: userId, email, name: 'Synthetic User', created_at: now });
    insertRoleAssignment(tx.db, {
      user_id: userId,
      institution_id: institutionId,
      role,
      by_issuer: false,
      created_at: now,
    });
    const { boundTo } = given;
    return createPortalSession(tx, { userId, method: boundTo === undefined ? 'password' : 'oidc', boundTo, fresh });
  });
  const headers = { cookie: cookie.split(';', 1)[0] ?? '', origin: new URL(harness.config.publicBaseUrl).origin };
  return {
    userId,
    email,
    institutionId,
    sessionId: id,
    headers,
    call: (method, path, { mode = 'test', body, headers: more } = {}) =>
      harness.call(method, `/api/portal/v1/${institutionId}/${mode}${path}`, {
        headers: { ...headers, ...more },
        ...(body === undefined ? {} : { body }),
      }),
  };
}
