// npm run sbom [-- --all]: the service's components, as CycloneDX 1.5 on standard output; with --all also those that
// build and test it.
// From the lockfile: `npm sbom` treats the empty packages that replace unwanted ones as errors, and stops.
import { readFileSync } from 'node:fs';
import { type Locked, nodePrograms, readLock } from './lock.ts';

const toComponent = ({ name, version, integrity, license, dev }: Locked) => {
  const [algorithm, digest] = integrity?.split('-') ?? [];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: dev ? 'excluded' : 'required',
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && digest !== undefined
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
  };
};

const { name, version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
const all = process.argv.includes('--all');
const locked = readLock().filter(
  ({ dev, optional, integrity }) => all || (!dev && (!optional || integrity !== undefined)),
);
const unique = new Map(locked.map((one) => [`${one.name}@${one.version}`, toComponent(one)]));
const [[nodeVersion = '', programs = {}] = []] = Object.entries(nodePrograms);
const nodes = Object.entries(programs).map(([platform, content]) => ({
  type: 'platform',
  'bom-ref': `node@${nodeVersion}-${platform}`,
  name: 'node',
  version: nodeVersion,
  description: platform,
  hashes: [{ alg: 'SHA-256', content }],
}));
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name, version, licenses: [{ expression: license }] } },
  components: [...nodes, ...unique.values()],
};
console.log(JSON.stringify(bom, null, 2));
