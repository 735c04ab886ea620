import { isInAgentSandbox } from '#actor';
import type { Ctx, Tx } from '#context';
import { agentSandboxCode, isMagic } from '#lib/api/agent-sandbox';
import { canonicalMailbox, normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { findAllowance } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { getCurrentAgreement } from '../agreements/agreements.ts';
import { tooManyCodes, tooManyPending, wrongAgreementVersion } from '../errors.ts';
import { agentApiUrl, agreementUrl, codeName, maskEmail, newCode } from '../rules.ts';
import type { Registration, RegistrationRequest } from '../schemas.ts';
import { insertRegistration, listPendingExpiries } from '../store.ts';
import { enqueueCode, sendCode } from './registration.ts';

/**
 * Stores a registration and emails its code to the operator; `verifyRegistration` issues the key. In the sandbox the
 * code is always the same and is not emailed.
 */
export async function registerAgent(ctx: Ctx, request: RegistrationRequest): Promise<Registration> {
  const agreement = getCurrentAgreement(ctx.config);
  if (request.agreement.version !== agreement.version) throw wrongAgreementVersion(agreement.version);

  const livemode = !isInAgentSandbox(ctx.actor);
  const now = ctx.clock.now();
  const code = livemode ? newCode() : agentSandboxCode;
  const id = newId('reg', now);
  const { email } = request.operator;
  const ttlS = !livemode && isMagic(email, 'expired-code') ? 0 : ctx.config.codeTtlMin * 60;
  const expiresAt = addSeconds(now, ttlS);
  const mail = await transact(ctx, async (tx) => {
    const heldBy = livemode ? await admitMailbox(tx, email) : 'nothing';
    insertRegistration(tx.db, {
      id,
      agent: request.agent,
      operator_name: request.operator.name,
      operator_email: email,
      operator_mailbox: canonicalMailbox(email),
      agreement_version: agreement.version,
      agreement_hash: agreement.hash,
      code_hash: tx.vault.fingerprint(codeName(id, code), 'token'),
      code_expires_at: expiresAt,
      livemode,
      created_at: now,
    });
    return livemode ? enqueueCode(tx, { registrationId: id, to: email, code, heldBy }) : undefined;
  });
  // A mailbox over its limit gets no code, and the response does not reveal it, because anyone can type its address.
  const accepted = mail === undefined ? livemode || !isMagic(email, 'undeliverable') : await sendCode(ctx, mail);

  return {
    registration_id: id,
    status: 'pending_verification',
    operator_email_masked: maskEmail(request.operator.email),
    code_expires_at: expiresAt.toISOString(),
    next_step: nextStep(ctx, livemode),
    ...(accepted
      ? {}
      : {
          email_delivery_error: 'The code could not be sent to operator.email; check the address and register again.',
        }),
    agreement: { version: agreement.version, url: agreementUrl(ctx.config, agreement.version) },
  };
}

const nextStep = ({ config }: Ctx, livemode: boolean): string => {
  const verify = `POST ${agentApiUrl(config, livemode)}/register/verify with registration_id and`;
  return livemode
    ? `${verify} the 6-digit code sent to operator.email.`
    : `${verify} the code ${agentSandboxCode}. This is the sandbox: nothing is mailed, and the key works in the sandbox only.`;
};

/**
 * The limit that holds the email with the code, or `nothing`. Too many pending registrations are refused; in the
 * sandbox the code is public, so a limit there would let anyone close another person's mailbox.
 */
async function admitMailbox(tx: Tx, email: string): Promise<string> {
  const now = tx.clock.now();
  const mailbox = canonicalMailbox(email);
  lockNames(tx.db, [`registrations/${mailbox}`]);
  const [pending, allowance] = await Promise.all([
    listPendingExpiries(tx.db, { email, mailbox, now }),
    findAllowance(tx, { email: normalizeEmail(email), phone: undefined }),
  ]);
  const [soonest] = pending;
  if (soonest !== undefined && pending.length >= tx.config.registerPendingMax) {
    throw tooManyPending(secondsBetween(now, soonest.code_expires_at));
  }
  const heldBy = allowance.email ?? 'nothing';
  if (isClientOver(heldBy)) throw tooManyCodes(secondsBetween(now, nextUtcDay(now)));
  return heldBy;
}

/** A daily budget is used up. That reveals nothing about the mailbox, so the client is told. */
const isClientOver = (heldBy: string): boolean => heldBy !== 'nothing' && !heldBy.startsWith('recipient/');

const nextUtcDay = (now: Date): Date => new Date(Math.floor(now.getTime() / 86_400_000 + 1) * 86_400_000);

const secondsBetween = (from: Date, to: Date): number => Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000));
