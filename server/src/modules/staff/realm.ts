import { prepared } from '#platform/db';
import { createRealm } from '#platform/sign-in';

/** The associated data of an encrypted TOTP secret. */
const totpAad = (staffId: string): string => `staff.passwords/${staffId}`;

type FoundSession = { id: string; staff_id: string; role: string; last_seen_at: Date; fresh_until: Date | null };

const find = prepared<[hashes: Buffer[], now: Date, idleSince: Date], FoundSession>(
  'staff.find-session',
  `select s.id, s.staff_id, p.role, s.last_seen_at, s.fresh_until
   from staff.sessions s join staff.members p on p.id = s.staff_id
   where s.token_hash = any($1::bytea[]) and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3
     and p.disabled_at is null`,
);

const touch = prepared<[id: string, now: Date], never>(
  'staff.touch-session',
  `with touched as (
     update staff.sessions set last_seen_at = $2 where id = $1 and ended_at is null and last_seen_at < $2
     returning staff_id)
   update staff.members s set last_seen_at = $2 from touched
   where s.id = touched.staff_id and (s.last_seen_at is null or s.last_seen_at < $2)`,
);

/** The team's sign-in. */
export const realm = createRealm({
  name: 'staff',
  accounts: 'staff.members',
  owner: 'staff_id',
  sessions: 'staff.sessions',
  sessionCookie: '__Host-makewhole-staff',
  sessionPrefix: 'ses',
  listedBy: 'created_at',
  find,
  touch,
  devices: 'staff.known_devices',
  deviceCookie: '__Host-makewhole-device',
  tries: 'staff.sign_in_tries',
  passwords: 'staff.passwords',
  codes: 'staff.recovery_codes',
  issuer: 'Makewhole',
  totpAad,
});
