import { ArraySplitter, MalformedRows, splitLines } from '#lib/json-rows';
import { malformedBody, validationFailed, type Issue } from '#platform/errors';

/** What a roster is to do, beside its rows. */
export type RosterOptions = { readonly mode: 'apply' | 'dry_run'; readonly confirmCancelCount: number | undefined };

/** A roster as it comes in: each row's text goes to `row`, and the options are known at the end. */
export type RosterReader = (
  chunks: AsyncIterable<Uint8Array>,
  row: (text: string) => Promise<void> | void,
) => Promise<RosterOptions>;

const modes = ['apply', 'dry_run'] as const;

/** Rows one per line; the options came with the address. */
export const readLines =
  (options: RosterOptions): RosterReader =>
  async (chunks, row) => {
    try {
      for await (const line of splitLines(chunks)) await row(line);
    } catch (error) {
      throw told(error);
    }
    return options;
  };

/** One object with the rows in it, read as it comes. */
export const readObject: RosterReader = async (chunks, row) => {
  const texts: string[] = [];
  const splitter = new ArraySplitter('roster', (text) => texts.push(text));
  try {
    for await (const chunk of chunks) {
      splitter.write(chunk);
      for (const text of texts.splice(0)) await row(text);
    }
    return readOptions(splitter.end());
  } catch (error) {
    throw told(error);
  }
};

const told = (error: unknown): unknown =>
  error instanceof MalformedRows || error instanceof SyntaxError
    ? malformedBody(error instanceof MalformedRows ? error.message : 'The body is not valid JSON.')
    : error;

function readOptions(frame: unknown): RosterOptions {
  const {
    mode = 'apply',
    confirm_cancel_count: confirmed,
    roster: _rows,
    ...others
  } = frame as Record<string, unknown>;
  const issues: Issue[] = Object.keys(others).map((path) => ({ path, message: 'is not a known member' }));
  const known = modes.find((one) => one === mode);
  if (known === undefined) issues.push({ path: 'mode', message: `must be one of: ${modes.join(', ')}` });
  if (confirmed !== undefined && !(Number.isSafeInteger(confirmed) && (confirmed as number) >= 0))
    issues.push({ path: 'confirm_cancel_count', message: 'must be a whole number' });
  if (issues.length > 0) throw validationFailed(issues);
  return { mode: known ?? 'apply', confirmCancelCount: confirmed as number | undefined };
}
