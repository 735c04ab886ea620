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

type Options = { readonly method?: string; readonly body?: unknown; readonly keepalive?: boolean };

/** Calls the staff API with the session of this browser. */
export async function request<T>(path: string, { method = 'GET', body, keepalive = false }: Options = {}): Promise<T> {
  const response = await fetch(`/api/staff/v1${path}`, {
    method,
    keepalive,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  noteServerTime(response.headers.get('date'));
  if (response.status === 401) {
    window.location.assign('/sign-in');
    throw new Refusal(401, 'unauthorized', 'You are signed out.');
  }
  const answer = (await response.json().catch(() => ({}))) as { code?: string; error?: string; detail?: string };
  if (response.ok) return answer as T;
  const message = answer.detail ?? answer.error ?? `The service answered ${response.status}.`;
  throw new Refusal(response.status, answer.code ?? 'unknown', message);
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
