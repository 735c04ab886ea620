import { isInAgentSandbox, requireAgent, type AgentActor } from '#actor';
import { actFor, type Ctx, type Rx, type Tx } from '#context';
import { bearerToken } from '#lib/tokens/bearer-token';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { recheckAtCommit, sqlState, transact } from '#platform/db';
import { AppError, notFound, unauthorized } from '#platform/errors';
import {
  findLivingKey,
  findPrincipal,
  insertAgentKey,
  insertPrincipal,
  listLivingKeys,
  listPrincipals,
  lockPrincipal,
  recheckKey,
  revokeKey,
  revokeKeysOf,
  updateLastUsed,
  updatePrincipalStatus,
} from './store.ts';

/** The context of a request with this key: it commits nothing once the key is revoked or its agent suspended. */
export function actAsAgent(ctx: Ctx, actor: AgentActor): Ctx {
  const own = actFor(ctx, actor);
  const query = () => recheckKey(actor.principalId, actor.keyId);
  return { ...own, db: recheckAtCommit(own.db, { query, refuse: unauthorized }) };
}

/** The agent of a key, in the mode whose URL was called: a key of the other mode is unknown (0098). */
export async function authenticateAgent(
  ctx: Ctx,
  header: string | undefined,
  address: string,
): Promise<AgentActor | undefined> {
  const agent = await authenticateAnyAgent(ctx, header, address);
  return agent !== undefined && agent.livemode !== isInAgentSandbox(ctx.actor) ? agent : undefined;
}

/** Precision of "last used": a write per request would cost more than it is worth. */
const lastUsedExactMs = 60_000;

/** The agent of a key in either mode; undefined, without a reason, for every invalid key (D-059). */
export async function authenticateAnyAgent(
  ctx: Ctx,
  header: string | undefined,
  address: string,
): Promise<AgentActor | undefined> {
  const key = bearerToken(header);
  if (!key?.startsWith('svc_agent_')) return undefined;
  const stored = await findLivingKey(ctx.db, ctx.vault.fingerprints(key, 'token'));
  if (stored === undefined) return undefined;
  const now = ctx.clock.now();
  if (now.getTime() - (stored.last_used_at?.getTime() ?? 0) > lastUsedExactMs)
    await updateLastUsed(ctx.db, stored.id, now);
  const { id: keyId, principal_id: principalId, livemode } = stored;
  return { kind: 'agent', address, principalId, keyId, livemode };
}

type NewAgent = {
  readonly livemode: boolean;
  /** Only the sandbox starts with a different one. */
  readonly status?: PrincipalStatus;
};

/** Creates a registered agent's principal together with its first key; neither ever changes its mode. */
export function createAgentPrincipal(
  tx: Tx,
  { livemode, status = 'active' }: NewAgent,
): IssuedKey & { readonly principalId: string } {
  const now = tx.clock.now();
  const principalId = newId('agt', now);
  insertPrincipal(tx.db, { id: principalId, status, livemode, created_at: now });
  return { principalId, ...issueAgentKey(tx, { principalId, livemode }) };
}

/** From now on the institution can hold credentials. */
export function createInstitutionPrincipal(tx: Tx, institutionId: string): void {
  insertPrincipal(tx.db, { id: institutionId, status: 'active', livemode: true, created_at: tx.clock.now() });
}

/**
 * Live tables refuse an institution's rows until live mode is open for it, whoever writes them; this translates that
 * refusal.
 */
export const explainLiveNotOpen = (error: unknown): Error | undefined =>
  sqlState(error) === 'MW409'
    ? new AppError('live_not_open', 'Live mode is not open yet for this institution. The sandbox is.', { status: 403 })
    : undefined;

/** Whether the account is live; undefined if no principal has this id. */
export async function findPrincipalMode(ctx: Pick<Ctx | Tx, 'db'>, id: string): Promise<boolean | undefined> {
  return (await findPrincipal(ctx.db, id))?.livemode;
}

/** Undefined if no principal has this id. */
export async function findPrincipalStatus(ctx: Pick<Rx, 'db'>, id: string): Promise<PrincipalStatus | undefined> {
  return (await findPrincipal(ctx.db, id))?.status as PrincipalStatus | undefined;
}

export type IssuedKey = { readonly key: string; readonly prefix: string };

type KeyOf = { readonly principalId: string; readonly livemode: boolean };

/** After the contract's prefix there are 32 characters; those of sandbox keys show that they open nothing live. */
const live = { front: 'svc_agent_', length: 32 };
const test = { front: 'svc_agent_test_', length: 27 };
/** This many characters after the shared prefix distinguish an agent's keys. */
const shownLength = 6;

/** Creates a key that is shown once; only its fingerprint is stored, which cannot be used as a key. */
function issueAgentKey(tx: Tx, { principalId, livemode }: KeyOf): IssuedKey {
  const now = tx.clock.now();
  const { front, length } = livemode ? live : test;
  const key = `${front}${taggedToken(tx.config.cell, length)}`;
  const prefix = key.slice(0, front.length + shownLength);
  insertAgentKey(tx.db, {
    id: newId('akey', now),
    principal_id: principalId,
    key_hash: tx.vault.fingerprint(key, 'token'),
    prefix,
    created_at: now,
  });
  return { key, prefix };
}

type AgentKeyView = {
  readonly prefix: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
};

/** The prefixes of the valid keys; never a key. */
export async function listAgentKeys(ctx: Ctx, principalId: string): Promise<AgentKeyView[]> {
  const rows = await listLivingKeys(ctx.db, principalId);
  return rows.map((row) => ({
    prefix: row.prefix,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

/** By id, for those that exist. */
export async function listPrincipalStatuses(
  ctx: Pick<Ctx | Tx, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PrincipalStatus>> {
  const rows = await listPrincipals(ctx.db, ids);
  return new Map(rows.map(({ id, status }) => [id, status as PrincipalStatus]));
}

/** A new key that replaces all others; undefined for an agent that is not active. */
export async function replaceAgentKeys(tx: Tx, principalId: string): Promise<IssuedKey | undefined> {
  const principal = await lockPrincipal(tx.db, principalId);
  if (principal?.status !== 'active') return undefined;
  revokeKeysOf(tx.db, principalId, tx.clock.now());
  return issueAgentKey(tx, { principalId, livemode: principal.livemode });
}

/** Notifies the agent's operator, in the transaction of the change. */
type NotifyAgent = (tx: Tx, principalId: string) => Promise<void>;

/** Replaces the request's key; of two concurrent rotations, one is refused because its key was revoked. */
export async function rotateAgentKey(ctx: Ctx, notify: NotifyAgent = async () => undefined): Promise<IssuedKey> {
  const { principalId, keyId, livemode } = requireAgent(ctx.actor);
  return transact(ctx, async (tx) => {
    // As in `replaceAgentKeys`: an operation that waited for a key's row behind this one would not see its successor.
    await lockPrincipal(tx.db, principalId);
    const revoked = await revokeKey(tx.db, keyId, tx.clock.now());
    if (revoked === undefined) throw unauthorized();
    const issued = issueAgentKey(tx, { principalId, livemode });
    await notify(tx, principalId);
    return issued;
  });
}

export type PrincipalStatus = 'active' | 'suspended' | 'unverified';

/** Takes effect immediately for the principal's keys; its intakes continue. */
export async function setPrincipalStatus(ctx: Ctx | Tx, principalId: string, status: PrincipalStatus): Promise<void> {
  const updated = await updatePrincipalStatus(ctx.db, principalId, status);
  if (updated === undefined) throw notFound('Nobody has this id.');
}
