import { randomBytes } from 'node:crypto';
import type { Ctx } from '#context';
import { partnerEventTypes } from '#modules/events';
import { isOpen } from '#modules/switches';
import { randomBase62 } from '#lib/base62';
import { newId } from '#lib/ids';
import { lockNames, transact } from '#platform/db';
import { validationFailed, type Issue } from '#platform/errors';
import { endpointLimit } from './errors.ts';
import { getEndpoint } from './get-endpoint.ts';
import { insertPartnerEndpoint, listPartnerEndpoints } from './partner-endpoint-store.ts';
import { endpointsMax, refusalOfPartnerUrl, secretRow } from './rules.ts';
import type { Endpoint } from './schemas.ts';

export type NewEndpoint = {
  readonly accountId: string;
  readonly url: string;
  readonly livemode: boolean;
  readonly eventTypes: readonly string[];
  readonly payload: 'thin' | 'full';
  /** Undefined: the kind that new endpoints get at the moment. */
  readonly secretKind: 'gap' | 'standard' | undefined;
};

/** An address of an institution and the secret that signs what it gets, shown here and nowhere else. */
export async function createEndpoint(ctx: Ctx, input: NewEndpoint): Promise<Endpoint & { secret: string }> {
  const issues = endpointIssues(input);
  if (issues.length > 0) throw validationFailed(issues);
  const launched = await isOpen(ctx, 'partner_security_platform');
  const kind = input.secretKind ?? (launched ? 'standard' : 'gap');
  const secret = kind === 'standard' ? newStandardSecret() : `whsec_gap_${randomBase62(40)}`;
  const id = await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/endpoints/${input.accountId}`]);
    const existing = await listPartnerEndpoints(tx.db, input.accountId);
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
      sealed_secret: tx.vault.seal(secret, secretRow(endpointId)),
      created_at: now,
    });
    return endpointId;
  });
  return { ...(await getEndpoint(ctx, input.accountId, id)), secret };
}

/** 32 random bytes, in the form of the Standard Webhooks specification. */
export const newStandardSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** What is wrong with an address or a selection of types, if anything. */
export function endpointIssues(input: {
  url?: string | undefined;
  eventTypes?: readonly string[] | undefined;
}): Issue[] {
  const issues: Issue[] = [];
  const refusal = input.url === undefined ? undefined : refusalOfPartnerUrl(input.url);
  if (refusal !== undefined) issues.push({ path: 'url', message: refusal });
  const unknown = (input.eventTypes ?? []).some((type) => !(partnerEventTypes as readonly string[]).includes(type));
  if (unknown) issues.push({ path: 'event_types', message: 'names a type that does not exist' });
  return issues;
}
