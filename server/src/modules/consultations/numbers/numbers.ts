import type { Ctx, Tx } from '#context';
import type { Language } from '#lib/languages/language';
import { languageUrl } from '#lib/text/language-link';
import { pageUrl } from '#lib/text/page-link';
import { stopUrl } from '#lib/text/stop-link';
import { taggedToken } from '#lib/tokens/tagged-token';
import { recordConsent } from '#modules/ledger';
import {
  listSuppressed,
  messagePurposes,
  messageTemplates,
  queueMessage,
  withdrawMessages,
  type MessageSubject,
  type NewMessage,
} from '#modules/customers';
import { transact } from '#platform/db';
import { decryptContact, listContacts, writeContacts } from '../contacts/contact-records.ts';
import type { CallContact, ConsultationSources, LockedConsultation, NumberWanted } from '../facts.ts';
import { markProven, setLanguage } from '../lifecycle/lifecycle.ts';
import type { QueueRow } from '../store.ts';
import {
  countNumber,
  findByNumberLink,
  listNumbersGiven,
  lockForNumber,
  updateNumberLink,
  updateStruck,
  type LinkRow,
} from './store.ts';
import { isDialable } from '#lib/calling/dialable';
import { normalizePhone } from '#lib/text/phone';
import type { Config } from '#platform/config';

/** Numbers that one customer may give for one case, including unusable ones. */
const numbersMax = 3;

/** The customer's page that asks for a number. The token is their credential: never logged, stored only as a fingerprint. */
const numberUrl = (config: Config, token: string): string => `${config.publicBaseUrl}/c/number/${token}`;

/** How a message refers to its link. */
const linkVersion = (hash: Buffer): string => hash.toString('hex');

/** `known`: there is a number, and the consultation was given, so no call is needed. */
type NumberState = 'unknown' | 'asking' | 'given' | 'known' | 'over' | 'stopped';

/** The page does not explain why it no longer asks, except after a stop: that customer must not read that we will call. */
function decideNumberState(row: LinkRow | undefined): NumberState {
  if (row === undefined) return 'unknown';
  if (row.spared_at !== null) return 'stopped';
  if (!row.open) return 'over';
  if (row.declined) return 'stopped';
  if (row.has_number) return row.delivered ? 'known' : 'given';
  return row.numbers_given < numbersMax ? 'asking' : 'over';
}

/** A number that may be dialed, or undefined. */
function readNumber(text: string): string | undefined {
  const phone = normalizePhone(text.trim());
  return phone !== undefined && isDialable(phone) ? phone : undefined;
}

type NumberWantedMail = {
  readonly subjectId: string;
  readonly version: string;
  readonly email: string;
  readonly url: string;
  readonly sandbox: boolean;
  readonly language: Language;
};

/** Asks the customer for another number. It has no link to the case, because the reader may not be the customer either. */
const composeNumberWanted = (wanted: NumberWantedMail): NewMessage => ({
  purpose: messagePurposes.numberWanted,
  subjectId: wanted.subjectId,
  subjectVersion: wanted.version,
  sandbox: wanted.sandbox,
  content: {
    channel: 'email',
    to: wanted.email,
    mail: { ...messageTemplates.numberWanted[wanted.language].mail({ url: wanted.url }), language: wanted.language },
  },
});

type GivenNumber = { readonly token: string; readonly text: string; readonly language: Language };

/** `refused`: this number cannot be used. The reason is not given, so that it does not reveal who asked not to be called. */
export type NumberAnswer = NumberState | 'refused';

