import type { Ctx } from '#context';
import { runSweep, type Loop } from '#platform/jobs';
import { lanes } from '../delivery/rules.ts';
import { Dispatcher, type DispatcherOptions } from './dispatcher.ts';
import { measureBacklog } from './measure-backlog.ts';

/** As `observeResult` counts them. */
const outcomes = ['succeeded', 'failed', 'skipped', 'canceled'];

/** Delivers, together with all other dispatching processes, until `stop`. */
export function runDispatcher(ctx: Ctx, options: DispatcherOptions): Loop {
  const { workFinished, loopFailures } = ctx.metrics;
  for (const lane of lanes) for (const outcome of outcomes) workFinished.inc({ queue: `webhooks.${lane}`, outcome }, 0);
  for (const step of ['read', 'finish']) loopFailures.inc({ loop: `webhooks.dispatch.${step}` }, 0);
  const dispatcher = new Dispatcher(ctx, options);
  dispatcher.start();
  const sweep = { name: 'webhooks.measure-backlog', everyMs: 5_000, run: () => measureBacklog(ctx, dispatcher) };
  const measuring = runSweep(sweep, ctx);
  return {
    async stop() {
      await measuring.stop();
      await dispatcher.stop();
    },
  };
}
