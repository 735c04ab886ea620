import type { Harness } from '#test/harness';
import type { PortalBrowser } from '#testing/portal';
import { syntheticVin } from '#testing/referrals';
import { workReferralFiles } from '../referral-applying/applying.ts';

/** Processes everything that waits, as the worker would. */
export async function workReferrals({ ctx }: Harness): Promise<void> {
  while ((await workReferralFiles(ctx, 500)) > 0);
}

type Mode = { readonly mode?: 'test' | 'live' };

/** Uploads a file as the page does. */
// oxlint-disable-next-line max-params -- who, what, and for some tests where
export const uploadReferrals = (
  harness: Harness,
  portal: PortalBrowser,
  raw: string | Uint8Array,
  { mode = 'test' }: Mode = {},
) =>
  harness.call('POST', `/api/portal/v1/${portal.institutionId}/${mode}/referral-files`, {
    raw,
    headers: {
      ...portal.headers,
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent('synthetic.csv'),
    },
  });

/** A file that is uploaded and checked, with the guessed columns. */
// oxlint-disable-next-line max-params -- who, what, and for some tests where
export async function givenDryRun(
  harness: Harness,
  portal: PortalBrowser,
  raw: string | Uint8Array,
  { mode = 'test' }: Mode = {},
) {
  const uploaded = await uploadReferrals(harness, portal, raw, { mode });
  if (uploaded.status !== 201) throw new Error(`the file was answered ${uploaded.status} ${uploaded.text}`);
  const path = `/referral-files/${uploaded.body.id}`;
  const mapping = uploaded.body.columns.map(({ field }: { field: string | null }) => field);
  const mapped = await portal.call('PUT', `${path}/mapping`, { mode, body: { mapping } });
  if (mapped.status !== 200) throw new Error(`the mapping was answered ${mapped.status} ${mapped.text}`);
  return { path, mode, file: mapped.body };
}

export type DryRun = Awaited<ReturnType<typeof givenDryRun>>;

export const askApply = (portal: PortalBrowser, { path, mode, file }: DryRun) =>
  portal.call('POST', `${path}/apply`, {
    mode,
    body: { ready: file.counts.ready, leave_out: file.leave_out },
  });

/** Applies a file and processes it. */
export async function applyReferrals(harness: Harness, portal: PortalBrowser, run: DryRun) {
  const asked = await askApply(portal, run);
  if (asked.status !== 200) throw new Error(`applying was answered ${asked.status} ${asked.text}`);
  await workReferrals(harness);
  return (await portal.call('GET', run.path, { mode: run.mode })).body;
}

/** Column names as a lender writes them. */
const header = [
  'Loan Number',
  'First Name',
  'Last Name',
  'Email',
  'Phone',
  'VIN',
  'Year',
  'Make',
  'Model',
  'Carrier',
  'Claim Number',
  'Loss State',
  'Date of Loss',
  'Offer',
  'Payoff',
  'Deductible',
] as const;
type Column = (typeof header)[number];
export type SyntheticRow = Readonly<Record<Column, string>>;

/** A complete synthetic row; every vehicle is new. */
export const referralRow = (changes: Partial<SyntheticRow> = {}): SyntheticRow => {
  const vin = changes.VIN ?? syntheticVin();
  return {
    'Loan Number': `loan-${vin.slice(-6)}`,
    'First Name': 'Synthetic',
    'Last Name': 'Borrower',
    Email: `borrower-${vin.slice(-6)}@example.com`,
    Phone: '',
    VIN: vin,
    Year: '2021',
    Make: 'Synthetic',
    Model: 'Sedan',
    Carrier: 'Synthetic Mutual',
    'Claim Number': `CLM-${vin.slice(-6)}`,
    'Loss State': 'NY',
    'Date of Loss': '11/01/2026',
    Offer: '$15,000.00',
    Payoff: '18000',
    Deductible: '500',
    ...changes,
  };
};

const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const toReferralCsv = (rows: readonly SyntheticRow[]): string =>
  [header, ...rows.map((row) => header.map((name) => row[name]))]
    .map((cells) => cells.map(quote).join(','))
    .join('\r\n');

export const toReferralTable = (rows: readonly SyntheticRow[]): string[][] => [
  [...header],
  ...rows.map((row) => header.map((name) => row[name])),
];
