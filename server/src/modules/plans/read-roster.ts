import { canonicalJson } from '#lib/canonical-json';
import { ArraySplitter, LineSplitter, MalformedRows, withoutMark, type RowSplitter } from '#lib/json-rows';
import { malformedBody, validationFailed, type Issue } from '#platform/errors';
import { maxIssues } from '#platform/http';

/** What a roster is to do, beside its rows. */
export type RosterOptions = { readonly mode: 'apply' | 'dry_run'; readonly confirmCancelCount: number | undefined };

export type RosterHead = {
  readonly options: RosterOptions;
  /** What the body has beside its rows, in the one form that equal values have. */
  readonly canonical: string;
};

/** A roster as it comes in: each row's text goes to `row`, and what is around the rows is known at the end. */
export type RosterReader = (
  chunks: AsyncIterable<Uint8Array>,
  row: (text: string) => Promise<void> | undefined,
) => Promise<RosterHead>;

const modes = ['apply', 'dry_run'] as const;

/** Rows one per line; the options came with the address. */
export const readLines =
  (options: RosterOptions): RosterReader =>
  async (chunks, row) => {
    await readRows(chunks, { splitterOf: (give) => new LineSplitter(give), row });
    return { options, canonical: '' };
  };

/** One object with the rows in it, read as it comes. */
export const readObject: RosterReader = async (chunks, row) => {
  const frame = await readRows(chunks, { splitterOf: (give) => new ArraySplitter('roster', give), row });
  return { options: readOptions(frame), canonical: canonicalJson(frame) };
};

type Splitting<Frame> = {
  readonly splitterOf: (give: (text: string) => void) => RowSplitter<Frame>;
  readonly row: (text: string) => Promise<void> | undefined;
};

/**
 * Reads to the end also what turns out to be malformed: only there is known whether it is what was signed, which comes
 * first, and a caller that is still sending does not hear an answer.
 */
async function readRows<Frame>(chunks: AsyncIterable<Uint8Array>, { splitterOf, row }: Splitting<Frame>) {
  const texts: string[] = [];
  const splitter = splitterOf((text) => texts.push(text));
  let malformed: MalformedRows | undefined;
  for await (const chunk of withoutMark(chunks)) {
    if (malformed !== undefined) continue;
    malformed = caught(() => splitter.write(chunk));
    for (const text of texts.splice(0)) {
      const busy = row(text);
      if (busy) await busy;
    }
  }
  let frame: Frame | undefined;
  malformed ??= caught(() => (frame = splitter.end()));
  if (malformed !== undefined) throw malformedBody(malformed.message);
  for (const text of texts) await row(text);
  return frame as Frame;
}

function caught(work: () => void): MalformedRows | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof MalformedRows) return error;
    throw error;
  }
}

function readOptions(frame: Readonly<Record<string, unknown>>): RosterOptions {
  const { mode = 'apply', confirm_cancel_count: confirmed, roster: _rows, ...others } = frame;
  const issues: Issue[] = Object.keys(others).map((path) => ({ path, message: 'is not a known member' }));
  const known = modes.find((one) => one === mode);
  if (known === undefined) issues.push({ path: 'mode', message: `must be one of: ${modes.join(', ')}` });
  if (confirmed !== undefined && !(Number.isSafeInteger(confirmed) && (confirmed as number) >= 0))
    issues.push({ path: 'confirm_cancel_count', message: 'must be a whole number' });
  if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
  return { mode: known ?? 'apply', confirmCancelCount: confirmed as number | undefined };
}
