import { describe, expect, it } from 'vitest';
import { absentProofs, wordlessProofs, findProofs, readPage, tableRows } from './proofs.ts';

// SECURITY.md names a test for each row; a row without proof is only an intention.

const page = readPage('SECURITY.md');
/** Those that say what is done against something; how soon a hole is closed is a promise. */
const [claims = ''] = page.split('## Packages with known holes');
const rows = tableRows(claims).map((cells) => ({ against: cells[0] ?? '', proof: cells.at(-1) ?? '' }));

describe('every row of SECURITY.md', () => {
  it('names a test, or says why there is none', () => {
    expect(rows.length).toBeGreaterThan(45);
    const bare = rows.filter(({ proof }) => findProofs(proof).length === 0 && !/^no test: \S/.test(proof));
    expect(bare.map(({ against }) => against)).toEqual([]);
  });

  it('names tests that exist', () => {
    expect(rows.flatMap(({ against, proof }) => absentProofs(proof).map((name) => `${against}: ${name}`))).toEqual([]);
  });

  it('names no test file without a test title', () => {
    expect(rows.flatMap(({ proof }) => wordlessProofs(proof))).toEqual([]);
  });
});

describe('SECURITY.md', () => {
  it.each(['Signatures', 'Sign-in and sessions of the team', 'The audit trail', 'The readers', 'The card provider'])(
    'has a part about: %s',
    (heading) => {
      expect(page).toContain(`### ${heading}`);
    },
  );
});
