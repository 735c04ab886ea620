import type { Env } from '#platform/config';
import { startHarness, type Harness } from './harness.ts';

/** A second process on the database and mail server of the first, after a rotation: a newer key stands before its own. */
export async function startRotated({ config, mailbox, clock }: Harness, env: Env = {}): Promise<Harness> {
  const older = config.dataKeys.map((key) => key.reveal());
  const rotated = await startHarness({
    DATABASE_URL: config.databaseUrl.reveal(),
    SMTP_URL: mailbox.url,
    DATA_KEY: ['a newer key for tests only with 32 characters or more', ...older].join(','),
    ...env,
  });
  rotated.clock.advance((clock.now().getTime() - rotated.clock.now().getTime()) / 1000);
  return rotated;
}
