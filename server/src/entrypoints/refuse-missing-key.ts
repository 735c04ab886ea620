import type { Service } from '#app/composition';
import { isUnavailable } from '#platform/db';
import { findKeyProblem, forgetProcess, pause, reportProcess } from '#platform/jobs';

const againMs = 500;
/** Other processes may be about to stop writing with a key that they have just selected. */
const patienceMs = 10_000;
/** A longer wait for an unavailable database is pointless: without it nothing is read or written either. */
const answerWithinMs = 3000;

/**
 * A process that cannot read the others' values exits with a sentence before it serves; if the database is down, as soon as it responds.
 */
export async function refuseMissingKey(service: Service, stopping: AbortSignal): Promise<void> {
  const away = Promise.withResolvers<void>();
  const silent = setTimeout(away.resolve, answerWithinMs);
  const judged = untilJudged(service, stopping, {
    answered: () => clearTimeout(silent),
    unavailable: () => away.resolve(),
  });
  await Promise.race([judged.finally(() => clearTimeout(silent)), away.promise]);
}

type Heard = { answered(): void; unavailable(): void };

async function untilJudged(service: Service, stopping: AbortSignal, { answered, unavailable }: Heard): Promise<void> {
  const until = performance.now() + patienceMs;
  while (!stopping.aborted) {
    try {
      const problem = await findKeyProblem(service.ctx, service.worker);
      answered();
      const problemNow = problem ?? (await join(service));
      if (problemNow === undefined) return;
      if (performance.now() > until) {
        console.error(problemNow);
        process.exit(1);
      }
    } catch (error) {
      // Before the database is migrated there is nothing to read either; /readyz reports that.
      if (!isUnavailable(error)) return service.telemetry.log.warn({ err: error }, 'keys.unknown');
      unavailable();
    }
    await pause(againMs, stopping);
  }
}

/**
 * Reports this process's keys and then checks again: a process that selects another key meanwhile either sees this one, or is seen by it.
 */
async function join({ ctx, telemetry: { log, metrics }, worker }: Service): Promise<string | undefined> {
  await reportProcess(worker, { db: ctx.db, vault: ctx.vault, log, metrics });
  const problem = await findKeyProblem(ctx, worker);
  if (problem !== undefined) await forgetProcess(ctx.db, worker);
  return problem;
}
