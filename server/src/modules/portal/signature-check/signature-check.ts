import type { Ctx } from '#context';
import { readTime } from '#lib/api/pagination';
import type { WebhookDiagnosis } from '#lib/signature-diagnosis/diagnose-webhook';
import type { Mistake } from '#lib/signature-diagnosis/mistakes';
import { listSigningSecrets } from '#modules/webhooks';
import { validationFailed } from '#platform/errors';
import { refuseWith, textLane } from '#platform/parsing';
import { tooHard } from './errors.ts';
import { findLanguageWords } from './language-messages.ts';
import { perMinute } from './rules.ts';
import type { DeliveryCheck, DeliveryToCheck, Language, RequestCheck } from './schemas.ts';
import type { parse } from './signature-parser.ts';
import { describeDelivery } from './messages.ts';

/** The age that our documentation tells receivers to allow. */
const toleranceS = 300;

const inTurn = textLane.parser<typeof parse>(new URL('signature-parser.ts', import.meta.url));

type Patient = { readonly institutionId: string; readonly livemode: boolean };

/**
 * Explains why a receiver rejects the signature of our delivery or computes a different one. The endpoint's secret is never
 * shown, and pasted data is never stored.
 */
export async function checkDelivery(
  ctx: Ctx,
  { institutionId, livemode }: Patient,
  input: DeliveryToCheck,
): Promise<DeliveryCheck> {
  await ctx.limits.consume(perMinute, institutionId);
  const secrets = await listSigningSecrets(ctx, { accountId: institutionId, livemode, id: input.endpoint_id });
  const task = { delivery: input, secrets, now: ctx.clock.now(), toleranceS };
  const checked = await inTurn({ owner: institutionId }, (parse) => parse(task)).catch(refuseWith(tooHard));
  if ('issues' in checked) throw validationFailed(checked.issues);
  const diagnosis = (checked as { readonly delivery: WebhookDiagnosis }).delivery;
  return {
    object: 'delivery_check',
    verdict: diagnosis.verdict,
    mistakes: diagnosis.mistakes.map((one) => toMistake(one, input.language)),
    ...describeDelivery(diagnosis, {
      endpoints: secrets.some(({ of }) => of === 'other') ? 2 : 1,
      hasComputed: input.computed !== undefined,
      isClockKnown: readTime(input.received_at) !== undefined,
    }),
  };
}

export const toMistake = (
  { code, what, fix }: Mistake,
  language: Language | undefined,
): RequestCheck['mistakes'][number] => ({
  code,
  what,
  fix,
  in_language: (language && findLanguageWords(code, language)) ?? null,
});
