// How long referrals take as a file of the portal, from its first byte to the last invitation, beside the same rows by
// POST /referrals/bulk in the same run; and whom it delays.
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { conclude, printTable, type Check } from '#bench/report/report';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { makeInstitutions, setStage, type Institution, type Stage } from '#bench/roster/stage';
import { callPortal, json, makeUser, startPortal, visiting } from '#bench/roster-files/portal';

/** The dry run alone, and the dry run with the blocks: each of 100 rows where a call has 500. */
const mostOfApi = { checked: 1, applied: 3 };
/** p95 of another institution's calls while a file is worked on, divided by that before. */
const mostWaiting = 2;

const sizes = {
  smoke: { rows: 200, calmS: 0.3 },
  quick: { rows: 2000, calmS: 3 },
  full: { rows: 5000, calmS: 10 },
};
/** What one call takes. */
const rowsPerCall = 500;

export async function benchReferralFiles(closing: RunStack, sizeName: Size): Promise<boolean> {
  const { rows, calmS } = sizes[sizeName];
  const stage = await setStage(closing);
  const [byApi, byFile, visitor, first] = await makeInstitutions(stage.databaseUrl, 4);
  if (!byApi || !byFile || !visitor || !first) throw new Error('there are four institutions');
  const { baseUrl } = await startPortal(stage);
  const visits = visiting(closing, baseUrl, visitor);
  const user = await makeUser(stage, [byFile, first]);
  const portal = ({ id }: Institution) => `${baseUrl}/api/portal/v1/${id}/test`;
  // Both ways once: the worker has started, and both processes have their data in memory.
  await applyFile(portal(first), user, 100);
  await referByApi(baseUrl, first, listRows(100, 'W'));
  const before = await visits(() => pause(calmS * 1000, 0));
  const apiMs = await referByApi(baseUrl, byApi, listRows(rows, 'A'));
  const during = await visits(() => applyFile(portal(byFile), user, rows));
  const { checked, applied } = during.work as Timed;
  printTable(
    [`${rows} new rows`, 's'],
    [
      ['POST /referrals/bulk, 500 at a time', round(apiMs / 1000, 2)],
      ['file: until its dry run', round(checked / 1000, 2)],
      ['file: until everybody is referred', round(applied / 1000, 2)],
    ],
  );
  const found = await countReferred(stage, byFile.id);
  const checks: Check[] = [
    { name: 'dry run / API', value: round(checked / apiMs, 2), atMost: mostOfApi.checked },
    { name: 'file / API', value: round(applied / apiMs, 2), atMost: mostOfApi.applied },
    {
      name: 'p95 of another institution, during / before',
      value: round(during.p95 / before.p95, 2),
      atMost: mostWaiting,
    },
    { name: 'rows that are not referred', value: rows - found.referrals, atLeast: 0, atMost: 0 },
    { name: 'rows without exactly one invitation', value: rows - found.invitations, atLeast: 0, atMost: 0 },
  ];
  const p95Ms = { before: before.p95, during: during.p95 };
  return conclude({ bench: 'referral-files', size: sizeName, rows, apiMs, checked, applied, p95Ms }, checks);
}

type Row = ReturnType<typeof rowOf>;

const rowOf = (number: number, series: string) => ({
  external_ref: `loan-${series}${number}`,
  borrower: { first_name: 'Synthetic', last_name: 'Borrower', email: `borrower-${series}${number}@example.com` },
  vehicle: { vin: `3R${series}${String(number).padStart(14, '0')}`, year: 2021, make: 'Synthetic', model: 'Sedan' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: `CLM-${series}${number}`,
    loss_state: 'NY',
    date_of_loss: '2026-11-01',
    initial_offer_cents: 1_500_000,
  },
  liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
});

const listRows = (count: number, series: string): Row[] =>
  Array.from({ length: count }, (_, index) => rowOf(index, series));

async function referByApi(baseUrl: string, { key }: Institution, rows: readonly Row[]): Promise<number> {
  const startedAt = performance.now();
  for (let from = 0; from < rows.length; from += rowsPerCall) {
    const { body, headers } = json({ referrals: rows.slice(from, from + rowsPerCall) });
    const response = await fetch(`${baseUrl}/api/gap/v1/referrals/bulk`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}` },
      body,
    });
    const { failed } = (await response.json()) as { readonly failed?: number };
    if (response.status !== 200 || failed !== 0) throw new Error(`the rows were answered ${response.status}`);
  }
  return performance.now() - startedAt;
}

type Answer = {
  readonly id: string;
  readonly status: string;
  readonly leave_out: number;
  readonly columns: readonly { field: string | null }[];
  readonly counts: { readonly ready: number };
};
type Timed = { readonly checked: number; readonly applied: number };

/** Uploads a CSV file, has it checked, applies it; milliseconds from the beginning. */
async function applyFile(url: string, cookie: string, rows: number): Promise<Timed> {
  const startedAt = performance.now();
  const call = callPortal<Answer>(url, cookie);
  const headers = { 'content-type': 'application/octet-stream' };
  const { id, columns } = await call('POST', '/referral-files', { body: toCsvFile(listRows(rows, 'F')), headers });
  const path = `/referral-files/${id}`;
  const mapping = columns.map(({ field }) => field);
  const { counts, leave_out } = await call('PUT', `${path}/mapping`, json({ mapping }));
  const checked = performance.now() - startedAt;
  await call('POST', `${path}/apply`, json({ ready: counts.ready, leave_out }));
  for (;;) {
    const { status } = await call('GET', path);
    if (status === 'applied') return { checked, applied: performance.now() - startedAt };
    if (status !== 'applying') throw new Error(`the file is ${status}`);
    await pause(50);
  }
}

/** The same rows as a lender's system exports them. */
const toCsvFile = (rows: readonly Row[]): string =>
  [
    'Loan Number,First Name,Last Name,Email,VIN,Year,Make,Model,Carrier,Claim Number,Loss State,Date of Loss,Offer,Payoff,Deductible',
    ...rows.map(
      ({ external_ref: ref, borrower, vehicle, claim }) =>
        `${ref},Synthetic,Borrower,${borrower.email},${vehicle.vin},2021,Synthetic,Sedan,Synthetic Mutual,${claim.claim_number},NY,11/01/2026,"$15,000.00",18000,500`,
    ),
  ].join('\r\n');

const countReferred = ({ databaseUrl }: Stage, institutionId: string) =>
  withClient(databaseUrl, async (client) => {
    const text = `select count(distinct r.id)::int as referrals, count(m.id)::int as invitations
      from referrals.referrals r left join customers.messages m on m.subject_id = r.id where r.institution_id = $1`;
    const { rows } = await client.query<{ referrals: number; invitations: number }>(text, [institutionId]);
    return rows[0] ?? { referrals: 0, invitations: 0 };
  });
