import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isMaskedFor } from '#lib/api/portal-roles';
import { nameReason } from '#modules/audit';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { contactsHidden, referralChanged } from '../errors.ts';
import type { ReferralEdit } from '../schemas.ts';
import type { Referral } from '../store.ts';
import { editReferral } from '../submission/edit-referral.ts';
import { nameConflict } from '../submission/name-conflict.ts';
import { listChanged, listMaskIssues, unchanged, versionText } from './one-rules.ts';

type SeenEdit = { readonly id: string; readonly version: string; readonly patch: ReferralEdit };

/** Edits a referral that is still as the caller saw it; the trail has which members changed. */
export async function editSeenReferral(ctx: Ctx, tenant: Tenant, { id, version, patch }: SeenEdit): Promise<void> {
  const { vault } = ctx;
  const actor = requirePortal(ctx.actor);
  const issues = listMaskIssues(patch);
  if (issues.length > 0) throw validationFailed(issues);
  if (patch.borrower !== undefined && isMaskedFor(actor)) throw contactsHidden();
  const isSeen = (referral: Referral): boolean =>
    vault.fingerprints(versionText(referral), 'token').some((made) => made.toString('hex') === version);
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
