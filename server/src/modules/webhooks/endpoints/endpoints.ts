import { randomBytes } from 'node:crypto';
import type { Ctx, Tx } from '#context';
import { addHours } from '#lib/time/dates';
import { randomBase62 } from '#lib/tokens/base62';
import { newId } from '#lib/tokens/ids';
import { partnerEventTypes } from '../events/rules.ts';
import { isEnabled } from '#modules/feature-flags';
import { lockNames, transact } from '#platform/db';
import { validationFailed, type Issue } from '#platform/errors';
import { cancelEndpointDeliveries } from '../delivery/finish-deliveries.ts';
import { endpointLimit, endpointNotFound, overlapNotEnabled, rotationOver, rotationRunning } from '../errors.ts';
import { refusalOfPartnerUrl, secretAad, type AccountMode, type EndpointKey } from '../rules.ts';
import type { Endpoint, EndpointPatch } from './schemas.ts';
import {
  deletePartnerEndpoint,
  findPartnerEndpoint,
  insertPartnerEndpoint,
  listPartnerEndpoints,
  listSecretRows,
  updatePartnerEndpoint,
  updatePromoted,
  updateReverted,
  updateSecret,
  type EndpointRow,
} from './store.ts';

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
      encrypted_secret: tx.vault.encrypt(secret, secretAad(endpointId)),
      created_at: now,
    });
    return endpointId;
  });
  return { ...(await getEndpoint(ctx, { accountId: input.accountId, livemode: input.livemode, id })), secret };
}

/** 32 random bytes, in the form of the Standard Webhooks specification. */
const createStandardSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The endpoint goes first, then deliveries that no batch holds: a batch being finished holds deliveries and wants the endpoint. */
export async function deleteEndpoint(ctx: Ctx, key: EndpointKey): Promise<void> {
  await transact(ctx, async (tx) => {
    const deleted = await deletePartnerEndpoint(tx.db, key, tx.clock.now());
    if (deleted === undefined) throw endpointNotFound();
  });
  await cancelEndpointDeliveries(ctx, key.id);
}

/** An endpoint of the account; not found for another account. */
export async function getEndpoint(ctx: Ctx | Tx, key: EndpointKey): Promise<Endpoint> {
  const row = await findPartnerEndpoint(ctx.db, key);
  if (row === undefined) throw endpointNotFound();
  return toEndpoint(row, ctx);
}

export async function listEndpoints(ctx: Ctx, owner: AccountMode): Promise<Endpoint[]> {
  return (await listPartnerEndpoints(ctx.db, owner)).map((row) => toEndpoint(row, ctx));
}

/** For comparing a signature with them; never shown. */
type SigningSecret = { readonly text: string; readonly of: 'current' | 'previous' | 'other' };

type Asked = { readonly accountId: string; readonly livemode: boolean; readonly id: string };

/** The secrets of an endpoint, and those of the account's other endpoints in the same mode; not found for another account. */
export async function listSigningSecrets(ctx: Ctx, { accountId, livemode, id }: Asked): Promise<SigningSecret[]> {
  const rows = await listSecretRows(ctx.db, accountId, livemode);
  if (!rows.some((row) => row.id === id)) throw endpointNotFound();
  const isNamed = (row: { id: string }) => row.id === id;
  return rows
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
    .flatMap((row): SigningSecret[] => {
      const decrypt = (encrypted: Buffer) => ctx.vault.decrypt(encrypted, secretAad(row.id));
      const { encrypted_secret: current, encrypted_previous: previous } = row;
      return [
        { text: decrypt(current), of: isNamed(row) ? 'current' : 'other' },
        ...(previous === null ? [] : [{ text: decrypt(previous), of: isNamed(row) ? 'previous' : 'other' } as const]),
      ];
    });
}

/** Ends the overlap now: from the next attempt on only the new secret signs. */
export async function promoteSecret(ctx: Ctx, key: EndpointKey): Promise<Endpoint> {
  await getEndpoint(ctx, key);
  await transact(ctx, async (tx) => updatePromoted(tx.db, key, tx.clock.now()));
  return getEndpoint(ctx, key);
}

