import { html, type Html } from '#lib/text/html';
import type { DeliveryItem } from '../agent-console/schemas.ts';
import { consolePath, listTable, moment } from './frame-page.ts';
import { stateWords } from './messages.ts';

type Shown = { readonly state: DeliveryItem['state']; readonly attempts: number };

/** As words, so that color is never the only signal. */
export function stateTag({ state, attempts }: Shown): Html {
  const failing = state === 'pending' && attempts > 0;
  const bad = failing || state === 'exhausted';
  return html`<span class="tag${bad ? ' bad' : ''}">${failing ? 'failing' : stateWords[state]}</span>`;
}

export const deliveryTable = (deliveries: readonly DeliveryItem[]): Html =>
  listTable(
    [
      ['Delivery', ({ id }) => html`<a class="whole" href="${consolePath}/deliveries/${id}">${id}</a>`],
      ['Event', ({ type }) => html`<span class="whole">${type}</span>`],
      ['State', stateTag],
      ['Last attempt', lastAttempt],
      ['Created', ({ created_at: at }) => moment(at)],
    ],
    deliveries,
  );

function lastAttempt({ last_attempt: last, state }: DeliveryItem): Html {
  if (last === null) return html`none yet`;
  return state === 'succeeded'
    ? html`${last.status ?? ''} in ${last.duration_ms} ms`
    : html`${last.cause}. <span class="soft">${last.advice}</span>`;
}
