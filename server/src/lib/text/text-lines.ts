/** A line of a file with its number, from 1; without text where it is too long or not UTF-8. */
export type TextLine = { readonly line: number; readonly text: string | undefined };

// Fatal, so that invalid UTF-8 is detected.
const utf8 = new TextDecoder('utf-8', { fatal: true });
const newline = 0x0a;

/** The lines of a stream, in batches of one chunk; a line longer than `maxBytes` is not buffered. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<TextLine[]> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let line = 0;
  const take = (last: Uint8Array): TextLine => {
    const isWithinLimit = pendingBytes + last.length <= maxBytes;
    const text = isWithinLimit ? decode(pending.length === 0 ? last : Buffer.concat([...pending, last])) : undefined;
    pending = [];
    pendingBytes = 0;
    line += 1;
    return { line, text };
  };
  for await (const chunk of chunks) {
    const lines: TextLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      lines.push(take(chunk.subarray(start, end)));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    // Beyond the limit only the length is counted.
    if (pendingBytes <= maxBytes && rest.length > 0) pending.push(Uint8Array.from(rest));
    pendingBytes += rest.length;
    yield lines;
  }
  if (pendingBytes > 0) yield [take(new Uint8Array())];
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = utf8.decode(bytes);
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  } catch {
    return undefined;
  }
}
