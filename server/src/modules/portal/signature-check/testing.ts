import { randomBytes } from 'node:crypto';
import type { OwnCredential, RequestToDiagnose } from '#lib/signature-diagnosis/diagnose-request';
import { newId } from '#lib/tokens/ids';
import type { Harness } from '#test/harness';

/** Credentials with the test's own ids and keys, as if they had been uploaded. */
export async function givenUploaded(
  { owner: db, clock, ctx }: Harness,
  institutionId: string,
  credentials: readonly OwnCredential[],
): Promise<void> {
  const now = clock.now();
  for (const { id, alg, key, status, livemode } of credentials)
    await db.many({
      text: `insert into credentials.signed_credentials (institution_id, id, livemode, role, alg, public_key, encrypted_challenge,
          challenge_expires_at, created_at, activated_at, revoked_at)
        values ($1, $2, $3, 'full', $4, $5, $6, $7, $7, $8, $9)`,
      values: [
        institutionId,
        id,
        livemode,
        alg,
        key.export({ type: 'spki', format: 'pem' }),
        ctx.vault.encrypt(randomBytes(8).toString('hex'), `credentials.signed_credentials/${id}`),
        now,
        status === 'pending' ? null : now,
        status === 'revoked' ? now : null,
      ],
    });
}

type Secrets = { readonly current: string; readonly previous?: string; readonly livemode?: boolean };

/** An endpoint with the test's own secrets. */
export async function givenEndpointWith(
  { owner: db, clock, ctx }: Harness,
  institutionId: string,
  { current, previous, livemode = false }: Secrets,
): Promise<string> {
  const id = newId('whe', clock.now());
  const kindOf = (secret: string) => (secret.startsWith('whsec_gap_') ? 'gap' : 'standard');
  const encrypt = (secret: string) => ctx.vault.encrypt(secret, `webhooks.endpoints/${id}`);
  await db.many({
    text: `insert into webhooks.endpoints (account_id, id, audience, created_at, updated_at, event_types, livemode, payload,
        secret_kind, encrypted_secret, status, url, previous_kind, encrypted_previous, overlap_started_at, overlap_ends_at)
      values ($1, $2, 'partner', $3, $3, '{}', $4, 'thin', $5, $6, 'enabled', 'https://hooks.example.com/x', $7, $8, $9, $10)`,
    values: [
      institutionId,
      id,
      clock.now(),
      livemode,
      kindOf(current),
      encrypt(current),
      previous === undefined ? null : kindOf(previous),
      previous === undefined ? null : encrypt(previous),
      previous === undefined ? null : clock.now(),
      previous === undefined ? null : new Date(clock.now().getTime() + 3_600_000),
    ],
  });
  return id;
}

/** A request in the form that a person copies out of a tool. */
export const toPaste = ({ method, target, rawHeaders, body }: RequestToDiagnose['request']): string => {
  const headers = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  return `${[`${method} ${target} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n${body?.toString() ?? ''}`;
};
