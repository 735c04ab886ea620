import { isInAgentSandbox } from '#actor';
import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { canonicalMailbox } from '#lib/text/email';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { findPrincipalMode, findPrincipalStatus } from '#modules/agent-keys';
import { messagePurposes, queueMessage } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import type { RecoveryRequest } from '../schemas.ts';
import { agentApiUrl } from '../rules.ts';
import { findProfile } from '../store.ts';
import { findOpenRecovery, insertRecovery } from './store.ts';

/** While a code can be used no other one is mailed, so a stranger causes four mails a day and can spoil no code. */
const codeHours = 6;

/**
 * Mails a code to the operator's registered address, if the address that was given is that one. The answer is the same
 * whether or not; the code is too long to be guessed, so there are no tries that a stranger could use up.
 */
export async function requestRecovery(ctx: Ctx, { principal_id: principalId, email }: RecoveryRequest): Promise<void> {
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`recoveries/${principalId}`]);
    const now = tx.clock.now();
    const [profile, status, livemode, open] = await Promise.all([
      findProfile(tx.db, principalId),
      findPrincipalStatus(tx, principalId),
      findPrincipalMode(tx, principalId),
      findOpenRecovery(tx.db, principalId, now),
    ]);
    if (profile === undefined || status !== 'active' || open !== undefined) return;
    if (livemode === undefined || livemode === isInAgentSandbox(tx.actor)) return;
    if (canonicalMailbox(profile.operator_email) !== canonicalMailbox(email)) return;
    const id = newId('akr', now);
    const code = `svc_recovery_${taggedToken(tx.config.cell, 32)}`;
    insertRecovery(tx.db, {
      id,
      principal_id: principalId,
      code_hash: tx.vault.fingerprint(code, 'token'),
      created_at: now,
      expires_at: addHours(now, codeHours),
    });
    queueMessage(tx, {
      purpose: messagePurposes.agentRecovery,
      subjectId: id,
      ...(livemode ? {} : { sandbox: true, accountId: principalId }),
      content: {
        channel: 'email',
        to: profile.operator_email,
        mail: {
          language: 'en',
          subject: 'A recovery code for your agent',
          paragraphs: [
            `Somebody asked for a new key for your agent ${principalId}. The code is ${code}`,
            `It is valid for ${codeHours} hours, once. Send it as code to POST ${agentApiUrl(tx.config, livemode)}/recover/verify: you get a new key, and all others stop working.`,
          ],
          why: 'You get this because this address is the operator of a registered agent. If you did not ask for it, ignore this email; nothing happens without the code.',
        },
      },
    });
  });
}
