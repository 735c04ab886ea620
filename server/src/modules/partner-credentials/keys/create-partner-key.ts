import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { nameSubject } from '#modules/audit';
import { lockNames, transact } from '#platform/db';
import { tooManyKeys } from '../errors.ts';
import { credentialsLock, type NotifyOfCredential } from '../rules.ts';
import type { PartnerKey, Role } from '../schemas.ts';
import { countUsableKeys } from './change-store.ts';
import { issueKey } from './issue-key.ts';
import { readRanges } from './range-rules.ts';
import { keysMax } from './rules.ts';

type NewPartnerKey = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly role: Role;
  readonly label: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly notify?: NotifyOfCredential | undefined;
  readonly allowedAddresses?: readonly string[] | undefined;
};

/** Creates a bearer key of an institution; the key itself is shown in this response only. */
export async function createPartnerKey(ctx: Ctx, input: NewPartnerKey): Promise<PartnerKey & { readonly key: string }> {
  const { institutionId, livemode, role } = input;
  const ranges = readRanges(input.allowedAddresses) ?? [];
  return transact(ctx, async (tx) => {
    lockNames(tx.db, [credentialsLock(institutionId)]);
    const now = tx.clock.now();
    if ((await countUsableKeys(tx.db, { institutionId, livemode }, now)) >= keysMax) throw tooManyKeys();
    const id = newId('key', now);
    // In the trail of the team the subject is the institution; the portal's names that apart.
    if (ctx.actor.kind === 'portal') nameSubject(ctx.actor, id);
    await input.notify?.(tx, { institutionId, livemode, what: 'key' });
    return issueKey(tx, {
      institution_id: institutionId,
      id,
      livemode,
      role,
      label: input.label ?? null,
      allowed_ranges: ranges,
      expires_at: input.expiresAt ?? null,
    });
  });
}