/** Returns to the secret from before the rotation, while both still sign; the new one no longer signs. */
export async function revertRotation(ctx: Ctx, key: EndpointKey): Promise<Endpoint> {
  await getEndpoint(ctx, key);
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/rotation/${key.id}`]);
    if ((await updateReverted(tx.db, key, tx.clock.now())) === undefined) throw rotationOver();
  });
  return getEndpoint(ctx, key);
}

/** Creates a new secret; both verify during the overlap, so that a receiver can switch at a convenient time (D-128). */
export async function rotateSecret(
  ctx: Ctx,
  key: EndpointKey,
  overlapHours: number,
): Promise<Endpoint & { secret: string }> {
  const launched = await isEnabled(ctx, 'partner_security_platform');
  if (overlapHours > 0 && !launched) throw overlapNotEnabled();
  const secret = createStandardSecret();
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/rotation/${key.id}`]);
    const endpoint = await getEndpoint(tx, key);
    if (endpoint.rotation !== null) throw rotationRunning();
    const now = tx.clock.now();
    updateSecret(tx.db, key, {
      encryptedSecret: tx.vault.encrypt(secret, secretAad(key.id)),
      now,
      overlapEndsAt: overlapHours === 0 ? null : addHours(now, overlapHours),
    });
  });
  return { ...(await getEndpoint(ctx, key)), secret };
}

function toEndpoint(row: EndpointRow, ctx: Pick<Tx, 'clock' | 'config'>): Endpoint {
  const { overlap_started_at: startedAt, overlap_ends_at: endsAt } = row;
  const rotating = startedAt !== null && endsAt !== null && ctx.clock.now() < endsAt;
  return {
    id: row.id,
    object: 'gap.webhook_endpoint',
    url: row.url,
    livemode: row.livemode,
    payload: row.payload,
    secret_kind: row.secret_kind === 'gap' ? 'gap' : 'standard',
    event_types: row.event_types,
    status: row.status,
    deprecated: row.payload === 'full',
    sunset_at: row.payload === 'full' ? (ctx.config.fullPayloadSunset ?? null) : null,
    rotation: rotating ? { started_at: startedAt.toISOString(), overlap_ends_at: endsAt.toISOString() } : null,
    created_at: row.created_at.toISOString(),
  };
}

/** Changes the address, the types or the pause; pending deliveries use the values current at their attempt. */
export async function updateEndpoint(ctx: Ctx, key: EndpointKey, patch: EndpointPatch): Promise<Endpoint> {
  const before = await getEndpoint(ctx, key);
  const issues = validateEndpoint(ctx, { url: patch.url, eventTypes: patch.event_types });
  if (issues.length > 0) throw validationFailed(issues);
  // A new address has not failed yet, and one that was disabled starts without a history.
  const moved = patch.url !== undefined && patch.url !== before.url;
  const revived = patch.status === 'enabled' && before.status === 'disabled';
  const healthReset = moved || revived ? { failing_since: null, warned_at: null } : {};
  const otherHost = moved ? { certificate_ends_at: null } : {};
  await transact(ctx, async (tx) => {
    const change = { ...patch, ...healthReset, ...otherHost, updated_at: tx.clock.now() };
    if ((await updatePartnerEndpoint(tx.db, key, change)) === undefined) throw endpointNotFound();
  });
  return getEndpoint(ctx, key);
}

type Input = { readonly url?: string | undefined; readonly eventTypes?: readonly string[] | undefined };

/** The problems of an address or a selection of types, if any. */
function validateEndpoint({ config }: Pick<Ctx, 'config'>, input: Input): Issue[] {
  const issues: Issue[] = [];
  const refusal = input.url === undefined ? undefined : refusalOfPartnerUrl(input.url, config);
  if (refusal !== undefined) issues.push({ path: 'url', message: refusal });
  const unknown = (input.eventTypes ?? []).some((type) => !(partnerEventTypes as readonly string[]).includes(type));
  if (unknown) issues.push({ path: 'event_types', message: 'names a type that does not exist' });
  return issues;
}

/** Endpoints of one institution. */
const endpointsMax = 10;
