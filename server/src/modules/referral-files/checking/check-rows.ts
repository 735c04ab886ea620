import { setImmediate as others } from 'node:timers/promises';
import type { Ctx } from '#context';
import { listSuppressed } from '#modules/customers';
import type { Tenant } from '#modules/partners';
import { listKnownReferrals, listReferralIssues, type NewReferral } from '#modules/referrals';
import { createVehicleCheck } from '#modules/vehicles';
import type { Issue } from '#platform/errors';
import { templateVin } from '../column-data.ts';
import { hasDayFirst, toReferralBody, type Mapping } from '../field-rules.ts';
import { toPlainIssue } from '../issue-words.ts';
import { isSameInvitation, toCandidate, type Candidate, type Verdict } from '../rules.ts';
import type { FileRow } from '../row-store.ts';

type Rows = { readonly rows: readonly FileRow[]; readonly mapping: Mapping };

type Checked = {
  readonly rowNumber: number;
  readonly issues: readonly Issue[];
  readonly referral: NewReferral | undefined;
  readonly warnings: readonly string[];
};

/** Rows between which others get a turn; contacts of one statement. */
const rowsPerTurn = 250;
/** Of a row, as of a request. */
const issuesMax = 20;

export type CheckedRows = {
  readonly verdicts: readonly Verdict[];
  /** How many of the ready rows nobody may contact, and not which: by files, anybody could be looked up in that list. */
  readonly suppressed: number;
};

/** What would become of each row, by the API's own rules; nothing is changed. */
export async function checkRows(ctx: Ctx, tenant: Tenant, { rows, mapping }: Rows): Promise<CheckedRows> {
  const findWarnings = await createVehicleCheck(ctx);
  const full = rows.filter((row) => row.cells !== null);
  const dayFirstRow = full.find(({ cells }) => hasDayFirst(cells ?? [], mapping))?.rowNumber;
  const checked: Checked[] = [];
  for (const { rowNumber, cells } of full) {
    const { body, issues } = readRow(cells ?? [], { mapping, dayFirstRow, livemode: tenant.livemode });
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

function readRow(cells: readonly string[], { livemode, ...reading }: Reading) {
  const { body, issues: unread } = toReferralBody(cells, reading);
  const told = new Set(unread.map(({ path }) => path));
  const found = listReferralIssues(body)
    .filter(({ path }) => !told.has(path))
    .map(toPlainIssue);
  const isTemplate = livemode && (body['vehicle'] as { readonly vin?: string }).vin?.toUpperCase() === templateVin;
  const template = isTemplate
    ? [{ path: 'vehicle.vin', message: 'is the example of the template; remove this row' }]
    : [];
  return { body, issues: [...unread, ...found, ...template].slice(0, issuesMax) };
}

async function decide(ctx: Ctx, tenant: Tenant, checked: readonly Checked[]): Promise<CheckedRows> {
  const valid = checked.flatMap(({ referral }) => (referral === undefined ? [] : [toCandidate(referral)]));
  const known = Map.groupBy(
    await listKnownReferrals(ctx, tenant, [...new Set(valid.map(({ vin }) => vin))]),
    ({ vin }) => vin,
  );
  const silent = await listSilent(ctx, tenant, valid);
  let suppressed = 0;
  const first = new Map<string, number>();
  const verdicts = checked.map(({ rowNumber, issues, referral, warnings }): Verdict => {
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
    if (silent.has(candidate.vin)) suppressed += 1;
    return { ...none, outcome: 'ready', warnings: warnings.length === 0 ? null : warnings };
  });
  return { verdicts, suppressed };
}

/** Vehicles whose borrower must not be contacted. */
async function listSilent(ctx: Ctx, tenant: Tenant, candidates: readonly Candidate[]): Promise<ReadonlySet<string>> {
  const silent = new Set<string>();
  for (let from = 0; from < candidates.length; from += rowsPerTurn) {
    const some = candidates.slice(from, from + rowsPerTurn);
    const contacts = some.map(({ email, phone }) => ({ email, phone, test: !tenant.livemode }));
    for (const [index, listed] of (await listSuppressed(ctx, contacts)).entries())
      if (listed) silent.add(some[index]?.vin ?? '');
  }
  return silent;
}
