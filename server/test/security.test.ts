import { describe, expect, it } from 'vitest';
import { absentProofs, wordlessProofs, findProofs, readPage, tableRows } from './proofs.ts';

// SECURITY.md names a test for each row; a claim without proof is only an intention.

const page = readPage('SECURITY.md');
/** Only the sections that describe a protection; how soon a vulnerability is fixed is a promise. */
const [claims = ''] = page.split('## Packages with known holes');
const rows = tableRows(claims).map((cells) => ({ against: cells[0] ?? '', proof: cells.at(-1) ?? '' }));

describe('every row of SECURITY.md', () => {
  it('each row names a test, or gives a reason why there is none', () => {
    expect(rows.length).toBeGreaterThan(45);
    const bare = rows.filter(({ proof }) => findProofs(proof).length === 0 && !/^no test: \S/.test(proof));
    expect(bare.map(({ against }) => against)).toEqual([]);
  });

  it('each row names existing tests', () => {
    expect(rows.flatMap(({ against, proof }) => absentProofs(proof).map((name) => `${against}: ${name}`))).toEqual([]);
  });

  it('no row names a test file without a test title', () => {
    expect(rows.flatMap(({ proof }) => wordlessProofs(proof))).toEqual([]);
  });
});

describe('SECURITY.md', () => {
  it.each(['Signatures', 'Sign-in and sessions of the team', 'The audit trail', 'The readers', 'The card provider'])(
    'SECURITY.md has a section about: %s',
    (heading) => {
      expect(page).toContain(`### ${heading}`);
    },
  );
});
