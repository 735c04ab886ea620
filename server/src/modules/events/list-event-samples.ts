import { computeEnvelopes, partnerEventTypes, type EventSetHead } from './rules.ts';
import { eventSamples } from './sample-data.ts';

export type EventSample = { readonly type: string; readonly means: string; readonly body: string };

/** Every type of the partner interface with what it means and a synthetic body, in the form in which thin ones are delivered. */
export const listEventSamples = ({ accountId, livemode }: EventSetHead): EventSample[] =>
  partnerEventTypes.map((type) => {
    const { means, data } = eventSamples[type];
    const event = { audience: 'partner', type, accountId, livemode, subjectId: '', thin: data, full: data } as const;
    const { thin } = computeEnvelopes('evt_0Ai1jZkB0000000000000000', event, new Date('2026-11-15T12:00:00.000Z'));
    return { type, means, body: thin };
  });
