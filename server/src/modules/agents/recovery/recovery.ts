import { isInAgentSandbox } from '#actor';
import type { Ctx, Tx } from '#context';
import { canonicalMailbox } from '#lib/text/email';
import { addHours } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { findPrincipalMode, findPrincipalStatus, replaceAgentKeys } from '#modules/credentials';
import { messagePurposes, queueMessage, type MessageSubject } from '#modules/customers';
import { lockNames, sql, transact, typed, type Db, type TxDb } from '#platform/db';
import { recoveryRefused } from '../errors.ts';
import { agentApiUrl } from '../rules.ts';
import type { Recovered, RecoveryRequest } from '../schemas.ts';
import { findProfile } from '../store.ts';

/** An email with a code is worth sending while the code can be used. */
export async function isRecoveryOpen(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const row = await findRecovery(ctx.db, subjectId);
  return row !== undefined && row.used_at === null && row.expires_at > ctx.clock.now();
}

/** The changes that an operator is notified of, in the words of the email. */
const happenings = {
  'key rotated': [
    'The key of your agent was replaced',
    'Its key was replaced by a new one; the old one stopped working.',
  ],
  'key recovered': [
    'The key of your agent was replaced',
    'Its key was replaced with a code that we mailed to this address.',
  ],
  'webhook set': ['The webhook of your agent has changed', 'Its webhook has a new address or a new signing secret.'],
  'webhook removed': [
    'The webhook of your agent was removed',
    'Its webhook was removed; nothing is delivered any more.',
  ],
} as const;

/** Notifies the operator by email, so that a stolen key cannot be used unnoticed. */
export async function queueAgentNotice(tx: Tx, principalId: string, what: keyof typeof happenings): Promise<void> {
  const profile = await findProfile(tx.db, principalId);
  // Erased: the address of a test agent belonged to another person.
  if (profile === undefined || profile.operator_email === '') return;
  const [subject, sentence] = happenings[what];
  const livemode = !isInAgentSandbox(tx.actor);
  const url = agentApiUrl(tx.config, livemode);
  queueMessage(tx, {
    purpose: messagePurposes.agentNotice,
    subjectId: newId('akn', tx.clock.now()),
    ...(livemode ? {} : { sandbox: true, accountId: principalId }),
    content: {
      channel: 'email',
      to: profile.operator_email,
      mail: {
        language: 'en',
        subject,
        paragraphs: [
          `This is about your agent ${principalId}. ${sentence}`,
          `If this was not you, somebody else has its key. Ask for a recovery code with POST ${url}/recover and the principal_id ${principalId}: it comes to this address, and with it you get a new key while all others stop working. Then check the webhook with GET ${url}/me.`,
        ],
        why: 'You get this because this address is the operator of a registered agent.',
      },
    },
  });
}

/** Exchanges the emailed code for a new key: every other key of the agent stops working, including a thief's. */
export async function recoverKey(ctx: Ctx, code: string): Promise<Recovered> {
  return transact(ctx, async (tx) => {
    const used = await useRecovery(tx.db, tx.vault.fingerprints(code, 'token'), tx.clock.now());
    // A code of the other mode is rejected here, and stays usable there.
    if (used && (await findPrincipalMode(tx, used.principal_id)) === isInAgentSandbox(tx.actor))
      throw recoveryRefused();
    const issued = used && (await replaceAgentKeys(tx, used.principal_id));
    if (used === undefined || issued === undefined) throw recoveryRefused();
    await queueAgentNotice(tx, used.principal_id, 'key recovered');
    return {
      principal_id: used.principal_id,
      api_key: issued.key,
      key_prefix: issued.prefix,
      revoked_previous: true,
    };
  });
}

/** While a code can be used no other one is emailed, so an attacker causes four emails a day at most and cannot invalidate a code. */
const codeHours = 6;

/**
 * Emails a code to the operator's registered address, if the given address matches it. The answer is the same either
 * way. The code is too long to be guessed, so there is no limit of tries that an attacker could use up.
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

type NewRecovery = {
  readonly id: string;
  readonly principal_id: string;
  readonly code_hash: Buffer;
  readonly created_at: Date;
  readonly expires_at: Date;
};

function insertRecovery(db: TxDb, row: NewRecovery): void {
  db.write(typed(sql.insertInto('agents.recoveries').values(row)));
}

/** A code that was emailed and can still be used. */
const findOpenRecovery = (db: Db, principalId: string, now: Date) =>
  db.find(
    typed(
      sql
        .selectFrom('agents.recoveries')
        .select('id')
        .where('principal_id', '=', principalId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now),
    ),
  );

const findRecovery = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('agents.recoveries').select(['used_at', 'expires_at']).where('id', '=', id)));

/** Uses the code up; undefined when it is unknown, expired or used. Only one of two concurrent requests gets it. */
const useRecovery = (db: TxDb, hashes: readonly Buffer[], now: Date) =>
  db.find(
    typed(
      sql
        .updateTable('agents.recoveries')
        .set({ used_at: now })
        .where('code_hash', 'in', hashes)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('principal_id'),
    ),
  );
