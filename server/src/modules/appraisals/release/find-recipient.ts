import type { Ctx, Tx } from '#context';
import { listContacts } from '#modules/consultations';
import { listSuppressed } from '#modules/customers';
import type { Recipient } from './release-rules.ts';

/** Whom the link is sent to, as it looks now; asked again when the message leaves. */
export async function findRecipient(ctx: Ctx | Tx, consultationId: string): Promise<Recipient> {
  const found = (await listContacts(ctx, [consultationId])).find(({ id }) => id === consultationId);
  if (found === undefined) return { kind: 'nobody' };
  const { contacts, hasStopped, language } = found;
  const { email, phone, test } = contacts;
  if (test === true) return { kind: 'test' };
  if (email === undefined && phone === undefined) return { kind: 'nobody' };
  if (hasStopped || (await listSuppressed(ctx, [contacts])).includes(true)) return { kind: 'stopped' };
  if (email !== undefined) return { kind: 'email', to: email, language };
  return phone === undefined ? { kind: 'nobody' } : { kind: 'text', to: phone, language };
}
