// An api that records the calls of institutions, or one that does not: node api-process.ts <port> with|without
import { Writable } from 'node:stream';
import { createApi } from '@makewhole/server/src/app/api.ts';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';

const [port = '0', which] = process.argv.slice(2);
const config = readConfig(process.env, 'api');
const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
const service = createService('bench-request-log', config, { logTo: nowhere });
const pulse = service.pulse.run();
const { app, drain } = await createApi(service, undefined, { recordsRequests: which === 'with' });
await app.listen({ host: '127.0.0.1', port: Number(port) });

process.once('SIGTERM', () => {
  void (async () => {
    await drain.run(0);
    await pulse.stop();
    await service.close();
    process.exit(0);
  })();
});
