import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
  readonly body: any;
};

type RawExchange = {
  /** The responses, until the server closed or became idle. */
  readonly answers: readonly RawAnswer[];
  /** Whether the server closed it, or we after the expected responses. */
  readonly closedByServer: boolean;
};

type RawOptions = {
  /** Closes the connection from our side after this many responses; otherwise the server must. */
  readonly answers?: number;
  /** The response to HEAD has the length of a body that is not sent. */
  readonly head?: boolean;
  readonly timeoutMs?: number;
};

/** Sends raw bytes over a dedicated socket: requests that no HTTP client would send. */
export function exchange(
  baseUrl: string,
  bytes: string | Buffer,
  { answers: wanted, head = false, timeoutMs = 10_000 }: RawOptions = {},
): Promise<RawExchange> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const read = () => parseAnswers(Buffer.concat(chunks), head);
    const socket = connect({ host: hostname, port: Number(port) });
    let closedByUs = false;
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no end within ${timeoutMs} ms`)));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (wanted === undefined || read().length < wanted) return;
      closedByUs = true;
      socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ answers: read(), closedByServer: !closedByUs }));
    socket.write(bytes);
  });
}

/** A request as text: the lines, the empty line, the body. */
export const request = (lines: readonly string[], body = ''): string => `${lines.join('\r\n')}\r\n\r\n${body}`;

/** Parses responses with a Content-Length, which all responses of this service have. */
function parseAnswers(bytes: Buffer, head: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = head ? 0 : Number(headers['content-length'] ?? 0);
    if (rest.length < end + 4 + length) return answers;
    const text = rest.subarray(end + 4, end + 4 + length).toString('utf8');
    const json = headers['content-type']?.includes('json') === true && text !== '';
    answers.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      text,
      body: json ? JSON.parse(text) : undefined,
    });
    rest = rest.subarray(end + 4 + length);
  }
}
