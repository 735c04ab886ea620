import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { contactHashes, contactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { listSuppressed, messagePurposes, messageTemplates, queueMessage, stripControls } from '#modules/customers';
import { transact } from '#platform/db';
import { notAnswerable, consultationNotFound, customerStopped } from '../errors.ts';
import { updateRead } from '../store.ts';

type CaseAnswer = { readonly consultationId: string; readonly words: string };

/** A staff member answers by text; what its owner had written counts as read. */
export function answerCustomer(ctx: Ctx, { consultationId, words }: CaseAnswer): Promise<void> {
  const { staffId: by } = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const found = (await listContacts(tx, [consultationId])).find(({ id }) => id === consultationId);
    if (found === undefined) throw consultationNotFound();
    const { contacts, isOpen, hasStopped, language = 'en' } = found;
    if (!isOpen) throw notAnswerable('This case is closed.');
    if (contacts.test === true) throw notAnswerable('This is a test case; nobody is written to.');
    if (contacts.phone === undefined) throw notAnswerable('This case has no number to write to.');
    if (hasStopped || (await listSuppressed(tx, [contacts])).includes(true)) throw customerStopped();
    const version = contactVersion(tx, { ...contacts, email: undefined });
    queueMessage(tx, {
      purpose: messagePurposes.answer,
      subjectId: consultationId,
      ...(version === undefined ? {} : { subjectVersion: version }),
      content: {
        channel: 'text',
        to: contacts.phone,
        text: `${tx.config.team.name}: ${messageTemplates.answers[language].answer(stripped(words))}`,
        by,
      },
    });
    const hashes = contactHashes(tx, contacts);
    await updateRead(tx.db, { hashes, caseId: consultationId, now: tx.clock.now(), answered: true });
  });
}

/** Line breaks are kept. */
const stripped = (words: string): string => words.trim().split(/\r?\n/).map(stripControls).join('\n');
