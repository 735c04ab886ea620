// What an attempt costs besides its post: the address judged, the secret decrypted, the signatures made.
import { randomBytes } from 'node:crypto';
import type { Ctx } from '@makewhole/server/src/context.ts';
import type { OutboundPost, PostOutcome } from '@makewhole/server/src/gateways/egress/index.ts';
import { attemptDelivery } from '@makewhole/server/src/modules/webhooks/delivery/attempt-delivery.ts';
import type { DeliveryWork } from '@makewhole/server/src/modules/webhooks/delivery/rules.ts';
import { secretAad } from '@makewhole/server/src/modules/webhooks/rules.ts';
import { Secret } from '@makewhole/server/src/platform/config/index.ts';
import { createVault } from '@makewhole/server/src/platform/crypto/index.ts';
import { median, round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';

const attempts = { smoke: 200, quick: 10_000, full: 50_000 };
const rounds = 7;

const vault = createVault([new Secret(randomBytes(32).toString('base64'))]);
const acknowledged: PostOutcome = {
  status: 204,
  cause: 'acknowledged',
  durationMs: 1,
  timings: {},
  address: '192.0.2.1',
  answer: '',
};

type Work = DeliveryWork & { readonly endpoint: NonNullable<DeliveryWork['endpoint']> };

/** A context whose posts end at once and are handed to `take`. */
function contextFor(take: (post: OutboundPost) => void): Ctx {
  const egress = {
    post(post: OutboundPost) {
      take(post);
      return Promise.resolve(acknowledged);
    },
  };
  return { clock: { now: () => new Date() }, vault, egress } as unknown as Ctx;
}

/** As a partner's referral that changed: two signatures, some 600 bytes. */
function workFor(host: string): Work {
  const id = 'wep_000000000000000000000001';
  const eventId = 'evt_000000000000000000000001';
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const body = JSON.stringify({ id: eventId, type: 'referral.updated', data: { note: 'x'.repeat(512) } });
  return {
    delivery: { id: 'del_000000000000000000000001', event_id: eventId, event_type: 'referral.updated', body },
    endpoint: {
      id,
      audience: 'partner',
      url: `https://${host}/hooks`,
      status: 'enabled',
      barred: false,
      secret_kind: 'standard',
      sealed_secret: vault.encrypt(secret, secretAad(id)),
      previous_kind: null,
      sealed_previous: null,
      overlap_ends_at: null,
    },
  } as unknown as Work;
}

/** A post as the service would send it. */
export async function signedPost(host: string): Promise<OutboundPost> {
  let taken: OutboundPost | undefined;
  await attemptDelivery(
    contextFor((post) => {
      taken = post;
    }),
    workFor(host),
  );
  if (taken === undefined) throw new Error('nothing was sent');
  return taken;
}

/** Microseconds of processor time per attempt: with an endpoint's row that was used before, and with one just read. */
export async function measureSigning(size: Size): Promise<{ sameRow: number; newRow: number }> {
  const ctx = contextFor(() => undefined);
  const work = workFor('ok-001.receivers.example.com');
  const { endpoint } = work;
  const reread = (): Work => ({
    ...work,
    endpoint: { ...endpoint, sealed_secret: Buffer.from(endpoint.sealed_secret) },
  });
  const sameRow: number[] = [];
  const newRow: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    sameRow.push(await cpuUs(attempts[size], () => attemptDelivery(ctx, work)));
    newRow.push(await cpuUs(attempts[size], () => attemptDelivery(ctx, reread())));
  }
  return { sameRow: round(median(sameRow), 1), newRow: round(median(newRow), 1) };
}

async function cpuUs(times: number, attempt: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let made = 0; made < times; made += 1) await attempt();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}
