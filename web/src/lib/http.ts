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

export type Problem = {
  readonly [member: string]: unknown;
  readonly code?: string;
  readonly detail?: string;
  readonly issues?: readonly Issue[];
  /** What somebody else made of it meanwhile. */
  readonly current?: unknown;
};

/** JSON, except for a form with a file, whose content type the browser sets itself. */
export function toBody(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export async function fetchOrThrow(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch {
    throw new Error(navigator.onLine ? 'The service is not responding.' : 'No network connection.');
  }
}

/** A message for the user, whether the service answered or a proxy in front of it. */
export function toMessage({ status, headers }: Response, { detail, issues = [] }: Problem): string {
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'));
    return `Too many requests. Try again ${seconds > 0 ? `in ${seconds} s` : 'in a moment'}.`;
  }
  const [first] = issues;
  if (first !== undefined && first.path !== '') return `${first.path.replaceAll('_', ' ')} ${first.message}.`;
  if (detail !== undefined) return detail;
  return status >= 500 ? 'Server error. Try again in a moment.' : `The request failed (HTTP ${status}).`;
}
