import type { Authenticators } from './authenticator.ts';
import { createKnownDevices, type DeviceOptions } from './known-devices.ts';
import { createPasswordStore, type PasswordTables } from './password-store.ts';
import {
  createOwnedSessions,
  createSessions,
  type FoundSession,
  type OwnedSessionTables,
  type SessionTables,
} from './sessions.ts';
import { createSignInTries, type TryTable } from './sign-in-tries.ts';

type RealmOptions<Row extends FoundSession> = Authenticators &
  SessionTables<Row> &
  OwnedSessionTables &
  DeviceOptions &
  TryTable &
  PasswordTables;

export type Realm = ReturnType<typeof createRealm<FoundSession>>;

/**
 * The people who sign in to one place with a password and an authenticator: their tables, their cookies, and the functions on them. Realms
 * share no table and no cookie, so one realm's token grants nothing in another.
 */
export function createRealm<Row extends FoundSession>(options: RealmOptions<Row>) {
  const { issuer, totpAad } = options;
  return {
    issuer,
    totpAad,
    ...createSessions(options),
    ...createOwnedSessions(options),
    ...createKnownDevices(options),
    ...createSignInTries(options),
    ...createPasswordStore(options),
  };
}
