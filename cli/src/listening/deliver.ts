import { webhooks } from '@makewhole/sdk';
import type { Io } from '../command.ts';
import { cleanText } from '../print.ts';
import { wait } from '../wait.ts';

export type Target = {
  readonly url: string;
  readonly secret: string;
  /** Retries after the first failed attempt. */
  readonly retries: number;
};

export type Outcome = {
  /** The status of the response; undefined if there was none. */
  readonly status: number | undefined;
  readonly problem: string | undefined;
  readonly ms: number;
  readonly attempts: number;
};

/** As long as the service itself waits for a receiver. */
const timeoutMs = 10_000;
const firstWaitMs = 500;
const longestWaitMs = 8_000;

/** POSTs an event as the service would, signed anew for each attempt with the local secret. */
export async function deliver(io: Io, { url, secret, retries }: Target, body: string): Promise<Outcome> {
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(io, { url, secret, body });
    if (isDelivered(outcome) || attempts > retries || io.signal.aborted) return { ...outcome, attempts };
    await wait(Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1)), io.signal);
  }
}

export const isDelivered = ({ status }: Pick<Outcome, 'status'>): boolean =>
  status !== undefined && status >= 200 && status < 300;

type Attempt = { readonly url: string; readonly secret: string; readonly body: string };

async function attempt(io: Io, { url, secret, body }: Attempt): Promise<Omit<Outcome, 'attempts'>> {
  const headers = await webhooks.testHeaders({ body, secret, now: io.now() });
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const signal = AbortSignal.any([io.signal, AbortSignal.timeout(timeoutMs)]);
    const response = await io.fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return { status: response.status, problem: undefined, ms: took() };
  } catch (error) {
    const { name, cause, message } = error as Error & { cause?: { code?: string } };
    const problem = name === 'TimeoutError' ? `no response in ${timeoutMs / 1000} s` : (cause?.code ?? message);
    return { status: undefined, problem: cleanText(problem), ms: took() };
  }
}
