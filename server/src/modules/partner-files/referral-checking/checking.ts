import { setImmediate as others } from 'node:timers/promises';
import type { Ctx } from '#context';
import { rememberColumns } from '#lib/tables/columns';
import type { Tenant } from '#modules/partners';
import { listKnownReferrals, listReferralIssues, type NewReferral } from '#modules/referrals';
import { createVehicleCheck } from '#modules/vehicles';
import { transact } from '#platform/db';
import { validationFailed, type Issue } from '#platform/errors';
import { templateVin } from '../referral-files/column-data.ts';
import { fileIn } from '../referral-files/errors.ts';
import { findMappingProblem, hasDayFirst, toReferralBody, type Mapping } from '../referral-files/field-rules.ts';
import { getReferralFile } from '../referral-uploads/files.ts';
import { listRows, updateOutcomes, type FileRow, type RowFilter } from '../referral-files/row-store.ts';
import { countVerdicts, isSameInvitation, rowsMax, toCandidate, type Verdict } from '../referral-files/rules.ts';
import { findRemembered, lockFile, rememberMapping, updateFile, type ReferralFile } from '../referral-files/store.ts';
import { stateNotServed } from '#lib/calling/us-states';

/** Plain error texts: a user who corrects a spreadsheet knows neither patterns nor cents. */
const plain: Readonly<Record<string, string>> = {
  'vehicle.vin': 'is not a VIN of 17 letters and digits, without I, O and Q',
  'vehicle.year': 'is not a model year such as 2021',
  'claim.loss_state': 'is not a state of two letters such as NY',
  'claim.date_of_loss': 'is not a date such as 11/01/2026 or 2026-11-01',
  'claim.initial_offer_cents': 'is not an amount up to $1,000,000',
  'liability.loan_payoff_cents': 'is not an amount up to $1,000,000',
  'liability.deductible_cents': 'is not an amount up to $100,000',
  'borrower.email': 'is not an email address',
  'borrower.phone': 'is not a US phone number',
};

/** An API issue in spreadsheet terms. */
const toPlainIssue = ({ path, message }: Issue): Issue => ({
  path,
  message: message === 'is required' || message === stateNotServed ? message : (plain[path] ?? message),
});

type Rows = { readonly rows: readonly FileRow[]; readonly mapping: Mapping };

type Checked = {
  readonly rowNumber: number;
  readonly issues: readonly Issue[];
  readonly referral: NewReferral | undefined;
  readonly warnings: readonly string[];
};

/** After this many rows, other requests get a turn. */
const rowsPerTurn = 250;
/** Per row, as per request. */
const issuesMax = 20;

/**
 * The expected outcome of each row, by the API's own rules; nothing is changed. The do-not-contact list is not checked:
 * files that are never applied, or just their counts, could be used to look people up in it.
 */
async function checkRows(ctx: Ctx, tenant: Tenant, { rows, mapping }: Rows): Promise<readonly Verdict[]> {
  const findWarnings = await createVehicleCheck(ctx);
  const full = rows.filter((row) => row.cells !== null);
  const dayFirstRow = full.find(({ cells }) => hasDayFirst(cells ?? [], mapping))?.rowNumber;
  const checked: Checked[] = [];
  for (const { rowNumber, cells } of full) {
    const { body, issues } = readRow(ctx, cells ?? [], { mapping, dayFirstRow, livemode: tenant.livemode });
    const referral = issues.length === 0 ? (body as unknown as NewReferral) : undefined;
    checked.push({ rowNumber, issues, referral, warnings: referral ? findWarnings(referral.vehicle) : [] });
    if (checked.length % rowsPerTurn === 0) await others();
  }
  return decide(ctx, tenant, checked);
}

type Reading = {
  readonly mapping: Mapping;
  readonly dayFirstRow: number | undefined;
  readonly livemode: boolean;
};

