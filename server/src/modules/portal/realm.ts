import { prepared } from '#platform/db';
import { createRealm } from '#platform/sign-in';

/** The associated data for encrypting a TOTP secret. */
const totpAad = (userId: string): string => `portal.user_passwords/${userId}`;

type FoundSession = {
  id: string;
  user_id: string;
  institution_id: string | null;
  last_seen_at: Date;
  fresh_until: Date | null;
};

const find = prepared<[hashes: Buffer[], now: Date, idleSince: Date], FoundSession>(
  'portal.find-session',
  `select s.id, s.user_id, s.institution_id, s.last_seen_at, s.fresh_until
   from portal.sessions s join portal.users u on u.id = s.user_id
   where s.token_hash = any($1::bytea[]) and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3
     and u.disabled_at is null`,
);

/** How portal users sign in. */
export const realm = createRealm({
  name: 'portal',
  accounts: 'portal.users',
  owner: 'user_id',
  sessions: 'portal.sessions',
  sessionCookie: '__Host-makewhole-portal',
  sessionPrefix: 'pse',
  listedBy: 'last_seen_at',
  find,
  devices: 'portal.known_devices',
  deviceCookie: '__Host-makewhole-portal-device',
  tries: 'portal.sign_in_tries',
  passwords: 'portal.user_passwords',
  codes: 'portal.recovery_codes',
  issuer: 'Makewhole Portal',
  totpAad,
});
