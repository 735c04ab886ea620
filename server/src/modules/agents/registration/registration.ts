import { timingSafeEqual } from 'node:crypto';
import { isInAgentSandbox } from '#actor';
import type { Ctx, Tx } from '#context';
import { isMagic } from '#lib/api/agent-sandbox';
import type { Mail } from '#lib/mail/mail';
import { createAgentPrincipal } from '#modules/credentials';
import {
  messagePurposes,
  queueClaimedMessage,
  sendClaimedMessage,
  type MessageSource,
  type MessageSubject,
} from '#modules/customers';
import { transact } from '#platform/db';
import { alreadyVerified, codeExpired, codeLocked, registrationNotFound, wrongCode } from '../errors.ts';
import { codeName, decideCode } from '../rules.ts';
import type { RegistrationRequest, Verified, VerifyRequest } from '../schemas.ts';
import {
  countWrongCode,
  findRegistration,
  insertProfile,
  lockRegistration,
  updateEmailFailed,
  updateVerified,
} from '../store.ts';

/** An email with a code is worth sending while the code would be accepted: not used, not expired, not locked. */
async function isCodeUsable(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const row = await findRegistration(ctx.db, subjectId);
  if (row === undefined) return false;
  const state = { verified: row.principal_id !== null, expiresAt: row.code_expires_at, wrongCodes: row.wrong_codes };
  return decideCode(state, { matches: true, now: ctx.clock.now() }, ctx.config.codeMaxWrong) === 'right';
}

/** A registration whose code could not be delivered stops counting as pending (D-055). */
export const codeMessages: MessageSource = {
  isTrue: isCodeUsable,
  failed: async (tx, registrationIds) => updateEmailFailed(tx.db, registrationIds),
};

type Code = {
  readonly registrationId: string;
  readonly to: string;
  readonly code: string;
  /** The mailbox limit that holds it, or `nothing`. */
  readonly heldBy: string;
};

const codeMail = (code: string, ttlMin: number): Mail => ({
  language: 'en',
  subject: 'Your Makewhole registration code',
  paragraphs: [
    `Your code is ${code}.`,
    `It is valid for ${ttlMin} minutes and completes the registration of your agent. Send it with the registration_id you were given.`,
  ],
  why: 'You get this because this address was given to register an agent. If you did not register an agent, ignore this email; nothing happens without the code.',
});

/** Queues the email with the code in the transaction that stores the registration; undefined when it is held. */
export const enqueueCode = (tx: Tx, { registrationId, to, code, heldBy }: Code) =>
  queueClaimedMessage(tx, {
    purpose: messagePurposes.registrationCode,
    subjectId: registrationId,
    heldBy,
    content: { channel: 'email', to, mail: codeMail(code, tx.config.codeTtlMin) },
  });

/** The request waits for the email with the code, but not for a slow mail server. */
const mailTimeoutMs = 5_000;

type EnqueuedCode = NonNullable<ReturnType<typeof enqueueCode>>;

/**
 * Emails the code within the request, so that a refused address is reported immediately; returns false then. After
 * any other failure the queue retries the message as usual.
 */
export async function sendCode(ctx: Ctx, queued: EnqueuedCode): Promise<boolean> {
  const outcome = await sendClaimedMessage(ctx, queued, { source: codeMessages, timeoutMs: mailTimeoutMs });
  if (outcome !== 'refused') return true;
  ctx.log.warn({ registration: queued.subject_id }, 'agents.code-not-accepted');
  return false;
}

type Row = NonNullable<Awaited<ReturnType<typeof lockRegistration>>>;

/**
 * The right code turns a registration into an agent with a key. A wrong one uses up a try, even if the client
 * disconnects.
 */
export async function verifyRegistration(ctx: Ctx, request: VerifyRequest): Promise<Verified> {
  const now = ctx.clock.now();
  const max = ctx.config.codeMaxWrong;
  const outcome = await transact(ctx, async (tx) => {
    const row = await lockRegistration(tx.db, { id: request.registration_id, livemode: !isInAgentSandbox(tx.actor) });
    if (row === undefined) throw registrationNotFound();
    const state = { verified: row.principal_id !== null, expiresAt: row.code_expires_at, wrongCodes: row.wrong_codes };
    const verdict = decideCode(state, { matches: matches(tx, row, request.code), now }, max);
    if (verdict === 'wrong') countWrongCode(tx.db, row.id);
    return { row, verdict, verified: verdict === 'right' ? activate(tx, row, now) : undefined };
  });
  const { row, verdict, verified } = outcome;
  if (verdict === 'verified already') throw alreadyVerified();
  if (verdict === 'expired') throw codeExpired();
  if (verdict === 'locked') throw codeLocked(Math.ceil((row.code_expires_at.getTime() - now.getTime()) / 1000));
  if (verified === undefined) throw wrongCode(max - row.wrong_codes - 1);
  return verified;
}

/** Compares in constant time, under every key of the ring. */
function matches(tx: Tx, row: Row, code: string): boolean {
  return tx.vault
    .fingerprints(codeName(row.id, code), 'token')
    .map((candidate) => timingSafeEqual(candidate, row.code_hash))
    .includes(true);
}

function activate(tx: Tx, row: Row, now: Date): Verified {
  const { operator_name, operator_email, agreement_version, agreement_hash, livemode } = row;
  const status = !livemode && isMagic(operator_email, 'suspended') ? 'suspended' : 'active';
  const { principalId, key, prefix } = createAgentPrincipal(tx, { livemode, status });
  insertProfile(tx.db, {
    principal_id: principalId,
    agent: row.agent as RegistrationRequest['agent'],
    operator_name,
    operator_email,
    agreement_version,
    agreement_hash,
    agreement_accepted_at: row.created_at,
    created_at: now,
  });
  updateVerified(tx.db, row.id, principalId);
  return {
    principal_id: principalId,
    // The contract allows no other value; a suspension, real or simulated, shows when the key is used.
    status: 'active',
    api_key: key,
    key_prefix: prefix,
    agreement: { version: agreement_version, hash: agreement_hash },
    docs_url: `${tx.config.publicBaseUrl}/developers/agent`,
  };
}
