import type { Ctx } from '#context';
import { type CallWindow, mayCall, nextOpening } from '#lib/calling/calling-hours';
import { addDays } from '#lib/time/dates';
import { callbackOutOfHours, callbackRefused } from '../errors.ts';
import { callbackDays } from '../rules.ts';

type Asked = {
  readonly outcome: string;
  /** As it was sent. */
  readonly text: string | undefined;
  readonly window: CallWindow;
};

/**
 * When the customer wants to be called again: in the future, not so far that it must be a typing error, and when a call
 * is allowed wherever they may be.
 */
export function readCallback(ctx: Pick<Ctx, 'clock' | 'config'>, { outcome, text, window }: Asked): Date | undefined {
  if (text === undefined) return undefined;
  const [at, now] = [new Date(text), ctx.clock.now()];
  if (outcome !== 'callback_requested') throw callbackRefused('belongs to the outcome callback_requested');
  if (at <= now || at > addDays(now, callbackDays))
    throw callbackRefused(`must lie within the next ${callbackDays} days`);
  const rules = ctx.config.callingHours;
  if (!mayCall(rules, window, at)) throw callbackOutOfHours(nextOpening(rules, window, at));
  return at;
}
