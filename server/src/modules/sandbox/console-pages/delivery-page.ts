import type { Actor } from '#actor';
import { html, type Html } from '#lib/text/html';
import { agentEventTypes, agentDeliveries } from '#modules/webhooks';
import type { HtmlPage } from '#platform/http';
import type { DeliveryItem } from '../agent-console/schemas.ts';
import { deliveryTable, stateTag } from './delivery-table-page.ts';
import { consolePath, factList, frame, moment, olderLink } from './frame-page.ts';
import { noWebhook } from './webhook-page.ts';
import type { Done } from './messages.ts';

type Sent = agentDeliveries.PortalDelivery;
type Attempt = Sent['attempts'][number];

type Filter = {
  readonly failed: 'yes' | undefined;
  readonly type: string | undefined;
  readonly event_id: string | undefined;
  readonly intake_id: string | undefined;
};

type DeliveryList = {
  readonly actor: Actor;
  readonly deliveries: readonly DeliveryItem[];
  readonly next: string | null;
  /** How far back the search went, if older deliveries were not searched. */
  readonly searchedTo: string | null;
  readonly filter: Filter;
  readonly hasWebhook: boolean;
  readonly setUrl: string;
};

const nothingSent = html`<div class="panel">
  <p>Nothing was sent to your webhook yet.</p>
  <p><a href="${consolePath}/webhook">Send a test event</a>, or submit an intake: each status is an event.</p>
</div>`;

function nothingFound({ filter, searchedTo, hasWebhook, setUrl }: DeliveryList): Html {
  if (searchedTo !== null)
    return html`<p>No delivery since ${moment(searchedTo)} matches this. Older ones were not looked at yet.</p>`;
  if (Object.values(filter).some((value) => value !== undefined))
    return html`<p>No delivery of the last 31 days matches this.</p>`;
  return hasWebhook ? nothingSent : noWebhook(setUrl);
}

export function deliveriesPage(list: DeliveryList): HtmlPage {
  const { actor, deliveries, next, searchedTo, filter } = list;
  const lookedTo = searchedTo === null ? '' : html`<p class="soft">Looked back to ${moment(searchedTo)} so far.</p>`;
  return frame({
    actor,
    tab: 'Deliveries',
    title: 'Deliveries',
    body: html`<form method="get" action="${consolePath}/deliveries" class="filters">
        <label
          >Outcome
          <select name="failed">
            <option value="">any</option>
            <option value="yes" ${filter.failed === undefined ? '' : 'selected'}>failed</option>
          </select></label
        >
        <label
          >Event
          <select name="type">
            <option value="">any</option>
            ${agentEventTypes.map(
              (one) => html`<option value="${one}" ${one === filter.type ? 'selected' : ''}>${one}</option>`,
            )}
          </select></label
        >
        <button>Find</button>
      </form>
      ${deliveries.length === 0 ? nothingFound(list) : html`${deliveryTable(deliveries)} ${lookedTo}`}
      ${next === null ? '' : olderLink('/deliveries', { ...filter, cursor: next })}`,
  });
}

/** The page reloads itself while the first attempt is pending. */
const waitS = 3;

/** One delivery, with each request as it was sent and each response. */
export function deliveryPage(actor: Actor, sent: Sent, done: Done | undefined): HtmlPage {
  const waiting = sent.state === 'pending' && sent.attempts.length === 0;
  return frame({
    actor,
    tab: 'Deliveries',
    title: 'Delivery',
    done,
    refreshS: waiting ? waitS : undefined,
    body: html`<p><code>${sent.id}</code></p>
      <p>${stateTag({ state: sent.state, attempts: sent.attempts.length })}</p>
      ${factList([
        ['Event', sent.type],
        ['Event id', sent.event_id],
        ['Intake', intakeLink(sent)],
        ['To', sent.url ?? 'a webhook that was removed since'],
        ['Created', moment(sent.created_at)],
        ['Next attempt', sent.next_attempt_at === null ? 'none' : moment(sent.next_attempt_at)],
      ])}
      ${resendPart(sent)}
      <h2>Body</h2>
      <p class="soft">As it was signed and sent, the same at every attempt.</p>
      <pre>${sent.body}</pre>
      ${sent.attempts.length === 0 ? html`<p>No attempt was made yet.</p>` : sent.attempts.map(attemptPart)}`,
  });
}

/** Every delivered event is about one intake and contains its id. */
function intakeLink({ body }: Sent): Html {
  const id = /"intake_id":"(int_[0-9A-Za-z]{24})"/.exec(body)?.[1];
  if (id === undefined) return html`none`;
  if (id === agentDeliveries.testIntakeId) return html`none: this is a test`;
  return html`<a class="whole" href="${consolePath}/intakes/${id}">${id}</a>`;
}

const resendPart = ({ id, url }: Sent): Html =>
  url === null
    ? html`<p>
        It cannot be sent again, because its webhook is gone. A webhook that is set now gets what happens from now on.
      </p>`
    : html`<form method="post" action="${consolePath}/deliveries/${id}/resend" class="stack">
        <button>Send it again</button>
      </form>`;

const attemptPart = (attempt: Attempt): Html =>
  html`<h2>Attempt ${attempt.number}</h2>
    <div class="${attempt.cause === 'acknowledged' ? 'panel' : 'problem'}">
      <p><strong>${sentence(attempt.cause)}</strong></p>
      <p>${attempt.advice}</p>
    </div>
    ${factList([
      ['At', moment(attempt.at)],
      ['Answer', attempt.status === null ? 'none' : `HTTP ${attempt.status}`],
      ['Took', `${attempt.duration_ms} ms`],
      ['Address reached', attempt.address ?? 'none'],
    ])}
    ${requestPart(attempt)} ${answerPart(attempt)}`;

const sentence = (cause: string): string => `${cause.charAt(0).toUpperCase()}${cause.slice(1)}.`;

const requestPart = ({ request, number }: Attempt): Html =>
  request === null
    ? html`<p>No request was sent.</p>`
    : html`<details>
        <summary>Request of attempt ${number}</summary>
        <pre>
POST ${request.url}
${request.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
        <p class="soft">
          Signed with the secret whose SHA-256 begins with <code>${request.signed_by}</code>. Compute it from the secret
          that your receiver has to see whether it is the same.
        </p>
      </details>`;

const answerPart = ({ answer, number }: Attempt): Html =>
  answer === null
    ? html``
    : html`<details>
        <summary>First bytes of answer ${number}</summary>
        <pre>${answer === '' ? '(empty)' : answer}</pre>
      </details>`;
