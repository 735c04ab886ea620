import { initialPartnerEventTypes, statementIssued } from '#modules/events';

/** What decides which events an endpoint gets. */
export type EndpointTaking = {
  readonly livemode: boolean;
  readonly payload: 'thin' | 'full';
  readonly event_types: readonly string[];
};

type Happened = { readonly type: string; readonly livemode: boolean };

/**
 * Whether an endpoint takes an event: the same decision as in `insertDeliveries`, which makes it in the database for all
 * endpoints at once; a test compares the two.
 */
export function isTaken({ livemode, payload, event_types: types }: EndpointTaking, event: Happened): boolean {
  const live = event.livemode || event.type === statementIssued;
  const alsoSandbox = livemode && payload === 'full' && event.type.startsWith('plan.');
  if (live !== livemode && !alsoSandbox) return false;
  if (types.length > 0) return types.includes(event.type);
  return payload === 'thin' || (initialPartnerEventTypes as readonly string[]).includes(event.type);
}

export type TypeCount = { readonly type: string; readonly before: number; readonly after: number };

const events = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'event' : 'events'}`;

/** The difference that a change makes, in words. */
export function describeDifference(counts: readonly TypeCount[], payload: { before: string; after: string }): string {
  const total = (of: 'before' | 'after') => counts.reduce((sum, count) => sum + count[of], 0);
  const [was, wouldBe] = [total('before'), total('after')];
  const named = (list: readonly TypeCount[], sign: string): string =>
    list
      .map(({ type, before, after }) => `${type} (${sign}${Math.abs(after - before).toLocaleString('en-US')})`)
      .join(', ');
  const more = counts.filter(({ before, after }) => after > before);
  const fewer = counts.filter(({ before, after }) => after < before);
  const form =
    payload.before === payload.after ? '' : ` Bodies would be ${payload.after} instead of ${payload.before}.`;
  if (more.length === 0 && fewer.length === 0)
    return `The last seven days would have brought the same ${events(was)}.${form}`;
  const parts = [
    `The last seven days would have brought ${events(wouldBe)} instead of ${was.toLocaleString('en-US')}.`,
    ...(more.length === 0 ? [] : [`New: ${named(more, '+')}.`]),
    ...(fewer.length === 0 ? [] : [`No longer: ${named(fewer, '−')}.`]),
  ];
  return `${parts.join(' ')}${form}`;
}
