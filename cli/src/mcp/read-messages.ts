import { readLines } from './read-lines.ts';
import type { Reply } from './messages.ts';

/** The messages of a response: one as JSON, several as an event stream, or none. */
export async function* readMessages(response: Response): AsyncGenerator<Reply> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    const message = toReply(await response.text());
    if (message !== undefined) yield message;
  } else if (type.startsWith('text/event-stream') && response.body !== null) {
    for await (const line of readLines(response.body)) {
      const message = line.startsWith('data:') ? toReply(line.slice('data:'.length)) : undefined;
      if (message !== undefined) yield message;
    }
  } else await response.body?.cancel();
}

/** Our messages are one line each, so an event has one line of data. */
function toReply(text: string): Reply | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && 'jsonrpc' in value ? (value as Reply) : undefined;
  } catch {
    return undefined;
  }
}
