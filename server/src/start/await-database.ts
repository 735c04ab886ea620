import type { Service } from '#app/composition';
import { isConnectionLost } from '#platform/db';
import { pause } from '#platform/jobs';

const againMs = 1000;

/**
 * A database that is unavailable when a worker starts is waited for, like one that becomes unavailable later; logged
 * once, not every second.
 */
export async function awaitDatabase({ ctx, telemetry: { log } }: Service, stopping: AbortSignal): Promise<void> {
  for (let tries = 0; !stopping.aborted; tries += 1) {
    try {
      await ctx.db.find({ text: 'select 1', values: [] });
      if (tries > 0) log.info({}, 'database.available');
      return;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      if (tries === 0) log.warn({ err: error }, 'database.unavailable');
    }
    await pause(againMs, stopping);
  }
}
