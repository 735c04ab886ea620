import type { Harness } from '#test/harness';
import type { PortalBrowser } from '#testing/portal';
import { workRosterFiles } from '../roster-plans/plans.ts';

/** Processes everything that waits, as the worker would. */
export async function workFiles({ ctx }: Harness): Promise<void> {
  while ((await workRosterFiles(ctx)) > 0);
}

type Mode = { readonly mode?: 'test' | 'live' };

/** Uploads a file as the page does. */
// oxlint-disable-next-line max-params -- who, what, and for some tests where
export const uploadFile = (
  harness: Harness,
  portal: PortalBrowser,
  raw: string | Uint8Array,
  { mode = 'test', name = 'synthetic.csv' }: Mode & { readonly name?: string } = {},
) =>
  harness.call('POST', `/api/portal/v1/${portal.institutionId}/${mode}/rosters`, {
    raw,
    headers: {
      ...portal.headers,
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
    },
  });

/** A file that is uploaded and read, with the guessed columns. */
// oxlint-disable-next-line max-params -- who, what, and for some tests where
export async function givenPlan(
  harness: Harness,
  portal: PortalBrowser,
  raw: string | Uint8Array,
  { mode = 'test' }: Mode = {},
) {
  const uploaded = await uploadFile(harness, portal, raw, { mode });
  if (uploaded.status !== 201) throw new Error(`the file was answered ${uploaded.status} ${uploaded.text}`);
  const path = `/rosters/${uploaded.body.id}`;
  const mapping = uploaded.body.columns.map(({ field }: { field: string | null }) => field);
  const mapped = await portal.call('PUT', `${path}/mapping`, { mode, body: { mapping } });
  if (mapped.status !== 200) throw new Error(`the mapping was answered ${mapped.status} ${mapped.text}`);
  await workFiles(harness);
  return { path, mode, file: (await portal.call('GET', path, { mode })).body };
}

/** Applies a plan with all required confirmations. */
export async function applyPlan(harness: Harness, portal: PortalBrowser, plan: Awaited<ReturnType<typeof givenPlan>>) {
  const { remove, invalid } = plan.file.counts;
  const body = { confirm_removals: remove, leave_out_invalid: invalid };
  const asked = await portal.call('POST', `${plan.path}/apply`, { mode: plan.mode, body });
  if (asked.status !== 200) throw new Error(`applying was answered ${asked.status} ${asked.text}`);
  await workFiles(harness);
  return (await portal.call('GET', plan.path, { mode: plan.mode })).body;
}

export type SyntheticRow = {
  readonly vin: string;
  readonly first: string;
  readonly last: string;
  readonly email?: string;
  readonly phone?: string;
  readonly ref?: string;
};

export const toCsvFile = (rows: readonly SyntheticRow[]): string =>
  [
    'VIN,First Name,Last Name,Email,Phone,Loan Number',
    ...rows.map((row) => [row.vin, row.first, row.last, row.email ?? '', row.phone ?? '', row.ref ?? ''].join(',')),
  ].join('\r\n');
