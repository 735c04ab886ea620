import { isSignedOut, noteSignedOut, noteStaff } from './session.ts';

/** A refusal in the service's own words. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Whether the same request may succeed later: nobody answered, or whoever did was not able to. */
export const mayComeGood = (error: unknown): boolean =>
  !(error instanceof Refusal) || [401, 408, 429].includes(error.status) || error.status >= 500;

type Options = { readonly method?: string; readonly body?: unknown; readonly keepalive?: boolean };

type Problem = {
  readonly code?: string;
  readonly detail?: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
};

/** Calls the staff API with the session of this browser. */
export async function request<T>(path: string, { method = 'GET', body, keepalive = false }: Options = {}): Promise<T> {
  if (method !== 'GET' && isSignedOut()) await comeBack();
  const response = await reach(`/api/staff/v1${path}`, {
    method,
    keepalive,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  noteServerTime(response.headers.get('date'));
  if (response.status === 401) {
    noteSignedOut();
    throw new Refusal(401, 'unauthorized', 'You are signed out.');
  }
  const answer = (await response.json().catch(() => ({}))) as Problem;
  if (response.ok) return answer as T;
  throw new Refusal(response.status, answer.code ?? 'unknown', wordsOf(response, answer));
}

/** Nothing is done in the name of somebody else: whoever was signed in here must be so again. */
async function comeBack(): Promise<void> {
  noteStaff((await request<{ id: string }>('/me')).id);
  if (isSignedOut()) throw new Refusal(401, 'unauthorized', 'Somebody else is signed in now.');
}

async function reach(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch {
    throw new Error(
      navigator.onLine ? 'The service does not answer.' : 'This machine is not connected to the network.',
    );
  }
}

/** What went wrong and what to do, whoever answered: the service, or a proxy before it. */
function wordsOf({ status, headers }: Response, { detail, issues = [] }: Problem): string {
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'));
    return `Too many requests. Try again ${seconds > 0 ? `in ${seconds} s` : 'in a moment'}.`;
  }
  const [first] = issues;
  if (first !== undefined && first.path !== '') return `${first.path.replaceAll('_', ' ')} ${first.message}.`;
  if (detail !== undefined) return detail;
  return status >= 500 ? 'The service has a problem. Try again in a moment.' : `The service answered ${status}.`;
}

export const post = <T>(path: string, body?: unknown): Promise<T> =>
  request<T>(path, { method: 'POST', ...(body === undefined ? {} : { body }) });

let offsetMs = 0;

function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at) && Math.abs(at - Date.now()) > 90_000) offsetMs = at - Date.now();
}

/** Answers say when they were made; ages are counted from the service's clock and not from this machine's. */
export function noteAnswerTime(at: string): void {
  offsetMs = Date.parse(at) - Date.now();
}

export const serverNow = (): number => Date.now() + offsetMs;
