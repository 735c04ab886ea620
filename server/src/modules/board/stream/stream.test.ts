import { describe, expect, it } from 'vitest';
import { startHarness, useHarness, type Answer, type Harness } from '#test/harness';
import { until } from '#test/until';
import { givenSession, givenStaffToken, type Browser } from '#testing/staff';
import { givenIntake, givenTeam } from '#testing/intakes';

const harness = useHarness();

type Heard = { readonly id: string | undefined; readonly event: string; readonly cases: readonly string[] };

/** A board's stream, and the messages received on it. */
async function listen({ baseUrl }: Harness, by: string | Readonly<Record<string, string>>, lastEventId?: string) {
  const heard: Heard[] = [];
  const stop = new AbortController();
  const response = await fetch(`${baseUrl}/api/staff/v1/stream`, {
    signal: stop.signal,
    headers: {
      ...(typeof by === 'string' ? { authorization: `Bearer ${by}` } : by),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const ended = read(response, heard).catch(() => undefined);
  return { response, heard, ended, stop: () => stop.abort() };
}

async function read({ body }: Response, heard: Heard[]): Promise<void> {
  let text = '';
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString('utf8');
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const member = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1];
      const event = member('event');
      if (event !== undefined)
        heard.push({ id: member('id'), event, cases: JSON.parse(member('data') ?? '{}').cases ?? [] });
    }
  }
}

describe('the stream of changes', () => {
  it("the stream names each consultation that changed, from any actor, and resumes from a board's cursor", async () => {
    const { current } = harness;
    const team = await givenTeam(current);
    const first = await listen(current, team.token);
    expect(first.response.headers.get('content-type')).toContain('text/event-stream');
    await until('the beginning', () => first.heard.find(({ event }) => event === 'reset'));
    const intake = await givenIntake(current);
    const id = (await team.record(intake.intake_id)).consultation?.id ?? '';
    const arrived = await until('the new case', () => first.heard.find(({ cases }) => cases.includes(id)));
    await team.post(`/queue/${id}/claim`, undefined);
    await until('who took it', () => first.heard.filter(({ cases }) => cases.includes(id)).length === 2);
    first.stop();

    await team.call(intake.intake_id, 'no_answer');
    const again = await listen(current, team.token, arrived.id);
    const missed = await until('what was missed', () => again.heard[0]);
    expect([missed.event, missed.cases]).toEqual(['changed', [id]]);
    again.stop();
  });

  it('the stream starts over for a board without a cursor, or with an invalid one', async () => {
    const token = await givenStaffToken(harness.current);
    for (const cursor of [undefined, 'evt_.x', '../../etc', `evt_${'z'.repeat(24)}.1.1`]) {
      const board = await listen(harness.current, token, cursor);
      // What changed while it connected may come first.
      const begun = await until('the beginning', () => board.heard.find(({ event }) => event === 'reset'));
      expect(begun.cases).toEqual([]);
      board.stop();
    }
  });

  it('the stream is for staff only', async () => {
    const { response } = await listen(harness.current, 'svc_staff_unknown');
    expect(response.status).toBe(401);
  });

  it('the stream ends when the server closes, without delaying it', async () => {
    const own = await startHarness();
    const board = await listen(own, await givenStaffToken(own));
    await until('the beginning', () => board.heard[0]);
    // It has half a minute, and a stream never ends by itself.
    await expect(own.close()).resolves.toBeUndefined();
    await board.ended;
  });

  it.each<[string, (who: Browser, harness: Harness) => Promise<Answer>]>([
    [
      'its owner ends the session from another window',
      ({ sessionId, headers }, { call }) => call('DELETE', `/api/staff/v1/me/sessions/${sessionId}`, { headers }),
    ],
    ['its owner signs out', ({ headers }, { call }) => call('POST', '/sign-out', { headers })],
    [
      'an administrator ends all sessions',
      async ({ staffId }, own) =>
        own.call('POST', `/api/staff/v1/staff/${staffId}/sessions/end`, { headers: (await givenSession(own)).headers }),
    ],
    [
      'the account is disabled',
      async ({ staffId }, own) =>
        own.call('PATCH', `/api/staff/v1/staff/${staffId}`, {
          headers: (await givenSession(own)).headers,
          body: { disabled: true },
        }),
    ],
  ])('the stream ends within seconds when %s, and not before', async (_name, revoke) => {
    const { current } = harness;
    const [member, colleague] = [await givenSession(current, 'caller'), await givenSession(current, 'caller')];
    const [board, other] = [await listen(current, member.headers), await listen(current, colleague.headers)];
    await until('the beginning', () => board.heard[0] && other.heard[0]);
    let ended = false;
    void board.ended.then(() => (ended = true));
    expect(ended).toBe(false);
    const begun = performance.now();
    expect((await revoke(member, current)).status).toBe(200);
    await board.ended;
    expect(performance.now() - begun).toBeLessThan(30_000);
    // Another board's stream continues and gets the next change.
    await givenIntake(current);
    await until('a case for the colleague', () => other.heard.find(({ cases }) => cases.length > 0));
    other.stop();
  });
});
