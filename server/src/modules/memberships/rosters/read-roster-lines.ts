import { LineSplitter } from '#lib/json/json-rows';
import { readRows, type RosterOptions, type RosterReader } from './read-rows.ts';

/** Rows one per line; the options are in the query. */
export const readRosterLines =
  (options: RosterOptions): RosterReader =>
  async (chunks, row) => {
    await readRows(chunks, { splitterOf: (give) => new LineSplitter(give), row });
    return { options, canonical: '' };
  };
