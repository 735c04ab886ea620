import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { givenAppraisal } from '#testing/appraisals';
import { givenStaffToken } from '#testing/staff';
import { useCardHarness } from '#test/doubles/stripe';

// Text that staff type about a customer may contain any name, so it is encrypted wherever it is stored.

const parts = useCardHarness();
let lead = '';
beforeAll(async () => {
  lead = await givenStaffToken(parts.current.harness, 'lead');
});

const at = (path: string) => `/api/staff/v1${path}`;

const post = async (path: string, body: unknown) => {
  const { status, body: answer, text } = await parts.current.harness.call('POST', at(path), { token: lead, body });
  expect([path, status, text]).toEqual([path, expect.toBeOneOf([200, 201]), text]);
  return answer;
};

/** Every table with the word in any column of any row. */
async function listTablesWith(word: string): Promise<string[]> {
  const { pool } = parts.current.harness.ctx.db;
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, [word]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

describe('texts of the team about a case', () => {
  it('are read on the case and stand nowhere in the database as they were typed', async () => {
    const { harness } = parts.current;
    const word = `canary${randomUUID().slice(0, 8)}`;
    const given = await givenAppraisal(harness);
    const id = given.consultationId;
    const { id: staffId } = (await harness.call('GET', at('/me'), { token: lead })).body;
    await post(`/cases/${id}/notes`, { words: `noted ${word}`, draft_key: randomUUID() });
    await post(`/consultations/${id}/assignee`, { staff_id: staffId, reason: `assigned ${word}` });
    await given.compose();
    await given.release();
    await post(`/cases/${id}/appraisal/withdraw`, { number: 1, reason: `withdrawn ${word}` });
    await post(`/consultations/${id}/payments`, {
      product: 'research',
      amount_cents: 19_900,
      method: 'check',
      paid_on: '2026-11-15',
      note: `paid ${word}`,
    });
    await post(`/consultations/${id}/close`, { reason: 'other', note: `closed ${word}` });
    await post(`/consultations/${id}/reopen`, { reason: `reopened ${word}` });
    const shown = JSON.stringify([
      (await harness.call('GET', at(`/board/cases/${id}`), { token: lead })).body,
      (await harness.call('GET', at(`/cases/${id}/appraisal`), { token: lead })).body,
    ]);
    for (const verb of ['noted', 'assigned', 'withdrawn', 'paid', 'closed', 'reopened'])
      expect(shown).toContain(`${verb} ${word}`);
    expect(await listTablesWith(word)).toEqual([]);
    expect(await listTablesWith(id)).toContain('consultations.closings');
  });
});
