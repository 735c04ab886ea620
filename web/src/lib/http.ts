import { toAddress } from './calls.ts';

/** An error response of the service; its message can be shown to the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The members of the problem, such as `issues`, shown next to their fields. */
  readonly problem: Problem;

  constructor(status: number, code: string, { message, problem = {} }: { message: string; problem?: Problem }) {
    super(message);
    this.status = status;
    this.code = code;
    this.problem = problem;
  }

  /** The problems in the request, by field. */
  get issues(): readonly Issue[] {
    return this.problem.issues ?? [];
  }
}

type Issue = { readonly path: string; readonly message: string };

/** Whether the same request may succeed later: there was no response, or the error is temporary. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || [401, 408, 429].includes(error.status) || error.status >= 500;

export type Problem = {
  readonly [member: string]: unknown;
  readonly code?: string;
  readonly detail?: string;
  readonly issues?: readonly Issue[];
  /** The current state after another user's change. */
  readonly current?: unknown;
};

type Sent = Parameters<typeof toAddress>[1] & {
  readonly body?: unknown;
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal | undefined;
  onResponse?(response: Response): void;
};

/** Calls an operation of an API below `base`; returns its response or throws an `ApiError`. */
export async function sendCall<T>(base: string, key: string, call: Sent = {}): Promise<T> {
  const { method, path } = toAddress(key, call);
  const { body, keepalive = false, signal } = call;
  const response = await fetchOrThrow(`${base}${path}`, {
    method,
    keepalive,
    credentials: 'same-origin',
    ...(signal === undefined ? {} : { signal }),
    ...toBody(body),
  });
  call.onResponse?.(response);
  const content = (await response.json().catch(() => ({}))) as Problem;
  if (response.ok) return content as T;
  const message = response.status === 401 ? 'You’re signed out.' : toMessage(response, content);
  throw new ApiError(response.status, content.code ?? 'unknown', { message, problem: content });
}

/** JSON, except for a form with a file, whose content type the browser sets itself. */
function toBody(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function fetchOrThrow(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch {
    throw new Error(navigator.onLine ? 'The service isn’t responding.' : 'No network connection.');
  }
}

/** A message for the user, whether the response came from the service or from a proxy in front of it. */
function toMessage({ status, headers }: Response, { detail, issues = [] }: Problem): string {
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'));
    return `Too many requests. Try again ${seconds > 0 ? `in ${seconds} s` : 'in a moment'}.`;
  }
  const [first] = issues;
  if (first !== undefined && first.path !== '') return `${first.path.replaceAll('_', ' ')} ${first.message}.`;
  if (detail !== undefined) return detail;
  return status >= 500 ? 'Server error. Try again in a moment.' : `The request failed (HTTP ${status}).`;
}
