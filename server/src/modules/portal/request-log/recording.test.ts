import { describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { requestLogMetrics } from '#mount/portal/request-log/metrics';
import { transact } from '#platform/db';
import { deleteOld } from '#test/database/delete-old';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { until } from '#test/until';
import { listRequests } from './request-log.ts';
import { maintainLog } from '../request-retention/maintain-log.ts';
import { personalData } from '../personal-data.ts';
import { RequestRecorder } from '../request-recording/request-recorder.ts';
import type { AnsweredCall } from './rules.ts';

const harness = useHarness();
/** The context that an API process uses: its role, not limited to an account. */
const apiCtx = (): Ctx => ({ ...harness.current.ctx, db: harness.current.apiDb });

async function givenOwner() {
  const { institutionId, keyId, key } = await givenPartner(harness.current);
  return { key, owner: { institutionId, livemode: false, credentialId: keyId } };
}

const callOf = (owner: AnsweredCall['owner'], changes: Partial<AnsweredCall> = {}): AnsweredCall => ({
  id: newId('req', new Date()),
  at: harness.current.clock.now(),
  method: 'GET',
  route: '/api/gap/v1/me',
  path: '/api/gap/v1/me',
  queryNames: [],
  status: 200,
  code: undefined,
  issuePaths: [],
  durationMs: 1.4,
  clientAddress: '203.0.113.7',
  replayed: false,
  objectIds: [],
  owner,
  content: undefined,
  ...changes,
});

const countRows = async (institutionId: string): Promise<number> => {
  const text = 'select count(*)::integer as rows from request_log.requests where institution_id = $1';
  return (await harness.current.ctx.db.find<{ rows: number }>({ text, values: [institutionId] }))?.rows ?? 0;
};

describe('the request recorder', () => {
  it('the recorder writes waiting calls when its process ends', async () => {
    const { owner } = await givenOwner();
    const recorder = new RequestRecorder(apiCtx());
    for (let turn = 0; turn < 3; turn += 1) recorder.add(callOf(owner));
    await recorder.stop();
    expect(await countRows(owner.institutionId)).toBe(3);
  });

  it('the recorder drops calls that exceed the queue and records how many', async () => {
    const { owner } = await givenOwner();
    const recorder = new RequestRecorder(apiCtx());
    for (let turn = 0; turn < 5600; turn += 1) recorder.add(callOf(owner));
    await recorder.stop();
    const page = await listRequests(harness.current.ctx, owner, {});
    const recorded = await countRows(owner.institutionId);
    const missed = page.unrecorded.map(({ reason, calls }) => ({ reason, calls }));
    // The first batch leaves the queue before the last call arrives.
    expect(missed).toEqual([{ reason: 'queue_full', calls: 5600 - recorded }]);
    expect(recorded).toBeGreaterThanOrEqual(5000);
    const { values } = await harness.current.ctx.metrics.of(requestLogMetrics).calls.get();
    expect(values.find(({ labels }) => labels.outcome === 'queue_full')?.value).toBe(5600 - recorded);
  });

  it('the recorder drops bodies before it holds too many bytes, and still records the call', async () => {
    const { owner } = await givenOwner();
    const recorder = new RequestRecorder(apiCtx());
    const bytes = Buffer.alloc(65_536, 'x');
    const body = { bytes, length: bytes.length };
    const content = { target: '/', headers: [], requestBody: body, responseBody: body };
    for (let turn = 0; turn < 140; turn += 1) recorder.add(callOf(owner, { content }));
    await until('all calls', async () => (await countRows(owner.institutionId)) === 140);
    const text = 'select count(*)::integer as rows from request_log.contents where institution_id = $1';
    const values = [owner.institutionId];
    const stored = (await harness.current.ctx.db.find<{ rows: number }>({ text, values }))?.rows ?? 0;
    // 16 MiB, plus the first batch, which left the queue earlier.
    expect([stored >= 124, stored < 140]).toEqual([true, true]);
    for (let turn = 0; turn < 100; turn += 1) recorder.add(callOf(owner, { content }));
    // When its process ends, the recorder gives up bodies to save the calls.
    await recorder.stop();
    expect(await countRows(owner.institutionId)).toBe(240);
  });

  it('the recorder writes the other calls when one cannot be written, and counts that one', async () => {
    const { owner } = await givenOwner();
    const recorder = new RequestRecorder(apiCtx());
    recorder.add(callOf(owner));
    recorder.add(callOf(owner, { route: 'x'.repeat(201) }));
    recorder.add(callOf(owner));
    await recorder.stop();
    const { data, unrecorded } = await listRequests(harness.current.ctx, owner, {});
    expect([data.length, unrecorded.map(({ reason, calls }) => [reason, calls])]).toEqual([2, [['not_written', 1]]]);
  });

  it('the recorder waits for an unavailable database and loses no queued call', async () => {
    const { owner } = await givenOwner();
    const ctx = apiCtx();
    const state = { away: true, tries: 0 };
    const seeing: Ctx['db']['seeing'] = (rows) => {
      state.tries += 1;
      if (state.away) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      return ctx.db.seeing(rows);
    };
    const recorder = new RequestRecorder({ ...ctx, db: { ...ctx.db, seeing } });
    recorder.add(callOf(owner));
    await until('the first try', () => state.tries > 0);
    state.away = false;
    recorder.add(callOf(owner));
    await recorder.stop();
    expect(await countRows(owner.institutionId)).toBe(2);
  });
});

describe('request log retention', () => {
  it('the log has one partition for each day, however often maintenance runs', async () => {
    const h = harness.current;
    const count = async () => {
      const text = `select count(*)::integer as days from platform.day_partitions('request_log.requests')`;
      return (await h.ctx.db.find<{ days: number }>({ text, values: [] }))?.days;
    };
    await maintainLog(h.ctx);
    const once = await count();
    await maintainLog(h.ctx);
    expect([await count(), (once ?? 0) >= 8]).toEqual([once, true]);
    const { owner } = await givenOwner();
    const recorder = new RequestRecorder(apiCtx());
    recorder.add(callOf(owner));
    await recorder.stop();
    const text = 'select count(*)::integer as rows from request_log.requests_default where institution_id = $1';
    expect(await h.owner.find({ text, values: [owner.institutionId] })).toEqual({ rows: 0 });
  });

  it('counts of unrecorded calls are kept for 30 days, however often deletion runs', async () => {
    const { owner } = await givenOwner();
    const recorder = new RequestRecorder(apiCtx());
    for (let turn = 0; turn < 62; turn += 1) recorder.add(callOf(owner, { status: 401 }));
    await recorder.stop();
    expect(await deleteOld(harness.current.ctx, 'request_log.unrecorded')).toBe(0);
    harness.current.clock.advance(31 * 86_400);
    expect(await deleteOld(harness.current.ctx, 'request_log.unrecorded')).toBeGreaterThan(0);
    expect(await deleteOld(harness.current.ctx, 'request_log.unrecorded')).toBe(0);
  });

  it('erasing the person in a referral deletes the bodies of its institution’s calls', async () => {
    const h = harness.current;
    const [{ owner, key }, other] = [await givenOwner(), await givenOwner()];
    const { id } = await givenReferral(h, key);
    const content = { target: '/', headers: [], requestBody: undefined, responseBody: undefined };
    const recorder = new RequestRecorder(apiCtx());
    for (const one of [owner, other.owner]) recorder.add(callOf(one, { content }));
    await recorder.stop();
    const left = async () => {
      const text = 'select distinct institution_id as id from request_log.contents where institution_id = any($1)';
      const values = [[owner.institutionId, other.owner.institutionId]];
      return (await h.ctx.db.many<{ id: string }>({ text, values })).map((row) => row.id);
    };
    await until('the call of the referral too', async () => (await countRows(owner.institutionId)) === 2);
    const { erase } = personalData['request_log.contents'] ?? {};
    if (typeof erase !== 'function') throw new Error('nothing is erased');
    await transact(h.ctx, (tx) => erase(tx, { ids: [id], hashes: [], contacts: [] }));
    expect(await left()).toEqual([other.owner.institutionId]);
  });
});
