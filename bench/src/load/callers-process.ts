// Honest callers in a separate process, each at a steady rate whether or not its earlier requests have ended.
import { setTimeout as pause } from 'node:timers/promises';
import { intakeBody } from '#bench/intakes/request';
import { answerStartAndStop, atRate } from '#bench/service/child';

/** Reads with its token; without one it submits an intake of a new customer. */
export type Caller = {
  readonly what: string;
  readonly url: string;
  readonly token?: string;
  readonly perSecond: number;
};

/** Milliseconds by caller. A refused or failed request counts as slower than any other. */
export type Heard = { readonly latenciesMs: Readonly<Record<string, readonly number[]>>; readonly errors: number };

const failedMs = 60_000;
let submitted = 0;

function call({ url, token }: Caller): Promise<Response> {
  if (token !== undefined) return fetch(url, { headers: { authorization: `Bearer ${token}` } });
  submitted += 1;
  const body = JSON.stringify(intakeBody(`caller-${process.pid}-${submitted}@example.com`));
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

answerStartAndStop<readonly Caller[], Heard>(async (callers, stopped) => {
  let errors = 0;
  const lanes = callers.map(async (caller, place) => {
    const everyMs = 1000 / caller.perSecond;
    // They start one after another, so that their calls are spread out.
    await pause((everyMs * place) / callers.length);
    const times = await atRate({ everyMs, stopped }, async () => {
      const dueAt = performance.now();
      const response = await call(caller).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok === true) return performance.now() - dueAt;
      errors += 1;
      return failedMs;
    });
    return [caller.what, times] as const;
  });
  return { latenciesMs: Object.fromEntries(await Promise.all(lanes)), errors };
});
