import { ApiError, fetchOrThrow, toBody, toMessage, type Problem } from '#lib/http.ts';
import { askToConfirm } from '#ui/confirmation.ts';

export type Call = { readonly method?: string; readonly body?: unknown; readonly signal?: AbortSignal };

const returnPathKey = 'portal.back-to';

/**
 * Calls the portal API with the session of this browser. Without a session the page goes to sign-in and returns afterwards;
 * where a fresh code is needed it is asked for, and the call is sent once more.
 */
export async function request<T>(path: string, call: Call = {}): Promise<T> {
  try {
    return await send<T>(path, call);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'fresh_code_required' && (await askToConfirm())) return send<T>(path, call);
    if (error.status === 401 && !isOutside()) goToSignIn();
    throw error;
  }
}

async function send<T>(path: string, { method = 'GET', body, signal }: Call): Promise<T> {
  const response = await fetchOrThrow(`/api/portal/v1${path}`, {
    method,
    credentials: 'same-origin',
    ...(signal === undefined ? {} : { signal }),
    ...toBody(body),
  });
  const content = (await response.json().catch(() => ({}))) as Problem;
  if (response.ok) return content as T;
  const message = response.status === 401 ? 'You are signed out.' : toMessage(response, content);
  throw new ApiError(response.status, content.code ?? 'unknown', { message, problem: content });
}

/** Pages of people who are not signed in. */
const isOutside = (): boolean =>
  /^\/portal\/(sign-in|sign-up|confirm|reset|invitation|contact)\b/.test(window.location.pathname);

function goToSignIn(): void {
  sessionStorage.setItem(returnPathKey, window.location.pathname + window.location.search);
  window.location.assign('/portal/sign-in');
}

/** Where to go after signing in: the page that was asked for before, or the first. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(returnPathKey);
  sessionStorage.removeItem(returnPathKey);
  return path !== null && /^\/portal\/[\w/?=&%.-]*$/.test(path) ? path : '/portal';
}
