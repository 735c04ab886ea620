// `npm run dev`. In plain JavaScript, so that a Node that cannot run TypeScript still prints the sentence below.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `npm run dev needs Node 24, and this is ${process.versions.node}: run npm ci, which installs it for this folder, or install Node 24.`,
  );
  process.exit(1);
}
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/makewhole', import.meta.url)));
await import('./run-dev.ts');
