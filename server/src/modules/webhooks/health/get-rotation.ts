import type { Ctx } from '#context';
import { endpointNotFound } from '../errors.ts';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import { findSecrets } from '../endpoints/store.ts';
import { computeSecretId, secretAad, secretTestEventType, type EndpointKey } from '../rules.ts';
import { findCountsSince, findLastTest } from './figures-store.ts';
import type { RotationView } from './portal-schemas.ts';

/** Which secrets sign now, by their ids, and how deliveries have gone since the rotation began. */
export async function getRotation(ctx: Ctx, key: EndpointKey): Promise<RotationView> {
  const endpoint = await getEndpoint(ctx, key);
  const secrets = await findSecrets(ctx.db, key);
  // It was deleted at this very moment.
  if (secrets === undefined) throw endpointNotFound();
  const toId = (encrypted: Buffer) => computeSecretId(ctx.vault.decrypt(encrypted, secretAad(key.id)));
  const { rotation } = endpoint;
  const startedAt = new Date(rotation?.started_at ?? endpoint.created_at);
  const [counts, test] = await Promise.all([
    rotation === null ? undefined : findCountsSince(ctx.db, key, startedAt),
    findLastTest(ctx.db, key, { type: secretTestEventType, at: startedAt }),
  ]);
  return {
    object: 'portal.rotation',
    endpoint_id: endpoint.id,
    secret_kind: endpoint.secret_kind,
    secret_id: toId(secrets.sealed_secret),
    running:
      rotation === null
        ? null
        : {
            ...rotation,
            previous_secret_id: secrets.sealed_previous === null ? null : toId(secrets.sealed_previous),
            acknowledged: counts?.acknowledged ?? 0,
            failed: counts?.failed ?? 0,
          },
    last_test:
      test === undefined
        ? null
        : {
            delivery_id: test.id,
            state: test.state,
            at: test.created_at.toISOString(),
            status: test.status,
            cause: test.cause,
          },
  };
}
