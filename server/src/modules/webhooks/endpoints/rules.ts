import type { Ctx } from '#context';
import { partnerEventTypes } from '#modules/events';
import type { Issue } from '#platform/errors';
import { refusalOfPartnerUrl } from '../rules.ts';

type Input = { readonly url?: string | undefined; readonly eventTypes?: readonly string[] | undefined };

/** What is wrong with an address or a selection of types, if anything. */
export function validateEndpoint({ config }: Pick<Ctx, 'config'>, input: Input): Issue[] {
  const issues: Issue[] = [];
  const refusal = input.url === undefined ? undefined : refusalOfPartnerUrl(input.url, config);
  if (refusal !== undefined) issues.push({ path: 'url', message: refusal });
  const unknown = (input.eventTypes ?? []).some((type) => !(partnerEventTypes as readonly string[]).includes(type));
  if (unknown) issues.push({ path: 'event_types', message: 'names a type that does not exist' });
  return issues;
}

/** Endpoints of one institution. */
export const endpointsMax = 10;
