// The reference client as a program: node run-reference.ts agent, or partner.
// oxlint-disable node/no-process-env -- a separate program that is configured by its environment
import { runReferenceClient } from './reference-client.ts';

const ended = new AbortController();
process.once('SIGTERM', () => ended.abort());
await runReferenceClient(process.argv[2] === 'partner' ? 'partner' : 'agent', {
  env: process.env,
  report: (line) => void process.stdout.write(`${line}\n`),
  signal: ended.signal,
});
