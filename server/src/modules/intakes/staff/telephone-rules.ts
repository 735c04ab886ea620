import { findNumberProblem } from '#lib/calling/dialable';
import { findStateProblem } from '#lib/calling/us-states';
import { normalizePhone } from '#lib/text/phone';
import type { Issue } from '#platform/errors';
import { areTwoVehicles } from '../rules.ts';
import type { EarlierIntake } from '../status-store.ts';
import type { TelephoneIntake } from './schemas.ts';

/**
 * The wording that the team reads to an owner who calls us, before a case is created. A change of a word needs a new
 * version: the consent ledger has the version, the hash and the text.
 */
export const telephoneWording = {
  version: 'telephone 2026-11-16',
  asked:
    'You want a free look at what your car was worth. A person from our team goes through it with you. The consultation is free. We never place automated calls.',
  agreement:
    'Do you agree that we email, text and call you about this claim? You can stop at any time: tell the person who calls, or answer STOP to a text.',
  /** Read only to an owner who is on the do-not-contact list and wants to be called again. */
  lifting:
    'You asked us before not to contact you. Do you want us to call and text you at this number again, about this claim?',
} as const;

/** The text as it is stored and hashed. */
export const telephoneWords = (lifts: boolean): string =>
  [telephoneWording.asked, telephoneWording.agreement, ...(lifts ? [telephoneWording.lifting] : [])].join('\n');

type Checked = { readonly servedStates: ReadonlySet<string> };

/** Issues that the schema cannot express, by member. */
export function findTelephoneIssues(request: TelephoneIntake, { servedStates }: Checked): Issue[] {
  const phone = normalizePhone(request.customer.phone);
  const stateProblem = findStateProblem({ servedStates }, request.loss?.loss_state);
  return [
    ...(phone === undefined || findNumberProblem(phone) !== undefined
      ? [{ path: 'customer.phone', message: 'is no number that we can call' }]
      : []),
    ...(stateProblem === undefined ? [] : [{ path: 'loss.loss_state', message: stateProblem }]),
    ...(request.wording_version === telephoneWording.version
      ? []
      : [{ path: 'wording_version', message: 'is not in force any more: load the page again and read the new words' }]),
    ...(request.lift_do_not_contact === true && !request.number_read_back
      ? [{ path: 'lift_do_not_contact', message: 'needs the number read back, so that it is theirs' }]
      : []),
  ];
}

/**
 * The existing case of an owner who calls us: proven, or with the number they call from, and not about another
 * vehicle. Unlike for an agent, an unproven submission with their number is shown to the team rather than ignored.
 */
export const findOwnIntake = (open: readonly EarlierIntake[], vin: string | undefined): EarlierIntake | undefined =>
  open
    .filter((other) => (other.proven || other.shares === 'phone') && !areTwoVehicles(vin, other.vin))
    .toSorted((a, b) => Number(b.proven) - Number(a.proven) || a.createdAt.getTime() - b.createdAt.getTime())[0];
