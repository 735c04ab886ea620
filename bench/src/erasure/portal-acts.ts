// The same person through their institution's portal: in files that are applied and files that are not, in a
// document, and
// in the log of test calls.
import { makePortalSession } from '#bench/service/stage';
import { personOf, reportPdfOf, vinOf } from './canary.ts';
import { publicBase, type Answer, type Canary, type ErasureStage } from './stage.ts';

/** A call below the institution, as its pages make it. */
type Portal = (
  method: string,
  path: string,
  content?: { readonly body?: unknown; readonly file?: File },
) => Promise<Answer>;

type Mode = 'live' | 'test';

export async function liveInPortal(stage: ErasureStage, canary: Canary, referralId: string): Promise<void> {
  const portal = await signIn(stage);
  await sendDocument(portal('live'), canary, referralId);
  await beInRosters(stage, canary, portal('test'));
  await beInReferralFiles(stage, canary, portal('live'));
  await callSandbox(stage, canary);
}

/** A session with a fresh code: each canary has ten minutes. */
async function signIn(stage: ErasureStage): Promise<(mode: Mode) => Portal> {
  const cookie = await makePortalSession(stage.databaseUrl, stage.institutionId);
  const base = { cookie, origin: publicBase };
  return (mode) =>
    async (method, path, { body, file } = {}) =>
      stage.call(method, `/api/portal/v1/${stage.institutionId}/${mode}${path}`, {
        ...(body === undefined ? {} : { body }),
        ...(file === undefined ? {} : { raw: new Uint8Array(await file.arrayBuffer()) }),
        headers: {
          ...base,
          ...(file === undefined
            ? {}
            : { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) }),
        },
      });
}

async function sendDocument(portal: Portal, canary: Canary, referralId: string): Promise<void> {
  const pdf = await reportPdfOf(canary, 11);
  await portal('POST', `/referrals/${referralId}/documents`, { file: new File([pdf], `of-${canary.mark}.pdf`) });
}

const toCsv = (rows: readonly (readonly string[])[], name: string): File =>
  new File([rows.map((cells) => `${cells.join(',')}\r\n`).join('')], name, { type: 'text/csv' });

/** Applied, applied again with changes, left in the preview with an invalid row, and only uploaded. */
async function beInRosters(stage: ErasureStage, canary: Canary, portal: Portal): Promise<void> {
  const { mark, phone, otherPhones, email } = canary;
  const header = ['VIN', 'First Name', 'Last Name', 'Email', 'Phone', 'Loan Number', 'Remark'];
  const vin = stage.plainVin();
  const row = (changes: { readonly vin?: string; readonly phone?: string; readonly turn: string }) => [
    changes.vin ?? vin,
    `F${mark}${changes.turn}`,
    `L${mark}${changes.turn}`,
    email,
    changes.phone ?? phone,
    `roster-${mark}-${changes.turn}`,
    `Says ${mark}`,
  ];
  const upload = async (rows: readonly (readonly string[])[]) => {
    const { body } = await portal('POST', '/rosters', { file: toCsv([header, ...rows], 'roster.csv') });
    return { path: `/rosters/${body.id}`, file: body };
  };
  const preview = async (rows: readonly (readonly string[])[]) => {
    const { path, file } = await upload(rows);
    const mapping = (file.columns as readonly { readonly field: string | null }[]).map(({ field }) => field);
    await portal('PUT', `${path}/mapping`, { body: { mapping } });
    await stage.until(`select 1 from roster_files.files where id = $1 and status = 'planned'`, file.id);
    return { path, file: (await portal('GET', path)).body };
  };
  const apply = async (rows: readonly (readonly string[])[]) => {
    const { path, file } = await preview(rows);
    const { remove, invalid } = file.counts;
    await portal('POST', `${path}/apply`, { body: { confirm_removals: remove, leave_out_invalid: invalid } });
    await stage.until(`select 1 from roster_files.files where id = $1 and status = 'applied'`, file.id);
  };
  await apply([row({ turn: 'one' })]);
  await apply([row({ turn: 'two', phone: otherPhones[1] })]);
  const invalid = row({ turn: 'four', vin: vinOf(canary, 'I').slice(0, 12) });
  await preview([row({ turn: 'three' }), row({ turn: 'new', vin: stage.plainVin() }), invalid]);
  await upload([row({ turn: 'five' })]);
}

/** Applied, checked but not applied, with an invalid row, and only uploaded. */
async function beInReferralFiles(stage: ErasureStage, canary: Canary, portal: Portal): Promise<void> {
  const { mark } = canary;
  const person = personOf(canary);
  const row = (turn: string, changes: Readonly<Record<string, string>> = {}) => ({
    'Loan Number': `file-${mark}-${turn}`,
    'First Name': person.first_name,
    'Last Name': person.last_name,
    Email: person.email,
    Phone: person.phone,
    VIN: vinOf(canary, turn),
    Year: '2021',
    Make: 'Synthetic',
    Model: 'Sedan',
    Carrier: 'Synthetic Mutual',
    'Claim Number': `F${turn}-${mark}`,
    'Loss State': 'NY',
    'Date of Loss': '11/01/2026',
    Offer: '15000',
    Payoff: '18000',
    Deductible: '500',
    Remark: `Says ${mark}`,
    ...changes,
  });
  const upload = async (rows: readonly Readonly<Record<string, string>>[]) => {
    const file = toCsv([Object.keys(rows[0] ?? {}), ...rows.map((one) => Object.values(one))], 'referrals.csv');
    return (await portal('POST', '/referral-files', { file })).body;
  };
  const check = async (rows: readonly Readonly<Record<string, string>>[]) => {
    const file = await upload(rows);
    const mapping = (file.columns as readonly { readonly field: string | null }[]).map(({ field }) => field);
    return (await portal('PUT', `/referral-files/${file.id}/mapping`, { body: { mapping } })).body;
  };
  const { id, counts, leave_out: leaveOut } = await check([row('A'), row('C', { 'Loss State': `N${mark}` })]);
  await portal('POST', `/referral-files/${id}/apply`, { body: { ready: counts.ready, leave_out: leaveOut } });
  await stage.until(`select 1 from referral_files.files where id = $1 and status = 'applied'`, id);
  await check([row('D'), row('E', { VIN: `short-${mark}`, Offer: `none ${mark}` })]);
  await upload([row('G')]);
}

/** The request log keeps sandbox requests for days, both accepted and refused. */
async function callSandbox(stage: ErasureStage, canary: Canary): Promise<void> {
  const { mark } = canary;
  const post = (body: unknown, statuses: readonly number[]) =>
    stage.call('POST', '/api/gap/v1/referrals', { token: stage.testKey, body, statuses });
  const referral = {
    external_ref: `test-${mark}`,
    borrower: personOf(canary),
    vehicle: { vin: vinOf(canary, 'T'), year: 2021, make: 'Synthetic', model: 'Sedan' },
    claim: {
      carrier: 'Synthetic Mutual',
      claim_number: `T-${mark}`,
      loss_state: 'NY',
      date_of_loss: '2026-11-01',
      initial_offer_cents: 1_500_000,
    },
    liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
  };
  const { body } = await post(referral, [201]);
  await post({ ...referral, claim: undefined }, [400, 422]);
  await stage.until(
    `select 1 from request_log.contents c join request_log.requests r on r.id = c.id where $1 = any(r.object_ids)`,
    body.id,
  );
}
