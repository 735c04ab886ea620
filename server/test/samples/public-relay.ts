import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';

/** The public address of a service that is started later; it can lose a response. */
export type PublicRelay = {
  readonly url: string;
  pointTo(serviceUrl: string): void;
  /** The service executes the next request, but its response never arrives. */
  loseNextAnswer(): void;
  close(): Promise<void>;
};

export async function startPublicRelay(): Promise<PublicRelay> {
  let [serviceUrl, losing] = ['', false];
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const lost = losing;
    losing = false;
    const onward = forward(serviceUrl + url, { method, headers }, (answer) => {
      if (lost) {
        answer.resume().on('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => request.socket.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    pointTo(url) {
      serviceUrl = url;
    },
    loseNextAnswer() {
      losing = true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
