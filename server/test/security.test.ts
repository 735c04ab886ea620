import { describe, expect, it } from 'vitest';
import { absentProofs, wordlessProofs, findProofs, readPage, tableRows } from './proofs.ts';

// The page of controls names a test for each row; a row without proof is only an intention.

const page = readPage('docs/security/controls.md');
const rows = tableRows(page).map((cells) => ({ against: cells[0] ?? '', proof: cells.at(-1) ?? '' }));

describe('every control', () => {
  it('names a test', () => {
    expect(rows.length).toBeGreaterThan(140);
    const bare = rows.filter(({ proof }) => findProofs(proof).length === 0);
    expect(bare.map(({ against }) => against)).toEqual([]);
  });

  it('names tests that exist', () => {
    expect(rows.flatMap(({ against, proof }) => absentProofs(proof).map((name) => `${against}: ${name}`))).toEqual([]);
  });

  it('names no test file without a test title', () => {
    expect(rows.flatMap(({ proof }) => wordlessProofs(proof))).toEqual([]);
  });
});

describe('the page of controls', () => {
  const parts =
    'Signatures,Sign-in and sessions,Audit trail,Document sandbox,Card provider,Portal,Agent console,MCP,File imports';

  it.each(parts.split(','))('has a part about %s', (heading) => expect(page).toContain(`## ${heading}\n`));
});

describe('SECURITY.md', () => {
  it('is one page that says how to report and links to the rest', () => {
    const security = readPage('SECURITY.md');
    expect(security.split('\n').length).toBeLessThan(60);
    expect(security).toContain('## Reporting');
    for (const name of ['threat-model', 'controls', 'access', 'cryptography', 'logging', 'retention', 'asvs'])
      expect(security).toContain(`(docs/security/${name}.md)`);
  });
});
