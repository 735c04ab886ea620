import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenSession } from '#testing/staff';

const harness = useHarness();

it('the trail can be listed and exported as sentences, without views', async () => {
  const { current } = harness;
  const { headers, staffId } = await givenSession(current);
  const get = (path: string) => current.call('GET', `/api/staff/v1${path}`, { headers });
  await get('/settings');
  await current.call('PATCH', '/api/staff/v1/settings', { headers, body: { registration_open: true } });
  const { body } = await get(`/audit?views=hidden&staff_id=${staffId}`);
  expect(body.data.map(({ did, kind }: Record<string, string>) => [kind, did])).toEqual([
    ['action', 'turned a program on or off'],
    ['action', 'signed in'],
  ]);
  const { body: all } = await get(`/audit?views=shown&staff_id=${staffId}`);
  expect(all.data.map(({ kind }: Record<string, string>) => kind)).toContain('view');
  const csv = await get(`/audit.csv?views=hidden&staff_id=${staffId}&operation=switches.set`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [header = '', row = '', end] = csv.text.split('\r\n');
  expect(header.split(',').slice(0, 6)).toEqual(['seq', 'at', 'who', 'did', 'kind', 'operation']);
  expect(row.split(',').slice(2, 6)).toEqual([
    'Synthetic Staff',
    'turned a program on or off',
    'action',
    'switches.set',
  ]);
  expect(end).toBe('');
  const later = new Date(current.clock.now().getTime() + 86_400_000).toISOString();
  expect((await get(`/audit.csv?created_from=${later}`)).text.trimEnd().split('\r\n')).toHaveLength(1);
  const lead = await givenSession(current, 'lead');
  expect((await current.call('GET', '/api/staff/v1/audit.csv', { headers: lead.headers })).status).toBe(403);
});

it('the export has every entry that matches, however many', async () => {
  const { current } = harness;
  const { headers, staffId } = await givenSession(current);
  const owner = await current.owner.pool.connect();
  // Without the trigger that maintains the chain: only their number matters here.
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query(
    `insert into audit.entries select r.*
      from (select * from audit.entries where staff_id = $1 limit 1) e, generate_series(1, 10500) n,
        jsonb_populate_record(null::audit.entries, to_jsonb(e) || jsonb_build_object('seq', e.seq + 1000000 + n)) r`,
    [staffId],
  );
  await owner.query('commit');
  owner.release();
  const csv = await current.call('GET', `/api/staff/v1/audit.csv?staff_id=${staffId}&kind=action`, { headers });
  expect(csv.text.trimEnd().split('\r\n').length).toBeGreaterThan(10_501);
});
