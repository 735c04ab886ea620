import { handleSignedOut, isSignedOut, recordStaff } from './session.ts';

/** An error response of the service; its message can be shown to the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The members of the problem, such as `issues` beside their fields. */
  readonly problem: Problem;

  constructor(status: number, code: string, { message, problem = {} }: { message: string; problem?: Problem }) {
    super(message);
    this.status = status;
    this.code = code;
    this.problem = problem;
  }

  /** What is wrong with which member of the request. */
  get issues(): readonly Issue[] {
    return this.problem.issues ?? [];
  }
}

type Issue = { readonly path: string; readonly message: string };

/** Whether the same request may succeed later: there was no response, or the error is temporary. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || [401, 408, 429].includes(error.status) || error.status >= 500;

type Options = { readonly method?: string; readonly body?: unknown; readonly keepalive?: boolean };

export type Problem = {
  readonly [member: string]: unknown;
  readonly code?: string;
  readonly detail?: string;
  readonly issues?: readonly Issue[];
  /** What somebody else made of it meanwhile. */
  readonly current?: unknown;
};

/** Calls the staff API with the session of this browser. */
export async function request<T>(path: string, { method = 'GET', body, keepalive = false }: Options = {}): Promise<T> {
  if (method !== 'GET' && isSignedOut()) await requireSameUser();
  const response = await fetchOrThrow(`/api/staff/v1${path}`, {
    method,
    keepalive,
    credentials: 'same-origin',
    ...toBody(body),
  });
  recordDateHeader(response.headers.get('date'));
  if (response.status === 401) {
    handleSignedOut();
    throw new ApiError(401, 'unauthorized', { message: 'You are signed out.' });
  }
  const content = (await response.json().catch(() => ({}))) as Problem;
  if (response.ok) return content as T;
  throw new ApiError(response.status, content.code ?? 'unknown', {
    message: toMessage(response, content),
    problem: content,
  });
}

/** JSON, except for a form with a file, whose content type the browser sets itself. */
function toBody(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Before a change after the session expired: throws unless the user of this tab is signed in again. */
async function requireSameUser(): Promise<void> {
  recordStaff((await request<{ id: string }>('/me')).id);
  if (isSignedOut()) throw new ApiError(401, 'unauthorized', { message: 'Another user is signed in.' });
}

async function fetchOrThrow(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch {
    throw new Error(navigator.onLine ? 'The service is not responding.' : 'No network connection.');
  }
}

/** A message for the user, whether the service answered or a proxy in front of it. */
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

export const post = <T>(path: string, body?: unknown): Promise<T> =>
  request<T>(path, { method: 'POST', ...(body === undefined ? {} : { body }) });

let clockOffsetMs = 0;

function recordDateHeader(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at) && Math.abs(at - Date.now()) > 90_000) clockOffsetMs = at - Date.now();
}

/** Ages are computed from the server's clock, since the clock of this computer may be wrong. */
export function recordServerTime(at: string): void {
  clockOffsetMs = Date.parse(at) - Date.now();
}

export const serverNow = (): number => Date.now() + clockOffsetMs;
