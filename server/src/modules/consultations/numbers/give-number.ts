import type { Ctx, Tx } from '#context';
import type { Language } from '#lib/languages/language';
import { recordConsent } from '#modules/consent';
import { listSuppressed } from '#modules/customers';
import { transact } from '#platform/db';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import { writeContacts } from '../contacts/write-contacts.ts';
import type { ConsultationSources, LockedConsultation, NumberWanted } from '../facts.ts';
import { markProven } from '../lifecycle/mark-proven.ts';
import { setLanguage } from '../lifecycle/set-language.ts';
import { decideNumberState, type NumberState, readNumber } from './rules.ts';
import { countNumber, findByNumberLink, type LinkRow, lockForNumber } from './store.ts';

type GivenNumber = { readonly token: string; readonly text: string; readonly language: Language };

/** `refused`: this number cannot be used. Why is not said, so that nobody learns who asked not to be called. */
export type NumberAnswer = NumberState | 'refused';

/** The customer gives a number instead of the one that was struck; the case is in the queue again with it. */
export async function giveNumber(
  ctx: Ctx,
  sources: Pick<ConsultationSources, 'numbers'>,
  { token, text, language }: GivenNumber,
): Promise<NumberAnswer> {
  return transact(ctx, async (tx) => {
    const hashes = tx.vault.fingerprints(token, 'token');
    const found = await findByNumberLink(tx.db, hashes, tx.clock.now());
    if (found === undefined) return 'unknown';
    // What the case is about comes first, then the case (0024).
    const wanted = await sources.numbers[found.source as LockedConsultation['source']](tx, found.source_id);
    const rows = await lockForNumber(tx.db, [...new Set([found.id, ...(wanted?.consultationIds ?? [])])]);
    // Read again now that nobody else can change it: the link may have been replaced meanwhile.
    const row = await findByNumberLink(tx.db, hashes, tx.clock.now());
    const state = decideNumberState(row);
    if (row === undefined || state !== 'asking') return state;
    if (wanted === undefined) return 'over';
    const phone = readNumber(text);
    // What is no number at all is a slip of the finger, and costs no try.
    if (phone === undefined) return 'refused';
    countNumber(tx.db, row.id);
    if (await isUnusable(tx, row, { phone, struck: wanted.struck })) return 'refused';
    await takeNumber(tx, { wanted, phone, rows });
    setLanguage(tx, { consultationId: row.id, language });
    return 'given';
  });
}

async function isUnusable(
  tx: Tx,
  { test }: LinkRow,
  { phone, struck }: { readonly phone: string; readonly struck: readonly string[] },
): Promise<boolean> {
  return struck.includes(phone) || (await listSuppressed(tx, [{ email: undefined, phone, test }])).includes(true);
}

type Taken = {
  readonly wanted: NumberWanted;
  readonly phone: string;
  readonly rows: Awaited<ReturnType<typeof lockForNumber>>;
};

/** The link was mailed, so whoever used it has that mailbox. */
async function takeNumber(tx: Tx, { wanted, phone, rows }: Taken): Promise<void> {
  const contacts = await wanted.take(phone);
  const changes = rows.flatMap((row) => {
    const contact = contacts.get(row.id);
    return contact === undefined ? [] : [{ row, contact }];
  });
  await writeContacts(tx, changes);
  markProven(
    tx,
    changes.map(({ row }) => row.id),
  );
  for (const { row } of changes) {
    const { email, test } = decryptContact(tx, row);
    recordConsent(tx, {
      kind: 'proven',
      contacts: { email, phone, test },
      subjectId: row.source_id,
      details: { by: 'email', gave: 'number' },
    });
  }
}
