import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stateFacts } from '../../server/src/modules/board/staff-routes.ts';
import { nameSources } from '../../server/src/modules/vehicles/names/name-source-data.ts';
import { describeFieldSources } from './field-sources.ts';

const page = readFileSync(new URL('../../docs/product/sources.md', import.meta.url), 'utf8');

describe('docs/product/sources.md', () => {
  it('equals the page generated from the tables', () => {
    expect(page).toBe(describeFieldSources());
  });

  it('has the URL of every fact and every source of a name', () => {
    for (const { url, citation } of stateFacts) {
      expect(page).toContain(`](${url})`);
      expect(page).toContain(citation);
    }
    for (const source of Object.values(nameSources)) expect(page).toContain(source);
  });

  it('lists for every state and topic a fact, or that it is unknown', () => {
    const unknown = page.split('### Unknown')[1] ?? '';
    expect(unknown).toMatch(/- appraisal: .*\bCA\b/);
    expect(unknown).not.toMatch(/- appraisal: .*\bTX\b/);
  });
});
