import type { Ctx } from '#context';
import { readTime } from '#lib/api/pagination';
import { diagnoseWebhook } from '#lib/signature-diagnosis/diagnose-webhook';
import { listSigningSecrets } from '#modules/webhooks';
import { bodyTooLarge, unreadableHeaders } from './errors.ts';
import { headerOf, mendPaste, perMinute, readHeaderLines } from './rules.ts';
import { pastedMax, type DeliveryCheck, type DeliveryToCheck } from './schemas.ts';
import { toMistake } from './to-mistake.ts';
import { describeDelivery } from './words.ts';

/** The age that receivers are told to allow. */
const toleranceS = 300;

type Patient = { readonly institutionId: string; readonly livemode: boolean };

/**
 * Why a receiver does not find a delivery of ours to be signed, or computes something else. The secret is that of the
 * endpoint; it is shown nowhere, and what is pasted is stored nowhere.
 */
export async function checkDelivery(
  ctx: Ctx,
  { institutionId, livemode }: Patient,
  input: DeliveryToCheck,
): Promise<DeliveryCheck> {
  await ctx.limits.consume(perMinute, institutionId);
  const secrets = await listSigningSecrets(ctx, { accountId: institutionId, livemode, id: input.endpoint_id });
  const rawHeaders = readHeaderLines(input.headers.split(/\r?\n/));
  if (rawHeaders.length === 0) throw unreadableHeaders();
  const receivedAt = readTime(input.received_at);
  const diagnosis = await diagnoseWebhook({
    body: readBody(input, rawHeaders),
    headers: toRecord(rawHeaders),
    secrets,
    computed: input.computed,
    at: receivedAt ?? signedAt(rawHeaders) ?? ctx.clock.now(),
    toleranceS,
  });
  return {
    object: 'delivery_check',
    verdict: diagnosis.verdict,
    mistakes: diagnosis.mistakes.map((one) => toMistake(one, input.language)),
    ...describeDelivery(diagnosis, {
      endpoints: secrets.some(({ of }) => of === 'other') ? 2 : 1,
      hasComputed: input.computed !== undefined,
      isClockKnown: receivedAt !== undefined,
    }),
  };
}

function readBody({ body = '', body_base64: base64 }: DeliveryToCheck, rawHeaders: readonly string[]): Buffer {
  const bytes =
    base64 === undefined
      ? mendPaste(Buffer.from(body), headerOf(rawHeaders, 'content-length')).body
      : Buffer.from(base64, 'base64');
  if (bytes.length > pastedMax) throw bodyTooLarge(base64 === undefined ? 'body' : 'body_base64');
  return bytes;
}

const toRecord = (rawHeaders: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : [],
    ),
  );

/** A copy may be old, so without a clock of the receiver its age says nothing. */
function signedAt(rawHeaders: readonly string[]): Date | undefined {
  const time =
    headerOf(rawHeaders, 'webhook-timestamp') ??
    /^t=(\d{1,12})/.exec(headerOf(rawHeaders, 'x-service-signature') ?? '')?.[1];
  return /^\d{1,12}$/.test(time ?? '') ? new Date(Number(time) * 1000) : undefined;
}
