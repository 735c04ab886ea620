import type { Tx } from '#context';
import { withdrawMessages } from '#modules/customers';
import type { Referral } from '../store.ts';

/** After the end of a referral, its unsent messages must not be sent. */
export const withdrawMessagesAbout = (tx: Tx, referrals: readonly Referral[]): void =>
  withdrawMessages(
    tx,
    referrals.map(({ id }) => id),
  );
