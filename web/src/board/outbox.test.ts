import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type * as Outbox from './outbox.ts';

/** The outbox listens for the tab closing; tests have no window. */
let outbox: Pick<typeof Outbox, 'defer' | 'sendNow'>;
const sent: string[] = [];

beforeAll(async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined });
  outbox = await import('./outbox.ts');
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(async () => {
  await outbox.sendNow();
  sent.length = 0;
});

const choose = (kind: string, title: string, caseId = 'con_1'): void =>
  outbox.defer({
    title,
    caseId,
    kind,
    send: () => {
      sent.push(title);
      return Promise.resolve();
    },
  });

it('a second step on the same case sends the first immediately, and none is lost', async () => {
  choose('/consultations/con_1/deliver', 'Consultation delivered');
  choose('confirm the offer', 'It is before tax');
  expect(sent).toEqual(['Consultation delivered']);
  choose('settlement', 'Record the settlement');
  expect(await outbox.sendNow()).toBe(true);
  expect(sent).toEqual(['Consultation delivered', 'It is before tax', 'Record the settlement']);
});

it('the same step or another call outcome replaces the unsent one', async () => {
  choose('call', 'No answer');
  choose('call', 'Voicemail');
  choose('settlement', 'At $18,000');
  choose('settlement', 'At $18,500');
  await outbox.sendNow();
  expect(sent).toEqual(['Voicemail', 'At $18,500']);
});
