import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { isMaskedFor } from '#lib/api/portal-roles';
import { nameReason, nameSubject } from '#modules/ledger';
import { listDocuments } from '#modules/documents';
import type { Tenant } from '#modules/partners';
import { computeCheckDigit, decodeVin, toVehicleOfVin, type DecodedVin } from '#modules/vehicles';
import { prepared, transact, type Db } from '#platform/db';
import { AppError, validationFailed } from '#platform/errors';
import { readIdRange } from '#platform/http';
import { maxIssues } from '#platform/validation';
import { contactsHidden, referralChanged, referralNotFound } from '../errors.ts';
import { listReferralRows } from '../list-store.ts';
import { toReviewRecord } from '../review/rules.ts';
import { findReview } from '../review/store.ts';
import { statusAt } from '../rules.ts';
import type { NewReferral, ReferralEdit, ReferralQuery } from '../schemas.ts';
import { findReferral, listOpenByVin, type Referral } from '../store.ts';
import { createReferrals, nameConflict } from '../submission/create-referrals.ts';
import { editReferral, listReferralIssues } from '../submission/edit-referral.ts';
import {
  isWholeVin,
  listChanged,
  listMaskIssues,
  readDraftVin,
  toListed,
  toPortalReferral,
  toSearchKeys,
  unchanged,
  versionText,
  warningsOf,
  type SearchKeys,
} from './rules.ts';
import type { CheckedDraft, PortalReferral, SearchPage, SearchQuery } from './schemas.ts';
import { listSentDocuments } from './sent-document-store.ts';

/** Names of users by id; bound in app/, because the users are in a later module. */
export type ListUserNames = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A referral for a user of its institution: its data, the actions available now, and the sent documents. */
export async function getPortalReferral(
  ctx: Ctx,
  tenant: Tenant,
  { id, listNames }: { readonly id: string; readonly listNames: ListUserNames },
): Promise<PortalReferral> {
  const caller = requirePortal(ctx.actor);
  const [referral, review, sent, documents] = await Promise.all([
    findReferral(ctx.db, tenant, id),
    findReview(ctx.db, tenant, id),
    listSentDocuments(ctx.db, tenant, id),
    listDocuments(ctx, id),
  ]);
  if (referral === undefined) throw referralNotFound();
  const names = await listNames(ctx, [...new Set(sent.map(({ userId }) => userId))]);
  return toPortalReferral({
    referral,
    version: versionOf(ctx.vault.fingerprint(versionText(referral), 'token')),
    review: review && toReviewRecord(review),
    sent,
    documents,
    names,
    caller,
    now: ctx.clock.now(),
  });
}

/** The digits without the id of the key. */
const versionOf = (fingerprint: Buffer): string => fingerprint.toString('hex', 0, 32);

type List = { readonly query: ReferralQuery; readonly masked: boolean };

