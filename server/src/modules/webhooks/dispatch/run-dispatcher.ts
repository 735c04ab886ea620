import type { Ctx } from '#context';
import { runSweep, type Loop } from '#platform/jobs';
import { Dispatcher, type DispatcherOptions } from './dispatcher.ts';
import { measureBacklog } from './measure-backlog.ts';

/** Delivers, together with all other processes that do, until `stop`. */
export function runDispatcher(ctx: Ctx, options: DispatcherOptions): Loop {
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
