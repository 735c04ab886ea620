import type { Ctx } from '#context';
import { randomBase62 } from '#lib/tokens/base62';
import { newId } from '#lib/tokens/ids';
import { isEnabled } from '#modules/feature-flags';
import { lockNames, transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { createStandardSecret } from './create-standard-secret.ts';
import { validateEndpoint, endpointsMax } from './rules.ts';
import { endpointLimit } from '../errors.ts';
import { getEndpoint } from './get-endpoint.ts';
import { insertPartnerEndpoint, listPartnerEndpoints } from './store.ts';
import { secretAad } from '../rules.ts';
import type { Endpoint } from './schemas.ts';

type NewEndpoint = {
  readonly accountId: string;
  readonly url: string;
  readonly livemode: boolean;
  readonly eventTypes: readonly string[];
  readonly payload: 'thin' | 'full';
  /** Undefined: the default kind of new endpoints. */
  readonly secretKind: 'gap' | 'standard' | undefined;
};

/** Creates an endpoint of an institution with its signing secret, which is shown in this response only. */
export async function createEndpoint(ctx: Ctx, input: NewEndpoint): Promise<Endpoint & { secret: string }> {
  const issues = validateEndpoint(ctx, input);
  if (issues.length > 0) throw validationFailed(issues);
  const launched = await isEnabled(ctx, 'partner_security_platform');
  const kind = input.secretKind ?? (launched ? 'standard' : 'gap');
  const secret = kind === 'standard' ? createStandardSecret() : `whsec_gap_${randomBase62(40)}`;
  const id = await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/endpoints/${input.accountId}`]);
    const existing = await listPartnerEndpoints(tx.db, { accountId: input.accountId, livemode: 'any' });
    if (existing.length >= endpointsMax) throw endpointLimit();
    const now = tx.clock.now();
    const endpointId = newId('whe', now);
    insertPartnerEndpoint(tx.db, {
      id: endpointId,
      account_id: input.accountId,
      url: input.url,
      livemode: input.livemode,
      payload: input.payload,
      event_types: [...input.eventTypes],
      secret_kind: kind,
      sealed_secret: tx.vault.encrypt(secret, secretAad(endpointId)),
      created_at: now,
    });
    return endpointId;
  });
  return { ...(await getEndpoint(ctx, { accountId: input.accountId, livemode: input.livemode, id })), secret };
}