/** An institution's referrals as its users see them, newest first, a page at a time. */
export async function listPortalReferrals(ctx: Ctx, tenant: Tenant, { query, masked }: List) {
  const now = ctx.clock.now();
  const limit = readLimit(query.limit);
  const rows = await listReferralRows(ctx.db, tenant, {
    status: query.status,
    now,
    externalRef: undefined,
    vin: undefined,
    ...readIdRange('ref', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, {
    item: (row) => toListed(row, { now, masked }),
    cursor: (row) => writeCursor(row.id),
  });
}

type SeenEdit = { readonly id: string; readonly version: string; readonly patch: ReferralEdit };

/** Edits a referral if it is still as the caller saw it; the trail lists the changed members. */
export async function editSeenReferral(ctx: Ctx, tenant: Tenant, { id, version, patch }: SeenEdit): Promise<void> {
  const { vault } = ctx;
  const actor = requirePortal(ctx.actor);
  const issues = listMaskIssues(patch);
  if (issues.length > 0) throw validationFailed(issues);
  if (patch.borrower !== undefined && isMaskedFor(actor)) throw contactsHidden();
  const isSeen = (referral: Referral): boolean =>
    vault.fingerprints(versionText(referral), 'token').some((made) => versionOf(made) === version);
  await nameConflict(ctx, tenant, () =>
    transact(ctx, async (tx) => {
      let before: Referral | undefined;
      const after = await editReferral(tx, tenant, {
        id,
        patch,
        check: (referral) => {
          if (!isSeen(referral)) throw referralChanged();
          before = referral;
        },
      });
      const changed = before === undefined ? [] : listChanged(patch, before, after);
      nameReason(actor, changed.join(', ') || unchanged);
    }),
  );
}

type Search = { readonly query: SearchQuery; readonly masked: boolean };

/** Referrals for which the text is the VIN, its end, the claim number, the reference or the id; newest first. */
export async function searchReferrals(ctx: Ctx, tenant: Tenant, { query, masked }: Search): Promise<SearchPage> {
  const now = ctx.clock.now();
  const limit = readLimit(query.limit);
  const range = readIdRange('ref', query);
  const found = await listCandidates(ctx.db, tenant, toSearchKeys(query.q, { masked }));
  const rows = await listReferralRows(ctx.db, tenant, {
    status: query.status,
    now,
    externalRef: undefined,
    vin: undefined,
    ...range,
    ids: [...new Set(found.map(({ id }) => id))],
    limit: limit + 1,
  });
  const page = toPage(rows, limit, {
    item: (row) => toListed(row, { now, masked }),
    cursor: (row) => writeCursor(row.id),
  });
  const ways = Map.groupBy(found, ({ way }) => way);
  return { ...page, complete: [...ways.values()].every((ids) => ids.length < candidatesMax) };
}

/** One borrower, referred by a user of the institution; the trail names the referral. */
export const referBorrower = (ctx: Ctx, tenant: Tenant, request: NewReferral): Promise<Referral> =>
  transact(ctx, async (tx) => {
    const [created] = await createReferrals(tx, { tenant, submittedVia: 'portal', requests: [request] });
    if (created === undefined || created instanceof AppError) throw created;
    nameSubject(tx.actor, created.id);
    return created;
  });

/** The expected result for a draft: its issues, its decoded VIN, and whether the car is already referred. */
export async function checkReferralDraft(ctx: Ctx, tenant: Tenant, draft: unknown): Promise<CheckedDraft> {
  const vin = readDraftVin(draft);
  const [decoded, open] = await Promise.all([
    decodeVin(ctx, vin),
    isWholeVin(vin) ? findOpen(ctx, tenant, vin) : undefined,
  ]);
  return {
    object: 'portal.referral_check',
    issues: listReferralIssues(ctx.config, draft).slice(0, maxIssues),
    vehicle: toVehicle(vin, decoded),
    open_referral: open ?? null,
    warnings: warningsOf(draft, { decoded, now: ctx.clock.now() }),
  };
}

function toVehicle(vin: string, decoded: DecodedVin | undefined): CheckedDraft['vehicle'] {
  if (decoded === undefined && !isWholeVin(vin)) return null;
  const told = decoded && toVehicleOfVin(vin, decoded);
  return {
    vin,
    year: told?.year ?? null,
    make: told?.make ?? null,
    model: told?.model ?? null,
    check_digit: told?.check_digit ?? computeCheckDigit(vin),
  };
}

/** An overdue invitation does not block: a new referral ends it. */
async function findOpen(ctx: Ctx, tenant: Tenant, vin: string): Promise<CheckedDraft['open_referral']> {
  const [open] = await listOpenByVin(ctx.db, tenant, [vin]);
  const referral = open && (await findReferral(ctx.db, tenant, open.id));
  if (referral === undefined) return null;
  const status = statusAt(referral, ctx.clock.now());
  return status === 'expired' ? null : { id: referral.id, status };
}

/** Candidates examined for each possible meaning of the text; users with more matches type more. */
const candidatesMax = 200;

type Candidate = { readonly way: string; readonly id: string };

// Each part reads one index by institution and mode, in its order, and stops.
const own = 'institution_id = $1 and livemode = $2';
const byText = (way: string, column: string) =>
  `select '${way}' as way, f.id from unnest($7::text[], $8::text[]) as t(low, high) cross join lateral
     (select id from referrals.referrals where ${own} and ${column} >= t.low and ${column} < t.high
      order by ${column} limit $9) f`;

const candidates = prepared<
  [
    institutionId: string,
    livemode: boolean,
    vin: string | null,
    vinEnd: string | null,
    idFrom: string | null,
    idTo: string | null,
    from: readonly string[],
    to: readonly string[],
    limit: number,
  ],
  Candidate
>(
  'referrals.search',
  `(select 'vin' as way, id from referrals.referrals where ${own} and vin = $3 order by id desc limit $9)
   union all (select 'vin_end', id from referrals.referrals where ${own} and vin_tail = right($4, 6)
     and right(vin, length($4)) = $4 order by id desc limit $9)
   union all (select 'id', id from referrals.referrals where ${own} and id >= $5 and id < $6 order by id desc limit $9)
   union all (${byText('external_ref', 'external_ref')})
   union all (${byText('claim_number', 'claim_number')})`,
);

export const listCandidates = (db: Db, tenant: Tenant, { vin, vinEnd, ids, texts }: SearchKeys) =>
  db.many(
    candidates(
      tenant.institutionId,
      tenant.livemode,
      vin,
      vinEnd,
      ids?.from ?? null,
      ids?.to ?? null,
      texts.map(({ from }) => from),
      texts.map(({ to }) => to),
      candidatesMax,
    ),
  );
