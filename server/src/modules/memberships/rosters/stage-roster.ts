import type { Ctx } from '#context';
import { stripByteOrderMark } from '#lib/json/json-rows';
import type { Tenant } from '#modules/partners';
import type { BulkSession, TxDb } from '#platform/db';
import { malformedBody, validationFailed } from '#platform/errors';
import { getTerms } from '../enrollments/enrollments.ts';
import type { Terms } from '../rules.ts';
import { createRosterReader, type RosterReader } from './create-roster-reader.ts';
import type { RosterForm, RosterOptions } from './form-rules.ts';
import {
  getPreviewCounts,
  notesCopy,
  notesTable,
  prepareRoster,
  readRosterVersion,
  writePreview,
  type PreviewCounts,
} from './plan-store.ts';
import { RosterText, type RosterOutcome, type RosterReading } from './roster-text.ts';
import {
  analyzeRoster,
  refusedCopy,
  refusedTable,
  rosterCopy,
  rosterTable,
  rosterWorkMem,
  writeChanges,
} from './store.ts';

export type Staged = {
  readonly options: RosterOptions;
  readonly submitted: number;
  readonly fingerprint: Buffer | undefined;
};

export type RosterUpload = {
  readonly form: RosterForm;
  /** The body's bytes; iteration fails at the end if they are not the signed ones. */
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly maxRows: number;
};

type Staging = {
  readonly terms: Terms;
  readonly named: boolean;
  /** Whether invalid rows go to a separate table; otherwise any of them refuses the roster. */
  readonly collects?: boolean;
};

/** Rows are read and sent to the database in pieces of about this size, each in a separate statement. */
const pieceBytes = 262_144;

/**
 * Streams a roster into a separate table; at most three pieces of it are held in memory: one arriving, one being read
 * and one being stored. No transaction is open meanwhile, however slowly the rows arrive.
 */
export async function stageRoster(
  session: BulkSession,
  { form, chunks, maxRows }: RosterUpload,
  { terms, named, collects = false }: Staging,
): Promise<Staged> {
  await session.run({ text: `set work_mem = '${rosterWorkMem}'`, values: [] });
  await session.run({ text: rosterTable, values: [] });
  if (collects) await session.run({ text: refusedTable, values: [] });
  const stage = new Stage(session, { form, terms, maxRows, named, collects });
  try {
    for await (const piece of piecesOf(stripByteOrderMark(chunks))) await stage.add(piece);
    return toStaged(await stage.end());
  } finally {
    stage.close();
  }
}

class Stage {
  readonly #session: BulkSession;
  readonly #reading: RosterReading;
  #reader: RosterReader | undefined;
  /** The newest piece; the last one is read together with the end. */
  #held: Uint8Array<ArrayBuffer> | undefined;
  /** The piece being read, and the lines being stored. */
  #read: ReturnType<RosterReader['read']> | undefined;
  #stored: Promise<void> = Promise.resolve();

  constructor(session: BulkSession, reading: RosterReading) {
    this.#session = session;
    this.#reading = reading;
  }

  async add(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    const before = this.#held;
    this.#held = piece;
    if (before === undefined) return;
    this.#reader ??= createRosterReader(this.#reading);
    await this.#storeRead();
    this.#read = this.#reader.read(before, false);
    // The error is thrown where this promise is awaited.
    this.#read.catch(() => undefined);
  }

  async end(): Promise<RosterOutcome> {
    await this.#storeRead();
    const last = this.#held ?? new Uint8Array();
    const { lines, refused, outcome } = await (this.#reader?.read(last, true) ?? readHere(this.#reading, last));
    if (outcome === undefined) throw new Error('the last piece has an outcome');
    if ('submitted' in outcome) await this.#store(lines, refused);
    await this.#stored;
    return outcome;
  }

  close(): void {
    this.#reader?.close();
  }

  async #storeRead(): Promise<void> {
    if (this.#read === undefined) return;
    const { lines, refused } = await this.#read;
    await this.#store(lines, refused);
  }

  /** Starts when the previous lines are stored. */
  async #store(lines: Uint8Array, refused: string): Promise<void> {
    await this.#stored;
    if (refused !== '') await this.#session.copy(refusedCopy, refused);
    if (lines.length === 0) return;
    this.#stored = this.#session.copy(rosterCopy, lines);
    // The error is thrown where this promise is awaited.
    this.#stored.catch(() => undefined);
  }
}

/** A roster of one piece is read here, without a thread: it delays no other request. */
function readHere(reading: RosterReading, piece: Uint8Array) {
  const text = new RosterText(reading);
  const lines = text.write(piece);
  const end = text.end();
  return { lines: Buffer.from(lines + end.lines), refused: text.takeRefused(), outcome: end.outcome };
}

function toStaged(outcome: RosterOutcome): Staged {
  if ('malformed' in outcome) throw malformedBody(outcome.malformed);
  if ('issues' in outcome) throw validationFailed(outcome.issues);
  const { fingerprint, ...staged } = outcome;
  return { ...staged, fingerprint: fingerprint && Buffer.from(fingerprint) };
}

/** The same bytes in pieces with their own memory, so that they can be transferred to another thread. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(pieceBytes);
  let length = 0;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length;) {
      const part = chunk.subarray(start, start + pieceBytes - length);
      piece.set(part, length);
      start += part.length;
      length += part.length;
      if (length < pieceBytes) continue;
      yield piece;
      piece = new Uint8Array(pieceBytes);
      length = 0;
    }
  }
  if (length > 0) yield piece.slice(0, length);
}

export type RosterPlan = { readonly submitted: number; readonly counts: PreviewCounts; readonly version: string };

type PlanRoster = {
  readonly tenant: Tenant;
  /** Rows as the API takes them, one per line. */
  readonly rows: AsyncIterable<Uint8Array>;
  readonly maxRows: number;
  /** Lines of position and warning, complete once all rows were read. */
  readonly takeNotes: () => string;
  /** Called in the transaction that created `preview`. */
  readonly store: (db: TxDb, plan: RosterPlan) => Promise<void> | void;
};

/**
 * Computes a roster's changes without applying them: the same reading and comparison as in the API, with invalid rows
 * collected. Everything comes from one snapshot, so the version matches the changes.
 */
export async function planRoster(ctx: Ctx, session: BulkSession, plan: PlanRoster): Promise<RosterPlan> {
  const { tenant, rows, maxRows } = plan;
  const terms = await getTerms(ctx, tenant);
  await session.run({ text: notesTable, values: [] });
  const form = { kind: 'lines', options: { mode: 'dry_run', confirmCancelCount: undefined } } as const;
  const { submitted } = await stageRoster(
    session,
    { form, chunks: rows, maxRows },
    { terms, named: false, collects: true },
  );
  const notes = plan.takeNotes();
  if (notes !== '') await session.copy(notesCopy, notes);
  return session.transact(async (db) => {
    db.write({ text: 'set transaction isolation level repeatable read', values: [] });
    prepareRoster(db);
    db.write(analyzeRoster);
    writeChanges(db, tenant, terms.now);
    writePreview(db, tenant);
    const counts = await getPreviewCounts(db, tenant);
    const made = { submitted, counts, version: await readRosterVersion(db, tenant) };
    await plan.store(db, made);
    return made;
  });
}
