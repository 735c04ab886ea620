import { createHash, type Hash } from 'node:crypto';
import { canonicalJson } from '#lib/json/canonical-json';
import { findJsonMistake } from '#lib/json/find-json-mistake';
import { isNestedTooDeep } from '#lib/json/json-depth';
import { ArraySplitter, LineSplitter, MalformedRows, MissingRows, type RowSplitter } from '#lib/json/json-rows';
import type { Issue } from '#platform/errors';
import { maxIssues, tooDeep, unstorable } from '#platform/validation';
import { validateRow } from '../enrollments/enrollments.ts';
import type { Members, Terms } from '../rules.ts';
import { readOptions, type RosterForm, type RosterOptions } from './form-rules.ts';

/** The values that a roster's text is validated against. */
export type RosterReading = {
  readonly form: RosterForm;
  readonly terms: Terms;
  readonly maxRows: number;
  /** Whether the fingerprint is needed; it costs as much as validating the rows. */
  readonly named: boolean;
  /** Whether invalid rows are collected one by one instead of refusing the roster: a preview shows them all. */
  readonly collects?: boolean;
};

/** The result after all of it was read: a summary, or why it is refused. */
export type RosterOutcome =
  | {
      readonly options: RosterOptions;
      readonly submitted: number;
      /** Equal for equal contents, however they were written: the rows in their order, and the members next to them. */
      readonly fingerprint: Uint8Array | undefined;
    }
  | { readonly malformed: string }
  | { readonly issues: readonly Issue[] };

/**
 * Reads a roster piece by piece: validates each row and returns it as a line for COPY. Any invalid row refuses the
 * whole roster (D-116), because a row left out would cancel a member. It also consumes the rest of malformed text
 * without reading it: only at the end is it known whether the body is the signed one, which is checked first.
 */
export class RosterText {
  readonly #reading: RosterReading;
  readonly #splitter: RowSplitter<Readonly<Record<string, unknown>> | void>;
  readonly #issues: Issue[] = [];
  /** Hashes the rows' canonical forms, one per line. */
  readonly #contents: Hash | undefined;
  #malformed: MalformedRows | undefined;
  #missing: string | undefined;
  #submitted = 0;
  #lines = '';
  #refused = '';

  constructor(reading: RosterReading) {
    const row = (text: string, line?: number) => this.#add(text, line);
    this.#reading = reading;
    this.#splitter = reading.form.kind === 'lines' ? new LineSplitter(row) : new ArraySplitter('roster', row);
    this.#contents = reading.named ? createHash('sha256') : undefined;
  }

  /** The lines of the rows that end in this piece. */
  write(piece: Uint8Array): string {
    this.#catch(() => this.#splitter.write(piece));
    return this.#take();
  }

  /** The last lines, and the outcome. */
  end(): { readonly lines: string; readonly outcome: RosterOutcome } {
    let frame: Readonly<Record<string, unknown>> = {};
    this.#catch(() => (frame = this.#splitter.end() ?? {}));
    return { lines: this.#take(), outcome: this.#outcome(frame) };
  }

  /** The invalid rows so far, as lines for COPY; only if they are collected. */
  takeRefused(): string {
    const refused = this.#refused;
    this.#refused = '';
    return refused;
  }

  #outcome(frame: Readonly<Record<string, unknown>>): RosterOutcome {
    if (this.#malformed !== undefined) return { malformed: this.#malformed.message };
    if (this.#missing !== undefined) return { issues: [{ path: 'roster', message: this.#missing }] };
    const { form } = this.#reading;
    const read = form.kind === 'lines' ? form : readOptions(frame);
    if ('issues' in read) return { issues: read.issues.slice(0, maxIssues) };
    if (this.#submitted === 0) this.#issues.push({ path: 'roster', message: 'must have at least one row' });
    if (this.#issues.length > 0) return { issues: this.#issues.slice(0, maxIssues) };
    // Last, because the members next to the rows are known only at the end.
    this.#contents?.update(form.kind === 'lines' ? '' : canonicalJson(frame));
    return { options: read.options, submitted: this.#submitted, fingerprint: this.#contents?.digest() };
  }

  #take(): string {
    const lines = this.#lines;
    this.#lines = '';
    return lines;
  }

  #catch(work: () => void): void {
    if (this.#malformed !== undefined) return;
    try {
      work();
    } catch (error) {
      if (error instanceof MissingRows) this.#missing = error.issue;
      else if (error instanceof MalformedRows) this.#malformed = error;
      else throw error;
    }
  }

  #add(text: string, line: number | undefined): void {
    const { terms, maxRows } = this.#reading;
    const index = this.#submitted;
    this.#submitted += 1;
    if (this.#issues.length >= maxIssues) return;
    if (index === maxRows) this.#issues.push({ path: 'roster', message: `must have at most ${maxRows} rows` });
    const validated = validateText(text, terms, line);
    if ('issues' in validated && this.#reading.collects === true) {
      this.#refused += toRefusedLine(index, text, validated.issues);
      return;
    }
    if ('issues' in validated) {
      this.#issues.push(...validated.issues.map(({ path, message }) => ({ path: rowPath(index, path), message })));
      return;
    }
    if (this.#issues.length > 0) return;
    this.#contents?.update(`${canonicalJson(validated.value)}\n`);
    this.#lines += toLine(index, validated.members);
  }
}

const rowPath = (index: number, path: string): string => (path === '' ? `roster.${index}` : `roster.${index}.${path}`);

/** A row that is not JSON is reported by its index like any other invalid row. */
function validateText(text: string, terms: Terms, line: number | undefined) {
  if (isNestedTooDeep(text)) return { issues: [{ path: '', message: tooDeep }] };
  const value = parse(text);
  if (value === undefined) return { issues: [{ path: '', message: notJson(text, line) }] };
  const validated = validateRow(value, terms);
  if ('issues' in validated) return validated;
  const issues = unstorable(text, value);
  return issues.length > 0 ? { issues } : { ...validated, value };
}

/** In a line-based file by its line, in an array by the position inside the row. */
function notJson(text: string, line: number | undefined): string {
  const mistake = findJsonMistake(text);
  if (mistake === undefined) return 'is not valid JSON';
  const place = line === undefined ? `line ${mistake.line} of the row` : `line ${line}`;
  return `is not valid JSON: ${place}, column ${mistake.column}: ${mistake.expected} is expected`;
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
  return `${index}\t${row.vin}\t${typed(externalRef)}\t${typed(row.plan)}\t${member}\t${what}\n`;
}

/** Reasons shown for one invalid row. */
const reasonsMax = 20;

/** The VIN, if it can be read, protects the row's enrollment from being canceled. */
function toRefusedLine(index: number, text: string, issues: readonly Issue[]): string {
  const vin = (parse(text) as { vehicle?: { vin?: unknown } } | null | undefined)?.vehicle?.vin;
  const known = typeof vin === 'string' && /^[A-HJ-NPR-Z0-9]{17}$/i.test(vin) ? vin.toUpperCase() : null;
  return `${index}\t${typed(known)}\t${typed(JSON.stringify(issues.slice(0, reasonsMax)))}\n`;
}

const absent = '\\N';
const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function typed(text: string | null): string {
  if (text === null) return absent;
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text;
}
