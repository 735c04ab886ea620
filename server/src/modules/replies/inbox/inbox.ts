import { requireRole, requireStaff } from '#actor';
import type { Ctx } from '#context';
import { contactHashes, contactNames, contactVersion, hasContactVersion, type Contacts } from '#lib/text/contacts';
import { maskEmail } from '#lib/text/email';
import { maskPhone } from '#lib/text/phone';
import { addDays } from '#lib/time/dates';
import { nameSubject } from '#modules/ledger';
import { listContacts, recheckSuppression } from '#modules/consultations';
import {
  liftStopReply,
  listSuppressed,
  messagePurposes,
  messageTemplates,
  queueMessage,
  stripControls,
  type MessageSubject,
} from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { consultationNotFound, customerStopped, noUnclearReply, notAnswerable, replyNotFound } from '../errors.ts';
import { decryptReply } from '../replies.ts';
import type { ReplyView, ReplyList } from '../schemas.ts';
import {
  countUnread,
  deleteBefore,
  findReply,
  listOfConsultation,
  updateOneRead,
  updateRead,
  updateUnderstood,
  type ReplyRow,
  listUnattached,
} from '../store.ts';

const unattachedMax = 100;

/** Unread replies from numbers that had no open case; newest first. */
export async function listUnattachedReplies(ctx: Ctx): Promise<ReplyList> {
  requireStaff(ctx.actor);
  const rows = await listUnattached(ctx.db, unattachedMax + 1);
  const data = rows.slice(0, unattachedMax).map((row) => toReplyView(ctx, row));
  return { object: 'list', data, has_more: rows.length > unattachedMax, next_cursor: null };
}

type CaseAnswer = { readonly consultationId: string; readonly words: string };

/** A staff member answers by text, which marks the owner's replies as read. */
export function answerCustomer(ctx: Ctx, { consultationId, words }: CaseAnswer): Promise<void> {
  const { staffId: by } = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const found = (await listContacts(tx, [consultationId])).find(({ id }) => id === consultationId);
    if (found === undefined) throw consultationNotFound();
    const { contacts, isOpen, hasStopped, language = 'en' } = found;
    if (!isOpen) throw notAnswerable('This case is closed.');
    if (contacts.test === true) throw notAnswerable('This is a test case; no messages are sent.');
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

/**
 * A staff member's answer is sent only while the case is open, its owner has not stopped contact, and the number is
 * still theirs: a wrong number must receive nothing about the case.
 */
export async function isAnswerWanted(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return (await listContacts(ctx, [subjectId])).some(
    ({ isOpen, hasStopped, contacts }) => isOpen && !hasStopped && isCurrent(contacts),
  );
}

/** The most replies that a case shows. */
const shown = 50;

/** The replies from the current contacts of the case, and the stops on its pages; newest first. */
export async function listReplies(ctx: Ctx, consultationId: string): Promise<ReplyView[]> {
  const found = (await listContacts(ctx, [consultationId])).find(({ id }) => id === consultationId);
  if (found === undefined) return [];
  const rows = await listOfConsultation(ctx.db, {
    hashes: contactHashes(ctx, found.contacts),
    caseId: consultationId,
    limit: shown,
  });
  return rows.map((row) => toReplyView(ctx, row));
}

/** The number of unread replies by case. Cases without any are left out, and so are those that cannot be decrypted. */
export async function listUnreadCounts(
  ctx: Ctx,
  caseIds: readonly string[],
  onUnreadable?: (caseId: string) => void,
): Promise<ReadonlyMap<string, number>> {
  const cases = (await listContacts(ctx, caseIds, onUnreadable)).map(({ id, contacts }) => ({
    id,
    hashes: contactHashes(ctx, contacts),
  }));
  const hashes = cases.flatMap((one) => one.hashes);
  if (hashes.length === 0) return new Map();
  const rows = await countUnread(ctx.db, hashes);
  const unread = new Map(rows.map((row) => [row.contact_hash?.toString('hex'), row.unread]));
  return new Map(
    cases
      .map(
        ({ id, hashes: own }) =>
          [id, own.reduce((sum, hash) => sum + (unread.get(hash.toString('hex')) ?? 0), 0)] as const,
      )
      .filter(([, count]) => count > 0),
  );
}

/** Marks all replies of the case's contacts as read. */
export function markRepliesRead(ctx: Ctx, consultationId: string): Promise<void> {
  requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const found = (await listContacts(tx, [consultationId])).find(({ id }) => id === consultationId);
    if (found === undefined) throw consultationNotFound();
    const hashes = contactHashes(tx, found.contacts);
    await updateRead(tx.db, { hashes, caseId: consultationId, now: tx.clock.now(), answered: false });
  });
}

/** Marks one reply as read, such as that of a number without a case. */
export function markReplyRead(ctx: Ctx, id: string): Promise<void> {
  requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    if ((await updateOneRead(tx.db, id, tx.clock.now())) === undefined) throw replyNotFound();
  });
}

/** The text of a reply stays in the ledger of its number; the board needs it as long as a case may last. */
const storedDays = 400;

type RepliesToPurge = {
  readonly limit: number;
  /** Cases whose replies are kept. */
  readonly except: readonly string[];
};

export const purgeReplies = async (ctx: Ctx, { limit, except }: RepliesToPurge): Promise<number> =>
  (await deleteBefore(ctx.db, { before: addDays(ctx.clock.now(), -storedDays), limit, except })).length;

/**
 * A lead read an unclear reply and found that its author did not mean to stop contact. The stop is lifted, unless the
 * same request was made to staff. A plain stop cannot be lifted here.
 */
export function resumeContact(ctx: Ctx, id: string): Promise<void> {
  const actor = requireRole(ctx.actor, 'lead');
  return transact(ctx, async (tx) => {
    const reply = await findReply(tx.db, id);
    if (reply === undefined) throw replyNotFound();
    const { from } = decryptReply(tx, reply);
    const isUnclear = reply.understood_as === 'ask' || reply.understood_as === 'wrong_number';
    if (!isUnclear || reply.channel !== 'text' || from === undefined) throw noUnclearReply();
    const [first] = reply.case_ids;
    if (first !== undefined) nameSubject(actor, first);
    const contacts = { email: undefined, phone: from };
    lockNames(tx.db, contactNames(contacts));
    await recheckSuppression(tx, [contacts], () => liftStopReply(tx, contacts, 'staff'));
    updateUnderstood(tx.db, { id, kind: 'other', now: tx.clock.now() });
  });
}

function toReplyView(ctx: Ctx, row: ReplyRow): ReplyView {
  const { from, words } = decryptReply(ctx, row);
  return {
    id: row.id,
    channel: row.channel,
    understood_as: row.understood_as,
    words,
    from_hint: from === undefined ? null : from.includes('@') ? maskEmail(from) : maskPhone(from),
    received_at: row.received_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}
