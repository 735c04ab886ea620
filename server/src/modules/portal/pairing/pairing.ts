import { hash } from 'node:crypto';
import { requirePortal, requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { nameSubject } from '#modules/ledger';
import { stripControls } from '#modules/customers';
import { findInstitutionAccess } from '#modules/partners';
import { transact } from '#platform/db';
import { AppError, notFound } from '#platform/errors';
import { lockUser } from '../store.ts';
import { issueToken } from '../tokens/tokens.ts';
import {
  codesPerUser,
  newCode,
  pairedDays,
  pairedPermissions,
  pairingRoles,
  pairingTtlS,
  pollEveryS,
  pollsPerAddress,
  readCode,
  showCode,
  startsPerAddress,
} from './rules.ts';
import type { NewPairing, PairingView, Polled, StartedPairing } from './schemas.ts';
import {
  approvePairingRow,
  denyPairingRow,
  findApprover,
  findAskedPairing,
  findOpenPairing,
  insertPairing,
  takePairing,
} from './store.ts';

/** Gives the command line that shows this code a sandbox token of the caller at this institution. */
export async function approvePairing(ctx: Ctx, typed: string): Promise<{ ok: true }> {
  const { userId, institutionId, credentialId: sessionId } = requirePortal(ctx.actor);
  await ctx.limits.consume(codesPerUser, userId);
  const code = readCode(typed);
  if (code === undefined) throw codeNotFound();
  await transact(ctx, async (tx) => {
    const hashes = tx.vault.fingerprints(code, 'token');
    const yes = { userId, sessionId, institutionId, now: tx.clock.now() };
    const approved = await approvePairingRow(tx.db, hashes, yes);
    if (approved === undefined) throw codeNotFound();
    nameSubject(ctx.actor, approved.id);
  });
  return { ok: true };
}

/** For a user who got a code they did not ask for. The code no longer works afterwards. */
export async function denyPairing(ctx: Ctx, typed: string): Promise<{ ok: true }> {
  const { userId } = requirePortalUser(ctx.actor);
  await ctx.limits.consume(codesPerUser, userId);
  const code = readCode(typed);
  if (code === undefined) throw codeNotFound();
  await transact(ctx, async (tx) => {
    const denied = await denyPairingRow(tx.db, tx.vault.fingerprints(code, 'token'), tx.clock.now());
    if (denied === undefined) throw codeNotFound();
  });
  return { ok: true };
}

type Asking = { readonly verifier: string; readonly address: string };

/** The state of a pairing, for the client with its secret. After an approval it returns the token, once. */
export async function pollPairing(ctx: Ctx, { verifier, address }: Asking): Promise<Polled> {
  await ctx.limits.consume(pollsPerAddress, addressBucket(address));
  const challenge = hash('sha256', verifier, 'buffer');
  const pairing = await findAskedPairing(ctx.db, challenge, ctx.clock.now());
  if (pairing === undefined) throw pairingNotFound();
  const { id, client, decided_at, user_id: userId, session_id: sessionId, institution_id: institutionId } = pairing;
  if (decided_at === null) return { status: 'pending' };
  if (userId === null || sessionId === null || institutionId === null) throw pairingDenied();

  const own = { ...ctx, db: ctx.db.seeing({ account: institutionId }) };
  const access = await findInstitutionAccess(own, institutionId);
  if (access === undefined || access.suspended) throw pairingDenied();
  return transact(own, async (tx) => {
    const now = tx.clock.now();
    // Sent in this order: ending the approver's sessions either commits before this or ends the new token too.
    const [, approver] = await Promise.all([
      lockUser(tx.db, userId),
      findApprover(tx.db, { userId, sessionId, institutionId }, { roles: pairingRoles(), now }),
    ]);
    if (approver === undefined) throw pairingDenied();
    if ((await takePairing(tx.db, id, now)) === undefined) throw pairingNotFound();
    const input = {
      label: client,
      permissions: [...pairedPermissions],
      modes: ['test' as const],
      expires_in_days: pairedDays,
    };
    const { token, user, ...made } = await issueToken(tx, { institutionId, userId, sessionId, input });
    const { permissions, modes, expires_at } = made;
    const institution = { id: institutionId, name: access.name };
    return { status: 'approved', token: { id: made.id, token, permissions, modes, expires_at, user, institution } };
  });
}

/** Starts pairing a command line: returns a code to type in the portal within ten minutes. It grants nothing by itself. */
export async function startPairing(ctx: Ctx, asked: NewPairing, address: string): Promise<StartedPairing> {
  await ctx.limits.consume(startsPerAddress, addressBucket(address));
  const now = ctx.clock.now();
  const code = newCode();
  const expiresAt = addSeconds(now, pairingTtlS);
  await transact(ctx, async (tx) => {
    const inserted = await insertPairing(tx.db, {
      id: newId('pai', now),
      codeHash: tx.vault.fingerprint(code, 'token'),
      challenge: Buffer.from(asked.challenge, 'base64url'),
      client: stripControls(asked.client).trim() || 'unnamed',
      address,
      now,
      expiresAt,
    });
    if (inserted === undefined) throw challengeUsed();
  });
  return {
    object: 'portal.pairing',
    code: showCode(code),
    page: `${ctx.config.publicBaseUrl}/portal/pair`,
    expires_at: expiresAt.toISOString(),
    poll_every_s: pollEveryS,
  };
}

type Typed = { readonly code: string; readonly address: string };

/** The client, its address and what it asks for, shown before the user approves. */
export async function viewPairing(ctx: Ctx, { code: typed, address: here }: Typed): Promise<PairingView> {
  const { userId } = requirePortalUser(ctx.actor);
  await ctx.limits.consume(codesPerUser, userId);
  const code = readCode(typed);
  const pairing = code && (await findOpenPairing(ctx.db, ctx.vault.fingerprints(code, 'token'), ctx.clock.now()));
  if (!pairing) throw codeNotFound();
  const { client, address, created_at, expires_at } = pairing;
  return {
    client,
    address,
    same_address: address === here,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    permissions: [...pairedPermissions],
    days: pairedDays,
  };
}

/** One error for a code that never existed, has expired or was already used. */
const codeNotFound = () => notFound('There is no such code. It works for ten minutes, and once. Run mw login again.');

/** For the polling client: its pairing ended or never existed. */
const pairingNotFound = () => notFound('There is no such pairing. It ended, or its token was fetched before.');

/** Random challenges do not collide. */
const challengeUsed = () =>
  new AppError('challenge_used', 'This challenge was used before. Make a new verifier for each pairing.', {
    status: 409,
  });

const pairingDenied = () => new AppError('pairing_denied', 'The code was refused in the portal.', { status: 403 });
