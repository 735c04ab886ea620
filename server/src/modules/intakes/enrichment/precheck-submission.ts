import { isInAgentSandbox } from '#actor';
import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { transact } from '#platform/db';
import { findStoredResponse } from '#platform/idempotency';
import { findSubmittedCustomer } from './find-submitted-customer.ts';
import { isAccepting } from './is-accepting.ts';
import { identifySubmitter } from '../identify-submitter.ts';
import { decideIntake } from '../rules.ts';
import type { IntakeRequest } from '../schemas.ts';
import { listOpenIntakes } from '../status-store.ts';
import { findAnswer, type SubmissionKey } from '../find-answer.ts';

type Submission = {
  readonly request: IntakeRequest;
  /** Undefined when the request has no Idempotency-Key. */
  readonly idempotencyKey: SubmissionKey | undefined;
};

/** Matches no real VIN: the right length, in a letter that VINs do not use. */
const someOtherVin = 'O'.repeat(17);

/**
 * Whether a submission can still be accepted, whatever vehicle its plate resolves to: not answered already, program
 * open, customer eligible. Only a forecast; `createIntake` decides.
 */
export async function precheckSubmission(ctx: Ctx, { request, idempotencyKey }: Submission): Promise<boolean> {
  const { email, phone } = request.customer;
  const contacts = {
    email: email === undefined ? undefined : normalizeEmail(email),
    phone: phone === undefined ? undefined : normalizePhone(phone),
    test: isInAgentSandbox(ctx.actor),
  };
  return transact(ctx, async (tx) => {
    const [storedResponse, accepting, customer, { open }] = await Promise.all([
      idempotencyKey && findStoredResponse(tx, idempotencyKey, tx.clock.now()),
      isAccepting(tx),
      findSubmittedCustomer(tx, contacts),
      listOpenIntakes(tx.db, { ...contacts, ...identifySubmitter(tx) }, tx.clock.now()),
    ]);
    const answered = idempotencyKey && findAnswer(idempotencyKey, storedResponse, open);
    if (answered !== undefined || !accepting) return false;
    const { servedStates, intakeTtlDays } = tx.config;
    const registered = tx.actor.kind === 'agent';
    const countedSince = addDays(tx.clock.now(), -intakeTtlDays);
    const known = { customer, open, servedStates, vin: someOtherVin, registered, countedSince };
    return decideIntake(known, request) === 'received';
  });
}
