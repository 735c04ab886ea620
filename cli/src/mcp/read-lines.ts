/** The longest message that a client may send: a report of three megabytes in base64, plus the surrounding JSON. */
const lineMax = 6_000_000;

/**
 * The lines of a stream, without blank ones. A line longer than any message is passed on truncated, and refused as
 * invalid JSON.
 */
export async function* readLines(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = (lines.pop() ?? '').slice(0, lineMax);
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}
