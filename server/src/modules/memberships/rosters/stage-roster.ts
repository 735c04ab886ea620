import { createHash, type Hash } from 'node:crypto';
import { canonicalJson } from '#lib/json/canonical-json';
import { randomIdTail } from '#lib/tokens/ids';
import { isNestedTooDeep } from '#lib/json/json-depth';
import type { BulkSession } from '#platform/db';
import { validationFailed, type Issue } from '#platform/errors';
import { maxIssues, tooDeep, unstorable } from '#platform/http';
import { validateRow } from '../enrollments/validate-row.ts';
import type { Members, Terms } from '../rules.ts';
import type { RosterOptions, RosterReader } from './read-rows.ts';
import { rosterCopy, rosterTable, rosterWorkMem } from './store.ts';

export type Staged = {
  readonly options: RosterOptions;
  readonly submitted: number;
  /** Equal for equal contents, however they were written: the rows in their order, and the members beside them. */
  readonly fingerprint: Buffer | undefined;
};

export type RosterUpload = {
  readonly read: RosterReader;
  /** Bytes of the body; iteration fails at the end when they are not what was signed. */
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly maxRows: number;
};

type Staging = {
  readonly terms: Terms;
  /** Whether the fingerprint is needed; it costs as much as validating the rows. */
  readonly named: boolean;
};

/** Rows are sent to the database in pieces of about this size, each a statement of its own. */
const pieceLength = 262_144;

/**
 * Streams a roster into a table of its own and validates it row by row; it is not held in memory. Any invalid row
 * refuses the whole roster (D-116), because a row left out would cancel a member. No transaction is open meanwhile,
 * however slowly the rows arrive.
 */
export async function stageRoster(
  session: BulkSession,
  upload: RosterUpload,
  { terms, named }: Staging,
): Promise<Staged> {
  await session.run({ text: `set work_mem = '${rosterWorkMem}'`, values: [] });
  await session.run({ text: rosterTable, values: [] });
  const contents = named ? createHash('sha256') : undefined;
  const stage = new Stage(session, terms, contents);
  const { options, canonical } = await upload.read(upload.chunks, (text) => stage.add(text, upload.maxRows));
  await stage.end();
  // Last, since the members beside the rows are known only at the end.
  const fingerprint = contents?.update(canonical).digest();
  return { options, submitted: stage.submitted, fingerprint };
}

class Stage {
  readonly #session: BulkSession;
  readonly #terms: Terms;
  readonly #issues: Issue[] = [];
  #piece = '';
  /** The piece being sent; the next rows are validated meanwhile. */
  #sending: Promise<void> = Promise.resolve();
  /** Hashes the rows' canonical forms, one per line. */
  readonly #contents: Hash | undefined;
  submitted = 0;

  constructor(session: BulkSession, terms: Terms, contents: Hash | undefined) {
    this.#session = session;
    this.#terms = terms;
    this.#contents = contents;
  }

  /** Returns a promise only when a piece is full and must be sent. */
  add(text: string, maxRows: number): Promise<void> | undefined {
    const index = this.submitted;
    this.submitted += 1;
    if (this.#issues.length >= maxIssues) return undefined;
    if (index === maxRows) this.#issues.push({ path: 'roster', message: `must have at most ${maxRows} rows` });
    const validated = validateText(text, this.#terms);
    if ('issues' in validated) {
      this.#issues.push(...validated.issues.map(({ path, message }) => ({ path: rowPath(index, path), message })));
      return undefined;
    }
    if (this.#issues.length > 0) return undefined;
    this.#contents?.update(`${canonicalJson(validated.value)}\n`);
    this.#piece += toLine(index, validated.members);
    return this.#piece.length >= pieceLength ? this.#send() : undefined;
  }

  async end(): Promise<void> {
    if (this.submitted === 0) this.#issues.push({ path: 'roster', message: 'must have at least one row' });
    if (this.#issues.length > 0) throw validationFailed(this.#issues.slice(0, maxIssues));
    await this.#send();
    await this.#sending;
  }

  async #send(): Promise<void> {
    const piece = this.#piece;
    this.#piece = '';
    await this.#sending;
    if (piece === '') return;
    this.#sending = this.#session.copy(rosterCopy, piece);
    // The error is thrown where this promise is awaited.
    this.#sending.catch(() => undefined);
  }
}

const rowPath = (index: number, path: string): string => (path === '' ? `roster.${index}` : `roster.${index}.${path}`);

/** A row that is not JSON is treated as one that is not an object: reported by its index like any other invalid row. */
function validateText(text: string, terms: Terms) {
  if (isNestedTooDeep(text)) return { issues: [{ path: '', message: tooDeep }] };
  const value = parse(text);
  const validated = validateRow(value, terms);
  if ('issues' in validated) return validated;
  const issues = unstorable(text, value);
  return issues.length > 0 ? { issues } : { ...validated, value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line of COPY's text format; only typed text can need escaping. */
function toLine(index: number, row: Members): string {
  const { externalRef, firstName, lastName, email, year, make, model } = row;
  const member = `${typed(firstName)}\t${typed(lastName)}\t${typed(email)}\t${row.phone ?? absent}`;
  const what = `${year ?? absent}\t${typed(make)}\t${typed(model)}\t${row.effectiveAt.toISOString()}`;
  return `${index}\t${randomIdTail()}\t${row.vin}\t${typed(externalRef)}\t${typed(row.plan)}\t${member}\t${what}\n`;
}

const absent = '\\N';
const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function typed(text: string | null): string {
  if (text === null) return absent;
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text;
}
