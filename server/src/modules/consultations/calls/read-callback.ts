import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { validationFailed } from '#platform/errors';

/** Nobody promises a call for later than this. */
const callbackDays = 60;

/** When the customer wants to be called again: in the future, but not so far that it must be a typing error. */
export function readCallback(ctx: Pick<Ctx, 'clock'>, outcome: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [at, now] = [new Date(text), ctx.clock.now()];
  const refuse = (message: string) => validationFailed([{ path: 'callback_at', message }]);
  if (outcome !== 'callback_requested') throw refuse('belongs to the outcome callback_requested');
  if (at <= now || at > addDays(now, callbackDays)) throw refuse(`must lie within the next ${callbackDays} days`);
  return at;
}
