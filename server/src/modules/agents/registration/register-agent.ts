import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { canonicalMailbox, normalizeEmail } from '#lib/text/email';
import { newId } from '#lib/tokens/ids';
import { findAllowance } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { getCurrentAgreement } from '../agreements/get-current-agreement.ts';
import { tooManyCodes, tooManyPending, wrongAgreementVersion } from '../errors.ts';
import { agreementUrl, codeName, maskEmail, newCode } from '../rules.ts';
import type { Registration, RegistrationRequest } from '../schemas.ts';
import { insertRegistration, listPendingExpiries } from '../store.ts';
import { enqueueCode } from './enqueue-code.ts';
import { sendCode } from './send-code.ts';

/** Stores a registration and mails its code to the operator; `verifyRegistration` issues the key. */
export async function registerAgent(ctx: Ctx, request: RegistrationRequest): Promise<Registration> {
  const agreement = getCurrentAgreement(ctx.config);
  if (request.agreement.version !== agreement.version) throw wrongAgreementVersion(agreement.version);

  const now = ctx.clock.now();
  const code = newCode();
  const id = newId('reg', now);
  const expiresAt = addSeconds(now, ctx.config.codeTtlMin * 60);
  const { email } = request.operator;
  const mailbox = canonicalMailbox(email);
  const mail = await transact(ctx, async (tx) => {
    lockNames(tx.db, [`registrations/${mailbox}`]);
    const [pending, allowance] = await Promise.all([
      listPendingExpiries(tx.db, { email, mailbox, now }),
      findAllowance(tx, { email: normalizeEmail(email), phone: undefined }),
    ]);
    const [soonest] = pending;
    if (soonest !== undefined && pending.length >= ctx.config.registerPendingMax) {
      throw tooManyPending(secondsBetween(now, soonest.code_expires_at));
    }
    const heldBy = allowance.email ?? 'nothing';
    if (isClientOver(heldBy)) throw tooManyCodes(secondsBetween(now, nextUtcDay(now)));
    insertRegistration(tx.db, {
      id,
      agent: request.agent,
      operator_name: request.operator.name,
      operator_email: email,
      operator_mailbox: mailbox,
      agreement_version: agreement.version,
      agreement_hash: agreement.hash,
      code_hash: tx.vault.fingerprint(codeName(id, code), 'token'),
      code_expires_at: expiresAt,
      created_at: now,
    });
    return enqueueCode(tx, { registrationId: id, to: email, code, heldBy });
  });
  // A mailbox that has had enough mail gets no code, and the answer does not say so: anybody can type its address.
  const accepted = mail === undefined || (await sendCode(ctx, mail));

  return {
    registration_id: id,
    status: 'pending_verification',
    operator_email_masked: maskEmail(request.operator.email),
    code_expires_at: expiresAt.toISOString(),
    next_step: `POST ${ctx.config.publicBaseUrl}/api/agent/v1/register/verify with registration_id and the 6-digit code sent to operator.email.`,
    ...(accepted
      ? {}
      : {
          email_delivery_error: 'The code could not be sent to operator.email; check the address and register again.',
        }),
    agreement: { version: agreement.version, url: agreementUrl(ctx.config, agreement.version) },
  };
}

/** A budget of the day is used up; that says nothing of the mailbox, so the client is told. */
const isClientOver = (heldBy: string): boolean => heldBy !== 'nothing' && !heldBy.startsWith('recipient/');

const nextUtcDay = (now: Date): Date => new Date(Math.floor(now.getTime() / 86_400_000 + 1) * 86_400_000);

const secondsBetween = (from: Date, to: Date): number => Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000));
