import { toAddress, type CallArgument } from '#lib/calls.ts';
import { ApiError, sendCall } from '#lib/http.ts';
import { retryConfirmed } from '#ui/confirmation.ts';
import type { Operations, OutsideOperation, PortalCall, TenantOperation } from './operations.ts';

type Options = { readonly signal?: AbortSignal | undefined };

const root = '/api/portal/v1';
const returnPathKey = 'portal.back-to';

/** Calls the portal API with the session of this browser, outside any institution. */
export const request = ((key: string, call?: object) => requestAny('', key as never, call as never)) as <
  Key extends OutsideOperation,
>(
  key: Key,
  ...call: CallArgument<PortalCall<Key>, Options>
) => Promise<Operations[Key]['response']>;

/**
 * Calls an operation identified by its type. Without a session, the page redirects to sign-in and returns afterwards.
 */
export async function requestAny<Key extends TenantOperation>(
  base: string,
  key: Key,
  call?: PortalCall<Key>,
): Promise<Operations[Key]['response']> {
  try {
    return await retryConfirmed(() => sendCall(root + base, key, call));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && !isOutside()) goToSignIn();
    throw error;
  }
}

/** Calls an operation for an institution and a mode; `base` comes from `useTenant`. */
export const requestAt = requestAny as <Key extends TenantOperation>(
  base: string,
  key: Key,
  ...call: CallArgument<PortalCall<Key>, Options>
) => Promise<Operations[Key]['response']>;

/** The URL of a file, for a link or an upload. */
export const urlAt = <Key extends TenantOperation>(
  base: string,
  key: Key,
  ...[call]: CallArgument<PortalCall<Key>>
): string => `${root}${base}${toAddress(key, call).path}`;

/** Pages for users who are not signed in. */
const isOutside = (): boolean =>
  /^\/portal\/(sign-in|sign-up|confirm|reset|invitation|contact)\b/.test(window.location.pathname);

function goToSignIn(): void {
  sessionStorage.setItem(returnPathKey, window.location.pathname + window.location.search);
  window.location.assign('/portal/sign-in');
}

/** The page to open after sign-in: the one requested before, or the first. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(returnPathKey);
  sessionStorage.removeItem(returnPathKey);
  return path !== null && /^\/portal\/[\w/?=&%.-]*$/.test(path) ? path : '/portal';
}
