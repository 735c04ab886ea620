import { MalformedRows, stripByteOrderMark, type RowSplitter } from '#lib/json/json-rows';
import { malformedBody } from '#platform/errors';

/** What to do with a roster, beside its rows. */
export type RosterOptions = { readonly mode: 'apply' | 'dry_run'; readonly confirmCancelCount: number | undefined };

type RosterHead = {
  readonly options: RosterOptions;
  /** The members beside the rows, in canonical form, so that equal values are equal text. */
  readonly canonical: string;
};

/** Reads a roster as it arrives: each row's text goes to `row`, and the other members are known at the end. */
export type RosterReader = (
  chunks: AsyncIterable<Uint8Array>,
  row: (text: string) => Promise<void> | undefined,
) => Promise<RosterHead>;

type Splitting<Frame> = {
  readonly splitterOf: (give: (text: string) => void) => RowSplitter<Frame>;
  readonly row: (text: string) => Promise<void> | undefined;
};

/**
 * Also reads malformed input to the end: only then is it known whether the body is the signed one, which is checked
 * first, and a client that is still sending cannot read a response.
 */
export async function readRows<Frame>(chunks: AsyncIterable<Uint8Array>, { splitterOf, row }: Splitting<Frame>) {
  const texts: string[] = [];
  const splitter = splitterOf((text) => texts.push(text));
  let malformed: MalformedRows | undefined;
  for await (const chunk of stripByteOrderMark(chunks)) {
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
