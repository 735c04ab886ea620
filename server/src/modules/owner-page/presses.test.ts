import { describe, expect, it } from 'vitest';
import { useQueueDay } from '#test/fixtures/queue-day';
import { useHarness } from '#test/harness';
import { givenPage as givenOwnPage, pressStop } from './testing.ts';

// Covers buttons on the customer's page that are submitted twice, at the same time, or too late.

const server = useHarness({ gapRequestsPerMin: 1_000_000 });
const harness = () => server.current;
const day = useQueueDay(harness);

const givenPage = () => givenOwnPage(harness());

type Row = {
  readonly ready: boolean;
  readonly next_call_at: Date | null;
  readonly callback_at: Date | null;
  readonly stopped_channels: readonly string[];
  readonly consent: number;
  readonly requests: number;
};

const rowOf = (id: string): Promise<Row | undefined> =>
  harness().ctx.db.find<Row>({
    text: `select c.ready, c.next_call_at, c.callback_at, c.stopped_channels,
      (select count(*)::int from consent.entries e where e.subject_id = c.source_id) as consent,
      (select count(*)::int from self_service.requests r where r.consultation_id = c.id) as requests
      from consultations.consultations c where c.id = $1`,
    values: [id],
  });

describe('a customer who ticks “No calls” and takes it back', () => {
  it('an uncalled customer who allows calls again returns to the queue immediately', async () => {
    const { id, post } = await givenPage();
    await post('channels', { channels: 'set', call: 'stop' });
    expect(await rowOf(id)).toMatchObject({ ready: false, next_call_at: null, stopped_channels: ['call'] });
    await post('channels', { channels: 'set' });
    expect(await rowOf(id)).toMatchObject({ ready: true, next_call_at: null, stopped_channels: [] });
  });

  it('a customer who allows calls again is not called before the pause after the last call ends', async () => {
    const { receipt, id, post } = await givenPage();
    await day.staff(`/intakes/${receipt.intake_id}/calls`, { outcome: 'no_answer' });
    await post('channels', { channels: 'set', call: 'stop' });
    await post('channels', { channels: 'set' });
    const after = await rowOf(id);
    expect(after).toMatchObject({ ready: false, stopped_channels: [] });
    expect(after?.next_call_at?.getTime()).toBeGreaterThan(harness().clock.now().getTime());
  });

  it('allowing calls changes nothing and adds no consent entry once all contact has ended', async () => {
    const { id, post } = await givenPage();
    await post('channels', { channels: 'set', text: 'stop' });
    await pressStop(harness(), id);
    const before = await rowOf(id);
    await post('channels', { channels: 'set' });
    await post('channels', { channels: 'set', email: 'stop' });
    expect(await rowOf(id)).toEqual(before);
  });
});

describe('two identical submissions at the same time', () => {
  it('two identical submissions have the effect of one', async () => {
    const { id, get, post } = await givenPage();
    const slot = /<option\s+value="([^"]+)"/.exec((await get()).text)?.[1] ?? '';
    const before = await rowOf(id);
    for (const [what, fields] of [
      ['call', { at: slot }],
      ['channels', { channels: 'set', text: 'stop' }],
      ['requests', { kind: 'delete' }],
      ['facts', { odometer: '41000' }],
    ] as const) {
      const answers = await Promise.all([post(what, fields), post(what, fields)]);
      expect([what, ...answers.map(({ status }) => status)]).toEqual([what, 303, 303]);
    }
    const after = await rowOf(id);
    expect(after).toMatchObject({ stopped_channels: ['text'], requests: 1, consent: (before?.consent ?? 0) + 1 });
    expect(after?.callback_at?.toISOString()).toBe(slot);
  });
});

describe('repeated corrections', () => {
  it('corrections are refused with a message after twenty within an hour, because each one reads the market', async () => {
    const { post } = await givenPage();
    for (let miles = 1; miles <= 20; miles += 1)
      expect((await post('facts', { odometer: String(miles) })).status).toBe(303);
    const { status, text } = await post('facts', { odometer: '21' });
    expect([status, text.includes('<h1')]).toEqual([429, true]);
  });
});
