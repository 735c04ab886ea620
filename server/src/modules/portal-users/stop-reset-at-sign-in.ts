import type { Tx } from '#context';
import { stopAuthenticatorResetOf } from './authenticator-store.ts';
import { queueAuthenticatorNews } from './queue-authenticator-news.ts';

/**
 * Whoever signs in with their authenticator or a passkey has not lost it, so somebody else asked for the reset. A recovery
 * code stops nothing: it is what is used when the authenticator is lost.
 */
export async function stopResetAtSignIn(tx: Tx, userId: string): Promise<void> {
  const stopped = await stopAuthenticatorResetOf(tx.db, userId, { by: 'sign_in', now: tx.clock.now() });
  if (stopped !== undefined) queueAuthenticatorNews(tx, stopped, 'stopped by sign-in');
}
