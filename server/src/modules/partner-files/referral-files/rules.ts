import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { addDays } from '#lib/time/dates';
import type { NewReferral } from '#modules/referrals';
import type { Issue } from '#platform/errors';

export const fileStatuses = [
  'uploading',
  'uploaded',
  'checked',
  'applying',
  'applied',
  'stopped',
  'failed',
  'expired',
] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** The first five are outcomes of the dry run, the others of applying. */
export const rowOutcomes = ['ready', 'invalid', 'double', 'open', 'ended', 'referred', 'overtaken', 'erased'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

export const fileKinds = ['csv', 'xlsx'] as const;
export type FileKind = (typeof fileKinds)[number];

/** A large lender's month; one dry run happens within a request. */
export const rowsMax = 5000;
export const fileBytesMax = 8 * 1_048_576;
/** The unpacked size of 5,000 rows, with room: a larger file is made to overload us. */
export const workbookLimits = { sheetBytes: 64 * 1_048_576, textsBytes: fileBytesMax };
/** A workbook's cells may all share one long text, so their total is limited too. */
export const cellCharactersMax = fileBytesMax;

/** Files of one institution and mode per day. */
export const filesPerDay = 20;

/**
 * Few enough that a block takes a fraction of a second, and that other requests for its locked vehicles wait no longer.
 */
export const blockRows = 100;

/**
 * Cells are needed until the file is applied and its rejected rows are corrected; outcomes as long as users look at
 * them.
 */
export const cellsGoAt = (createdAt: Date): Date => addDays(createdAt, 7);
export const fileGoesAt = (createdAt: Date): Date => addDays(createdAt, 30);

type Stopped = { readonly status: FileStatus; readonly emptiedAt: Date | null };

/** As long as there are cells to refer. */
export const isResumable = ({ status, emptiedAt }: Stopped): boolean => status === 'stopped' && emptiedAt === null;

export type DryRunCounts = {
  readonly ready: number;
  readonly invalid: number;
  readonly double: number;
  readonly open: number;
  readonly ended: number;
  readonly warned: number;
};

export type Verdict = {
  readonly rowNumber: number;
  readonly outcome: RowOutcome;
  readonly issues: readonly Issue[] | null;
  readonly warnings: readonly string[] | null;
  readonly referralId: string | null;
  readonly firstRow: number | null;
};

export const leftOutOf = ({ invalid, double, open, ended }: DryRunCounts): number => invalid + double + open + ended;

export function countVerdicts(verdicts: readonly Verdict[]): DryRunCounts {
  const count = (outcome: RowOutcome) => verdicts.filter((one) => one.outcome === outcome).length;
  const warned = verdicts.filter(({ outcome, warnings }) => outcome === 'ready' && warnings !== null);
  return {
    ready: count('ready'),
    invalid: count('invalid'),
    double: count('double'),
    open: count('open'),
    ended: count('ended'),
    warned: warned.length,
  };
}

/** The person and claim of a referral, normalized. */
export type Candidate = {
  readonly vin: string;
  readonly claimNumber: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
};

export const toCandidate = ({ vehicle, claim, borrower }: NewReferral): Candidate => ({
  vin: vehicle.vin.toUpperCase(),
  claimNumber: claim.claim_number,
  email: borrower.email === undefined ? undefined : normalizeEmail(borrower.email),
  phone: borrower.phone === undefined ? undefined : normalizePhone(borrower.phone),
});

type Known = {
  readonly claimNumber: string;
  readonly email: string | null;
  readonly phone: string | null;
};

/** Whether it is the same person and claim, who has had an invitation and must not get another by file. */
export const isSameInvitation = (known: Known, { claimNumber, email, phone }: Candidate): boolean =>
  toKey(known.claimNumber) === toKey(claimNumber) &&
  ((email !== undefined && known.email === email) || (phone !== undefined && known.phone === phone));

const toKey = (claimNumber: string): string => claimNumber.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

// A column with whole names is split only if the result is certain.

/** Words after a name that are not part of it, or that mark a company. */
const notNames = /^(jr|sr|ii|iii|iv|v|md|phd|esq|dds|llc|inc|corp|co|ltd|lp|llp|trust|estate|and)$/i;

const isNotName = (word: string): boolean => notNames.test(word.replaceAll('.', ''));

/** "Last, First" or two words; undefined for everything else, a middle name included. */
export function splitName(text: string): { readonly first_name: string; readonly last_name: string } | undefined {
  if (/[&/;]/.test(text)) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  const [last = '', first = ''] = parts;
  if (parts.length === 2) {
    const words = [...last.split(/\s+/), ...first.split(/\s+/)];
    return last === '' || first === '' || words.some(isNotName) ? undefined : { first_name: first, last_name: last };
  }
  const words = text.split(/\s+/);
  const [one, two] = words;
  if (parts.length !== 1 || words.length !== 2 || one === undefined || two === undefined) return undefined;
  return words.some(isNotName) ? undefined : { first_name: one, last_name: two };
}
