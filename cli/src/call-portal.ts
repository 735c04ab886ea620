import { callServer, type ServerCall } from './call-server.ts';
import type { Io } from './command.ts';
import { CommandFailed } from './command-failed.ts';
import { requireToken, type Settings } from './settings.ts';

/** Calls an institution's sandbox in the portal, with the token of `mw login`. */
export async function callPortal<T>(
  io: Io,
  settings: Settings,
  { path, ...call }: Omit<ServerCall, 'baseUrl' | 'bearer'>,
): Promise<T> {
  const { token, institutionId } = requireToken(settings);
  const place = `/api/portal/v1/${encodeURIComponent(institutionId)}/test${path}`;
  try {
    return await callServer<T>(io, { ...call, baseUrl: settings.baseUrl, bearer: token, path: place });
  } catch (error) {
    if (!(error instanceof CommandFailed) || error.facts['status'] !== 401) throw error;
    throw new CommandFailed(3, `${error.message}\n${sayWhatToDo(settings, io.now())}`, error.facts);
  }
}

/** A token expires after a month, when the user has forgotten it. */
function sayWhatToDo({ tokenEndsAt }: Settings, now: Date): string {
  if (tokenEndsAt === undefined) return 'MAKEWHOLE_TOKEN has expired, was revoked, or is not a valid token.';
  const endsAt = new Date(tokenEndsAt);
  if (!(endsAt <= now)) return 'The token from mw login was revoked. Run mw login again.';
  return `The token from mw login expired on ${endsAt.toISOString().slice(0, 10)}. Run mw login again.`;
}

/** A page of a list. */
export type Page<T> = { readonly data: readonly T[]; readonly has_more: boolean; readonly next_cursor: string | null };
