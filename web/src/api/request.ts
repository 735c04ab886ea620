import { toAddress, type Call, type CallArgument, type Reading } from '#lib/calls.ts';
import { ApiError, sendCall } from '#lib/http.ts';
import { retryConfirmed } from '#ui/confirmation.ts';
import { recordDateHeader } from '#lib/server-time.ts';
import { handleSignedOut, isSignedOut, recordStaff } from './session.ts';
import type { Operations } from './types.gen.ts';

/** A method and a path of the staff API. */
export type Operation = keyof Operations;
export type StaffCall<Key extends Operation> = Call<Operations[Key], Key>;

type Options = { readonly keepalive?: boolean; readonly signal?: AbortSignal };

const base = '/api/staff/v1';

/** Calls an operation identified by its type. */
export const requestAny = <Key extends Operation>(
  key: Key,
  call?: StaffCall<Key>,
): Promise<Operations[Key]['response']> =>
  retryConfirmed(async () => {
    if (!key.startsWith('GET ') && isSignedOut()) await requireSameUser();
    return sendCall(base, key, { ...call, onResponse });
  });

/** Calls the staff API with the session of this browser. */
export const request = requestAny as <Key extends Operation>(
  key: Key,
  ...call: CallArgument<StaffCall<Key>, Options>
) => Promise<Operations[Key]['response']>;

function onResponse({ status, headers }: Response): void {
  recordDateHeader(headers.get('date'));
  if (status === 401) handleSignedOut();
}

/** Before a change after the session expired: throws unless the user of this tab is signed in again. */
async function requireSameUser(): Promise<void> {
  recordStaff((await request('GET /me')).id);
  if (isSignedOut()) throw new ApiError(401, 'unauthorized', { message: 'Another user is signed in.' });
}

/** A file's URL, for a link. */
export const urlOf = <Key extends Reading<Operations>>(key: Key, ...[call]: CallArgument<StaffCall<Key>>): string =>
  `${base}${toAddress(key, call).path}`;

/** Whether a call that needs a confirmation would be accepted now. */
export async function isConfirmed(): Promise<boolean> {
  const { session } = await request('GET /me');
  return session !== null && session.fresh_until !== null;
}