function readRow({ config }: Ctx, cells: readonly string[], { livemode, ...reading }: Reading) {
  const { body, issues: unread } = toReferralBody(cells, reading);
  const told = new Set(unread.map(({ path }) => path));
  const found = listReferralIssues(config, body)
    .filter(({ path }) => !told.has(path))
    .map(toPlainIssue);
  const isTemplate = livemode && (body['vehicle'] as { readonly vin?: string }).vin?.toUpperCase() === templateVin;
  const template = isTemplate
    ? [{ path: 'vehicle.vin', message: 'is the example of the template; remove this row' }]
    : [];
  return { body, issues: [...unread, ...found, ...template].slice(0, issuesMax) };
}

async function decide(ctx: Ctx, tenant: Tenant, checked: readonly Checked[]): Promise<readonly Verdict[]> {
  const valid = checked.flatMap(({ referral }) => (referral === undefined ? [] : [toCandidate(referral)]));
  const known = Map.groupBy(
    await listKnownReferrals(ctx, tenant, [...new Set(valid.map(({ vin }) => vin))]),
    ({ vin }) => vin,
  );
  const first = new Map<string, number>();
  return checked.map(({ rowNumber, issues, referral, warnings }): Verdict => {
    const none = { rowNumber, issues: null, warnings: null, referralId: null, firstRow: null };
    if (referral === undefined) return { ...none, outcome: 'invalid', issues };
    const candidate = toCandidate(referral);
    const firstRow = first.get(candidate.vin);
    if (firstRow !== undefined) return { ...none, outcome: 'double', firstRow };
    first.set(candidate.vin, rowNumber);
    const earlier = known.get(candidate.vin) ?? [];
    const open = earlier.find(({ isOpen }) => isOpen);
    if (open !== undefined) return { ...none, outcome: 'open', referralId: open.id };
    const ended = earlier.find((one) => isSameInvitation(one, candidate));
    if (ended !== undefined) return { ...none, outcome: 'ended', referralId: ended.id };
    return { ...none, outcome: 'ready', warnings: warnings.length === 0 ? null : warnings };
  });
}

type Page = { readonly id: string; readonly filter: RowFilter; readonly after: number };
type Found = { readonly file: ReferralFile; readonly rows: FileRow[]; readonly next: number | undefined };

const pageRows = 50;

/** A page of a file's rows after the dry run; `next` is the row after which it continues. */
export async function listFileRows(ctx: Ctx, tenant: Tenant, { id, filter, after }: Page): Promise<Found> {
  const file = await getReferralFile(ctx, tenant, id);
  if (file.counts === null) throw fileIn(file.status);
  const rows = await listRows(ctx.db, file, { after, limit: pageRows + 1, filter });
  const next = rows.length > pageRows ? rows[pageRows - 1]?.rowNumber : undefined;
  return { file, rows: rows.slice(0, pageRows), next };
}

type Columns = { readonly id: string; readonly mapping: Mapping };

/** Sets the meaning of each column, remembers it, and runs the dry run. An earlier dry run is discarded. */
export async function mapReferralColumns(ctx: Ctx, tenant: Tenant, { id, mapping }: Columns): Promise<void> {
  const file = await getReferralFile(ctx, tenant, id);
  requireUnapplied(file);
  const problem = findMappingProblem(file.columns, mapping);
  if (problem !== undefined) throw validationFailed([{ path: 'mapping', message: problem }]);
  // Outside a transaction, because it takes a second or two; the cells of a row never change.
  const rows = await listRows(ctx.db, file, { after: 0, limit: rowsMax, filter: undefined });
  const verdicts = await checkRows(ctx, tenant, { rows, mapping });
  await transact(ctx, async (tx) => {
    const locked = await lockFile(tx.db, tenant, id);
    requireUnapplied(locked ?? file);
    const now = tx.clock.now();
    const fields = rememberColumns(await findRemembered(tx.db, tenant), { columns: file.columns, mapping });
    rememberMapping(tx.db, tenant, { fields, now });
    updateOutcomes(tx.db, file, verdicts);
    const counts = countVerdicts(verdicts);
    updateFile(tx.db, file, { mapping, counts, status: 'checked', checked_at: now, updated_at: now });
  });
}

function requireUnapplied({ status }: ReferralFile): void {
  if (status !== 'uploaded' && status !== 'checked') throw fileIn(status);
}
