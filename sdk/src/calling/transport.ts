import type { Bytes } from '../bytes.ts';
import type { Credential } from '../credentials.ts';
import { isMakewholeError, MakewholeError, type ErrorFacts } from './errors.ts';
import { readAnswer } from './read-answer.ts';
import { decideRetry, type RetryPolicy } from './retry-rules.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type TransportOptions = Partial<RetryPolicy> & {
  /** The service's public address, such as `https://api.example.com`; default: the one in its description. */
  readonly baseUrl?: string | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
  /** Per attempt; default: 30,000, and longer for reports and rosters. */
  readonly timeoutMs?: number;
  /** Called before a retry. */
  readonly onRetry?: (error: MakewholeError, waitMs: number) => void;
  /** The time on your clock; default: now. */
  readonly now?: () => Date;
};

/** Options of every call, in addition to its own input. */
export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
};

/** Options of a call that changes data. */
export type ChangeOptions = CallOptions & {
  /** Default: a random one, which is in the error if the call fails. */
  readonly idempotencyKey?: string | undefined;
};

export type CallBody =
  | { readonly bytes: Bytes; readonly type: string }
  | { readonly form: FormData }
  /** Opened for every attempt. */
  | {
      readonly open: () => ReadableStream<Uint8Array>;
      readonly type: string;
      /** SHA-256 of the stream's content, in base64, for a signature. */
      readonly digest?: string;
    };

export type Call = CallOptions & {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: CallBody | undefined;
  readonly idempotencyKey?: string | undefined;
  /**
   * Whether repeating the call has the same effect as making it once; such a call is retried if its outcome is
   * unknown.
   */
  readonly repeatable: boolean;
  /** Its body can be read only once, so it is never retried. */
  readonly once?: boolean | undefined;
};

export type Transport = {
  readonly credential: Credential;
  send<T>(call: Call): Promise<T>;
};

export type TransportInput = TransportOptions & {
  readonly baseUrl: string;
  readonly credential: Credential;
  /** The page for errors that name no page themselves. */
  readonly errorPage: string;
};

const defaults = { retries: 2, maxWaitS: 60, timeoutMs: 30_000 };

export function createTransport(given: TransportInput): Transport {
  const options = { ...defaults, now: () => new Date(), ...given };
  const { credential } = options;
  requireAddress(options.baseUrl);

  async function attemptOnce<T>(call: Call, attempts: number): Promise<T> {
    const url = urlOf(options.baseUrl, call);
    const { idempotencyKey } = call;
    const facts = { attempts, idempotencyKey };
    const deadline = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs);
    const signal = call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal]);
    try {
      const body = call.body !== undefined && 'bytes' in call.body ? call.body.bytes : undefined;
      const digest = call.body !== undefined && 'open' in call.body ? call.body.digest : undefined;
      const authorization = await credential.headersFor({ method: call.method, url, body, digest, idempotencyKey });
      const send = options.fetch ?? globalThis.fetch;
      const response = await send(url, { ...initOf(call, authorization), signal });
      return (await readAnswer(response, { ...facts, errorPage: options.errorPage, now: options.now() })) as T;
    } catch (error) {
      throw asCallError(error, { facts, deadline, own: call.signal });
    }
  }

  async function send<T>(call: Call): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce<T>(call, attempt);
      } catch (error) {
        if (!isMakewholeError(error) || call.once) throw error;
        const { repeatable } = call;
        const corrected = attempt <= options.retries && credential.learn(error);
        const failure = { error, attempt, repeatable, chance: Math.random() };
        const waitMs = corrected ? 0 : decideRetry(failure, options);
        if (waitMs === undefined) throw error;
        options.onRetry?.(error, waitMs);
        await pause(waitMs, call.signal, { attempts: attempt, idempotencyKey: call.idempotencyKey });
      }
    }
  }
  return { credential, send };
}

/** Checked when the client is created, not at its first call. */
function requireAddress(baseUrl: string): void {
  const isAddress = /^https?:\/\//i.test(baseUrl) && URL.canParse(baseUrl);
  if (!isAddress) throw new TypeError('baseUrl must be an address such as https://api.example.com.');
}

function urlOf(baseUrl: string, { path, query = {} }: Call): string {
  const url = new URL(baseUrl.replace(/(?<!\/)\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return url.href;
}

function initOf({ method, body }: Call, authorization: Readonly<Record<string, string>>): RequestInit {
  // A redirect would be followed without a signature for its URL.
  const common = { method, redirect: 'manual' as const };
  const headers: Record<string, string> = { accept: 'application/json', ...authorization };
  if (body === undefined) return { ...common, headers };
  if ('form' in body) return { ...common, headers, body: body.form };
  headers['content-type'] = body.type;
  if ('bytes' in body) return { ...common, headers, body: body.bytes };
  // Runtimes require `duplex` for a stream body, and not all types include it.
  return { ...common, headers, body: body.open(), duplex: 'half' } as RequestInit;
}

type Happened = {
  readonly facts: ErrorFacts;
  readonly deadline: AbortSignal;
  readonly own: AbortSignal | undefined;
};

/** Converts what fetch throws by its cause; errors from responses and from signing pass through. */
function asCallError(error: unknown, { facts, deadline, own }: Happened): unknown {
  if (isMakewholeError(error)) return error;
  if (own?.aborted) return new MakewholeError('aborted', 'Your signal ended the call.', { ...facts, cause: error });
  if (deadline.aborted) return new MakewholeError('timeout', 'No answer arrived in time.', { ...facts, cause: error });
  // fetch has one kind of error for every network failure.
  if (!(error instanceof TypeError)) return error;
  return new MakewholeError('connection_failed', `The connection failed${reasonOf(error)}.`, {
    ...facts,
    cause: error,
  });
}

/** Node's reason inside fetch's error; browsers give no reason. */
function reasonOf({ cause }: Error): string {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const reason = [code, message].find((one) => typeof one === 'string' && one !== '');
  return reason === undefined ? '' : `: ${String(reason)}`;
}

export async function pause(ms: number, signal?: AbortSignal, facts: ErrorFacts = { attempts: 0 }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refuse = () => {
      clearTimeout(timer);
      reject(new MakewholeError('aborted', 'Your signal ended the call.', { ...facts, cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', refuse);
      resolve();
    }, ms);
    if (signal?.aborted) refuse();
    else signal?.addEventListener('abort', refuse, { once: true });
  });
}
