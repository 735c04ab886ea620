import { joinBytes, toBytes, type Bytes } from '../bytes.ts';

export type Rows<T> = Iterable<T> | AsyncIterable<T>;

/** Enough lines for a chunk of reasonable size: a row is about 200 bytes. */
const rowsPerChunk = 200;

/** One JSON text per line, a chunk at a time. */
export async function* toLines<T>(rows: Rows<T>): AsyncGenerator<Bytes, void> {
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(`${JSON.stringify(row)}\n`);
    if (lines.length < rowsPerChunk) continue;
    yield toBytes(lines.join(''));
    lines = [];
  }
  if (lines.length > 0) yield toBytes(lines.join(''));
}

/** Reads the rows only as fast as they are sent. */
export function toNdjsonStream<T>(rows: Rows<T>): ReadableStream<Uint8Array> {
  const lines = toLines(rows);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await lines.return();
    },
  });
}

export async function collectNdjson<T>(rows: Rows<T>): Promise<Bytes> {
  const chunks: Bytes[] = [];
  for await (const chunk of toLines(rows)) chunks.push(chunk);
  return joinBytes(chunks);
}
