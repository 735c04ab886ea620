/** The longest message a client may send: a report of three megabytes in base64, and what is around it. */
const lineMax = 6_000_000;

/** The lines of a stream, without blank ones; a longer line than any message is passed on cut, and refused as no JSON. */
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
