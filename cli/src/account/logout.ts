import { callPortal } from '../call-portal.ts';
import { CommandFailed } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { storeForServer, readConfigFile } from '../config-file.ts';
import { print } from '../print.ts';
import { readSettings } from '../settings.ts';

/** Revokes the token of `mw login` and forgets it; a token that cannot be revoked is still deleted. */
export async function logout(io: Io, given: Given): Promise<ExitCode> {
  const settings = readSettings(io, given);
  const { token, token_id: id, institution_id } = readConfigFile(io.env).servers[settings.baseUrl] ?? {};
  if (token === undefined) {
    print(io, given, { value: { signed_out: false }, lines: ['Not signed in.'] });
    return 0;
  }
  // From the file, even if the environment has other values.
  const kept = { ...settings, token, institutionId: institution_id };
  const problem = await revoke(io, kept, id);
  storeForServer(io.env, settings.baseUrl, {
    token: undefined,
    token_id: undefined,
    expires_at: undefined,
    institution_id: undefined,
    institution: undefined,
    user: undefined,
  });
  if (problem !== undefined) io.err(`The token was deleted here but not revoked: ${problem}`);
  const lines = problem === undefined ? ['Signed out. The token is revoked.'] : [];
  print(io, given, { value: { signed_out: true, revoked: problem === undefined }, lines });
  return problem === undefined ? 0 : 4;
}

/** The reason why it could not be revoked; a token that has already ended counts as revoked. */
async function revoke(io: Io, settings: Parameters<typeof callPortal>[1], id = ''): Promise<string | undefined> {
  try {
    await callPortal(io, settings, { path: `/tokens/${encodeURIComponent(id)}/revoke`, method: 'POST' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return error.facts['status'] === 401 ? undefined : error.message;
  }
}
