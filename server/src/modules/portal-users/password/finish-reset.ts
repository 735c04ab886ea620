import type { Ctx, Tx } from '#context';
import { recordEntry } from '#modules/audit';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { consumeCode, findPasswordProblem, hashPassword, passwordLanes } from '#platform/sign-in';
import { deleteDevices } from '../device-store.ts';
import { unknownLinks } from '../limit-rules.ts';
import { endSessionRows } from '../sessions/store.ts';
import { codeRefused, linkNotFound, passwordWeak, signInCrowded, tooManyTries } from '../sign-in-errors.ts';
import { revokeTokensOf } from '../tokens/store.ts';
import { deleteTries, recordCodeTry } from '../try-store.ts';
import { countPasskeysOf, deletePasskeysOf } from '../user-store.ts';
import { composeResetNews, type EndedWays } from './compose-reset-news.ts';
import { consumeReset, findReset } from './reset-store.ts';
import { totpAad } from './rules.ts';
import { passwordStore, updatePassword } from './store.ts';

type ResetAnswer = {
  readonly token: string;
  readonly password: string;
  /** Of the authenticator, or one of the recovery codes: a mailbox alone opens nothing. */
  readonly code: string;
  readonly address: string;
};

/**
 * Another password. Sessions, tokens and known devices end, and so do passkeys, since one of them may be an intruder's;
 * after a recovery code they stay, because the authenticator may be lost and a passkey the one way in that is left. The
 * user is told by mail what ended and what stays. Whoever did it signs in next.
 */
export async function finishReset(ctx: Ctx, { token, password, code, address }: ResetAnswer): Promise<{ ok: true }> {
  const hashes = ctx.vault.fingerprints(token, 'token');
  const reset = await findReset(ctx.db, hashes, ctx.clock.now());
  if (reset === undefined) {
    await ctx.limits.consume(unknownLinks, address);
    throw linkNotFound();
  }
  const { user_id: userId } = reset;
  const problem = findPasswordProblem(password, { ...reset, teamName: ctx.config.team.name });
  if (problem !== undefined) throw passwordWeak(problem);
  const tries = await recordCodeTry(ctx, `reset/${userId}`);
  if (tries === undefined) throw tooManyTries();
  const lane = { lane: 'known', client: userId, refuse: signInCrowded } as const;
  const passwordHash = await passwordLanes.enter(lane, (turn) => hashPassword(password, turn));
  // Tokens of the user at whichever institutions end.
  return transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
    const now = tx.clock.now();
    const typed = { ownerId: userId, passwordHash: undefined, code };
    const used = await consumeCode(tx, { store: passwordStore, totpAad }, typed);
    if (used === undefined) throw codeRefused();
    if (!(await consumeReset(tx.db, { tokenHash: reset.token_hash, userId, now }))) throw linkNotFound();
    deleteTries(tx.db, tries);
    updatePassword(tx.db, userId, { passwordHash, now });
    endSessionRows(tx.db, userId, { kept: '', now });
    deleteDevices(tx.db, userId);
    const ended = await endOtherWays(tx, userId, used);
    queueMessage(tx, {
      purpose: messagePurposes.passwordReset,
      subjectId: userId,
      subjectVersion: now.toISOString(),
      content: { channel: 'email', to: reset.email, mail: composeResetNews(ended) },
    });
    const operation = 'portal-users.reset-password';
    await recordEntry(tx, { kind: 'action', operation, userId, subjectId: userId });
    return { ok: true };
  });
}

async function endOtherWays(tx: Tx, userId: string, used: 'authenticator' | 'recovery'): Promise<EndedWays> {
  const tokens = (await revokeTokensOf(tx.db, userId, tx.clock.now())).length;
  if (used === 'recovery') return { tokens, passkeysEnded: 0, passkeysLeft: await countPasskeysOf(tx.db, userId) };
  return { tokens, passkeysEnded: (await deletePasskeysOf(tx.db, userId)).length, passkeysLeft: 0 };
}
