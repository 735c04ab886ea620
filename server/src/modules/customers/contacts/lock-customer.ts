import type { Tx } from '#context';
import { lockNames } from '#platform/db';
import { type Contacts, contactNames } from './contact-rules.ts';

export const lockCustomer = (tx: Tx, contacts: Contacts): void => lockNames(tx.db, contactNames(contacts));
