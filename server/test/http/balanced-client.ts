import { Agent, request } from 'node:http';
import { readiness } from '#test/processes/processes';

type Tally = {
  /** Bodies of responses with status 201. */
  readonly created: { intake_id: string }[];
  /** Any other status. */
  readonly otherStatuses: number[];
  /** Requests that were sent on a connection but got no complete response. */
  readonly dropped: string[];
  /** Responses that asked to close the connection. */
  closes: number;
};

export const newTally = (): Tally => ({ created: [], otherStatuses: [], dropped: [], closes: 0 });

type Answer = { readonly status: number; readonly text: string; readonly close: boolean };

/** Sends one request on a persistent connection; distinguishes a failure before the connection from one after it. */
function post(url: string, agent: Agent, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let connected = false;
    const fail = (error: Error) => reject(Object.assign(error, { connected }));
    const outgoing = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } });
    outgoing.on('socket', (socket) => {
      connected = !socket.connecting;
      if (connected) return;
      socket.once('connect', () => {
        connected = true;
      });
    });
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('error', fail);
      incoming.on('end', () => {
        const close = incoming.headers.connection === 'close';
        resolve({ status: incoming.statusCode ?? 0, text, close });
      });
    });
    outgoing.end(body);
  });
}

/**
 * Sends requests without a pause over one persistent connection, as a load balancer does: after a response that closes
 * it, it opens a new one only while /readyz succeeds. Ends when that fails, or when it cannot connect.
 */
export async function hammer(baseUrl: string, nextBody: () => unknown, tally: Tally): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (;;) {
      const answer = await post(`${baseUrl}/api/agent/v1/intakes`, agent, JSON.stringify(nextBody()));
      if (answer.status === 201) tally.created.push(JSON.parse(answer.text));
      else tally.otherStatuses.push(answer.status);
      if (!answer.close) continue;
      tally.closes += 1;
      if ((await readiness(baseUrl)) !== 200) return;
    }
  } catch (error) {
    const { connected, message } = error as Error & { connected?: boolean };
    if (connected !== false) tally.dropped.push(message);
  } finally {
    agent.destroy();
  }
}
