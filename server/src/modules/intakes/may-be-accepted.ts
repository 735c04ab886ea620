import type { Ctx } from '#context';
import { findPerson } from '#modules/customers';
import { isOpen } from '#modules/switches';
import { normalizeEmail } from '#lib/email';
import { normalizePhone } from '#lib/phone';
import { transact } from '#platform/db';
import { findKeptAnswer, type NamedRequest } from '#platform/idempotency';
import { decideIntake } from './rules.ts';
import type { IntakeRequest } from './schemas.ts';
import { listOpenOf } from './status-store.ts';

export type Submission = {
  readonly request: IntakeRequest;
  /** The caller's name for this request, if it gave one. */
  readonly named: NamedRequest | undefined;
};

/** Nobody's: as long as a VIN, in letters that VINs do not have. */
const someOtherVin = 'O'.repeat(17);

/**
 * Whether a submission may come to be accepted, whatever vehicle its plate turns out to stand for. What is neither
 * answered already, nor closed, nor decided by the person alone. Only a forecast: `openIntake` decides.
 */
export async function mayBeAccepted(ctx: Ctx, { request, named }: Submission): Promise<boolean> {
  const { email, phone } = request.customer;
  const contacts = {
    email: email === undefined ? undefined : normalizeEmail(email),
    phone: phone === undefined ? undefined : normalizePhone(phone),
  };
  return transact(ctx, async (tx) => {
    const [kept, accepting, person, { vins: openVins }] = await Promise.all([
      named && findKeptAnswer(tx, named, tx.clock.now()),
      isOpen(tx, 'intake_program_open'),
      findPerson(tx, contacts),
      listOpenOf(tx.db, contacts, tx.clock.now()),
    ]);
    if (kept !== undefined || !accepting) return false;
    const { servedStates } = tx.config;
    return decideIntake({ person, openVins, servedStates, vin: someOtherVin }, request) === 'received';
  });
}
