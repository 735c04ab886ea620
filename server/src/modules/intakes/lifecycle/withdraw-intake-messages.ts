import type { Tx } from '#context';
import { withdrawMessages } from '#modules/customers';
import type { MovedIntake } from '../status-store.ts';

/** Customers who decline were promised that no further message follows. */
export const withdrawIntakeMessages = (tx: Tx, moved: readonly MovedIntake[]): void =>
  withdrawMessages(
    tx,
    moved.map((intake) => intake.id),
  );
