import { newId } from '#lib/ids';
import type { BulkSession } from '#platform/db';
import { validationFailed, type Issue } from '#platform/errors';
import { maxIssues } from '#platform/http';
import { judgeRow } from './judge-row.ts';
import type { RosterOptions, RosterReader } from './read-roster.ts';
import { rosterCopy, rosterTable } from './roster-store.ts';
import type { Members, Terms } from './rules.ts';

export type Staged = { readonly options: RosterOptions; readonly submitted: number };

export type RosterUpload = {
  readonly read: RosterReader;
  /** Bytes of the body; fails in the end when they are not what was signed. */
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly maxRows: number;
};

/** Written to the database in pieces of about this size, each a statement of its own. */
const pieceLength = 1_000_000;

/**
 * Streams a roster into a table of its own, judged row by row on the way; nothing of it is held. Any bad row refuses the
 * whole roster (decision 116): a row left out would cancel a member. No transaction is open meanwhile, however slowly
 * the rows arrive.
 */
export async function stageRoster(session: BulkSession, upload: RosterUpload, terms: Terms): Promise<Staged> {
  await session.run({ text: rosterTable, values: [] });
  const stage = new Stage(session, terms);
  const options = await upload.read(upload.chunks, (text) => stage.add(text, upload.maxRows));
  await stage.end();
  return { options, submitted: stage.submitted };
}

class Stage {
  readonly #session: BulkSession;
  readonly #terms: Terms;
  readonly #issues: Issue[] = [];
  #piece = '';
  /** The piece under way; the next rows are judged meanwhile. */
  #sending: Promise<void> = Promise.resolve();
  submitted = 0;

  constructor(session: BulkSession, terms: Terms) {
    this.#session = session;
    this.#terms = terms;
  }

  async add(text: string, maxRows: number): Promise<void> {
    const index = this.submitted;
    this.submitted += 1;
    if (this.#issues.length >= maxIssues) return;
    if (index === maxRows) this.#issues.push({ path: 'roster', message: `must have at most ${maxRows} rows` });
    const judged = judgeRow(parse(text), this.#terms);
    if ('issues' in judged) {
      this.#issues.push(...judged.issues.map(({ path, message }) => ({ path: rowPath(index, path), message })));
      return;
    }
    if (this.#issues.length > 0) return;
    this.#piece += toLine(index, newId('enr', this.#terms.now), judged.members);
    if (this.#piece.length >= pieceLength) await this.#send();
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
    // Told where it is waited for.
    this.#sending.catch(() => undefined);
  }
}

const rowPath = (index: number, path: string): string => (path === '' ? `roster.${index}` : `roster.${index}.${path}`);

/** A row that is no JSON is a row that is no object: named by its place like any other bad one. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line of COPY's text form. */
function toLine(place: number, id: string, row: Members): string {
  const { vin, externalRef, plan, firstName, lastName, email, phone, year, make, model, effectiveAt } = row;
  const fields = [place, id, vin, externalRef, plan, firstName, lastName, email, phone, year, make, model];
  return `${[...fields, effectiveAt.toISOString()].map(toField).join('\t')}\n`;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const toField = (value: string | number | null): string =>
  value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '');
