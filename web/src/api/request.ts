import { ApiError, fetchOrThrow, toBody, toMessage, type Problem } from '#lib/http.ts';
import { askToConfirm } from '#ui/confirmation.ts';
import { recordDateHeader } from '#lib/server-time.ts';
import { handleSignedOut, isSignedOut, recordStaff } from './session.ts';
import type { Me } from './types.ts';

type Options = { readonly method?: string; readonly body?: unknown; readonly keepalive?: boolean };

/**
 * Calls the staff API with the session of this browser. Where whoever is signed in must confirm that it is them, they are asked, and the
 * call is sent once more.
 */
export async function request<T>(path: string, options: Options = {}): Promise<T> {
  try {
    return await send<T>(path, options);
  } catch (error) {
    const asks = error instanceof ApiError && error.code === 'fresh_code_required';
    if (asks && (await askToConfirm())) return send<T>(path, options);
    throw error;
  }
}

async function send<T>(path: string, { method = 'GET', body, keepalive = false }: Options): Promise<T> {
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

/** Before a change after the session expired: throws unless the user of this tab is signed in again. */
async function requireSameUser(): Promise<void> {
  recordStaff((await request<{ id: string }>('/me')).id);
  if (isSignedOut()) throw new ApiError(401, 'unauthorized', { message: 'Another user is signed in.' });
}

export const post = <T>(path: string, body?: unknown): Promise<T> =>
  request<T>(path, { method: 'POST', ...(body === undefined ? {} : { body }) });

/** Whether a call that needs a confirmation would be let in now. */
export async function isConfirmed(): Promise<boolean> {
  const { session } = await request<Me>('/me');
  return session !== null && session.fresh_until !== null;
}
