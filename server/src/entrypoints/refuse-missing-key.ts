import type { Service } from '#app/composition';
import { isUnavailable } from '#platform/db';
import { findKeyProblem, forgetProcess, pause, reportProcess } from '#platform/jobs';

const againMs = 500;
/** Others may be about to take back a key that they have just begun to write with. */
const patienceMs = 10_000;
/** A database that is away is not waited for longer: without it nothing is read or written either. */
const answerWithinMs = 3000;

/**
 * A process that cannot read what others write ends with a sentence before it serves anybody; when the database is away
 * now, as soon as it answers.
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
      // Before the database is migrated there is nothing to read either; /readyz says so.
      if (!isUnavailable(error)) return service.telemetry.log.warn({ err: error }, 'keys.unknown');
      unavailable();
    }
    await pause(againMs, stopping);
  }
}

/**
 * Reports the keys of this process and looks again after that: whoever begins to write with another one meanwhile either
 * sees this process, or is seen by it.
 */
async function join({ ctx, telemetry: { log, metrics }, worker }: Service): Promise<string | undefined> {
  await reportProcess(worker, { db: ctx.db, vault: ctx.vault, log, metrics });
  const problem = await findKeyProblem(ctx, worker);
  if (problem !== undefined) await forgetProcess(ctx.db, worker);
  return problem;
}