/** The customer gives a number instead of the wrong one, and the case returns to the queue with it. */
export async function giveNumber(
  ctx: Ctx,
  sources: Pick<ConsultationSources, 'numbers'>,
  { token, text, language }: GivenNumber,
): Promise<NumberAnswer> {
  return transact(ctx, async (tx) => {
    const hashes = tx.vault.fingerprints(token, 'token');
    const found = await findByNumberLink(tx.db, hashes, tx.clock.now());
    if (found === undefined) return 'unknown';
    // The source object is locked first, then the case (0024).
    const wanted = await sources.numbers[found.source as LockedConsultation['source']](tx, found.source_id);
    const rows = await lockForNumber(tx.db, [...new Set([found.id, ...(wanted?.consultationIds ?? [])])]);
    // Read again under the lock, because the link may have been replaced in the meantime.
    const row = await findByNumberLink(tx.db, hashes, tx.clock.now());
    const state = decideNumberState(row);
    if (row === undefined || state !== 'asking') return state;
    if (wanted === undefined) return 'over';
    const phone = readNumber(text);
    // Text that is not a phone number at all is a typing error and does not count as a try.
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

/** The link was emailed, so the visitor has access to that mailbox. */
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

/** The email is sent only while its link works and the case waits for a number. */
export async function isNumberWanted(ctx: Ctx, { subjectVersion = '' }: MessageSubject): Promise<boolean> {
  const row = await findByNumberLink(ctx.db, [Buffer.from(subjectVersion, 'hex')], ctx.clock.now());
  return decideNumberState(row) === 'asking';
}

type Struck = {
  readonly consultationId: string;
  /** Whom to contact from now on. */
  readonly contact: CallContact;
  /** Whether anything but the number proved the customer. */
  readonly isProven: boolean;
};

/**
 * Removes a wrong number from the consultations of a customer: it is no longer called or texted about them, and the customer is asked
 * for another by email, once for each address. Statements made at that number were not the customer's.
 */
export async function strikeNumbers(tx: Tx, struck: readonly Struck[]): Promise<void> {
  const contacts = new Map(struck.map(({ consultationId, contact }) => [consultationId, contact]));
  const rows = await lockForNumber(tx.db, [...contacts.keys()]);
  const changes = rows.flatMap((row) => {
    const contact = contacts.get(row.id);
    return contact === undefined ? [] : [{ row, contact, wrong: true }];
  });
  for (const { row } of changes) recordStruck(tx, row);
  updateStruck(tx.db, {
    ids: rows.map(({ id }) => id),
    provenIds: struck.filter(({ isProven }) => isProven).map(({ consultationId }) => consultationId),
    now: tx.clock.now(),
  });
  await writeContacts(tx, changes);
  withdrawMessages(
    tx,
    rows.flatMap(({ id, source_id: sourceId }) => [id, sourceId]),
    'text',
  );
  await askForNumbers(tx, changes);
}

function recordStruck(tx: Tx, row: QueueRow): void {
  const { phone, test } = decryptContact(tx, row);
  recordConsent(tx, {
    kind: 'number_struck',
    contacts: { email: undefined, phone, test },
    subjectId: row.source_id,
    details: { reason: 'wrong_number' },
  });
}

type Change = { readonly row: QueueRow; readonly contact: CallContact };

async function askForNumbers(tx: Tx, changes: readonly Change[]): Promise<void> {
  const addressed = changes.flatMap(({ row, contact: { phone, email } }) =>
    phone === undefined && email !== undefined ? [{ row, email }] : [],
  );
  if (addressed.length === 0) return;
  const [given, suppressed, cases] = await Promise.all([
    listNumbersGiven(
      tx.db,
      addressed.map(({ row }) => row.id),
    ),
    listSuppressed(
      tx,
      addressed.map(({ row: { test }, email }) => ({ email, phone: undefined, test })),
    ),
    listContacts(
      tx,
      addressed.map(({ row }) => row.id),
    ),
  ]);
  const wanted = addressed.filter(
    ({ row }, index) => suppressed[index] === false && (given.get(row.id) ?? 0) < numbersMax,
  );
  const firsts = [...Map.groupBy(wanted, (one) => one.email).values()].flatMap(([first]) => first ?? []);
  const languageOf = (id: string) => cases.find((one) => one.id === id)?.language ?? 'en';
  queueMessage(tx, ...firsts.map(({ row, email }) => askForNumber(tx, row, { email, language: languageOf(row.id) })));
}

type Asked = { readonly email: string; readonly language: Language };

function askForNumber(tx: Tx, { id, source_id: subjectId, test }: QueueRow, asked: Asked): NewMessage {
  const token = taggedToken(tx.config.cell, 32);
  const hash = tx.vault.fingerprint(token, 'token');
  updateNumberLink(tx.db, id, hash);
  const url = numberUrl(tx.config, token);
  return composeNumberWanted({ subjectId, version: linkVersion(hash), url, sandbox: test, ...asked });
}

export type NumberView = {
  readonly state: NumberState;
  readonly test?: boolean;
  /** The address that the link was emailed to can stop contact here. */
  readonly stop?: string | undefined;
  /** The customer's own page, for the address that the link was emailed to. */
  readonly pageUrl?: string | undefined;
  /** The customer's earlier language choice, and where a choice is stored. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string };
};

/** The state of a link's page; viewing changes nothing. */
export async function viewNumberLink(ctx: Ctx, token: string): Promise<NumberView> {
  const row = await findByNumberLink(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  const state = decideNumberState(row);
  if (row === undefined) return { state };
  const [known] = await listContacts(ctx, [row.id]);
  const email = known?.contacts.email;
  const view = { state, test: row.test, chosen: { language: known?.language, languageUrl: languageUrl(ctx, row.id) } };
  if (email === undefined || state === 'stopped') return view;
  const contacts = { email, phone: undefined, test: row.test };
  return {
    ...view,
    stop: row.test ? undefined : stopUrl(ctx, { contacts }),
    pageUrl: pageUrl(ctx, { consultationId: row.id, contacts }),
  };
}
