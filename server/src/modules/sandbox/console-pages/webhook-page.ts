import type { Actor } from '#actor';
import { html, type Html } from '#lib/text/html';
import { agentEventTypes, agentDeliveries } from '#modules/webhooks';
import type { HtmlPage } from '#platform/http';
import { consolePath, factList, frame, moment } from './frame-page.ts';
import type { Done } from './messages.ts';

export type Webhook = NonNullable<Awaited<ReturnType<typeof agentDeliveries.findWebhookHealth>>>;

/** For agents without a webhook: where to read events until then, and how to set one. */
export const noWebhook = (setUrl: string): Html =>
  html`<div class="panel">
    <p>Your agent has no webhook. Until it has one, poll your intakes.</p>
    <pre>
curl -X PUT ${setUrl} \\
  -H 'Authorization: Bearer svc_agent_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://agent.example.com/hooks"}'</pre>
    <p>The answer has the signing secret, once.</p>
  </div>`;

export const webhookState = ({ state, summary, url }: Webhook): Html =>
  html`<p><span class="tag${state === 'failing' ? ' bad' : ''}">${state}</span> <code>${url}</code></p>
    <p>${summary}</p>`;

type WebhookView = {
  readonly actor: Actor;
  readonly webhook: Webhook | undefined;
  readonly settings: { readonly mail_on_failure: boolean; readonly mail_to: string };
  readonly setUrl: string;
  readonly done: Done | undefined;
};

export function webhookPage({ actor, webhook, settings, setUrl, done }: WebhookView): HtmlPage {
  return frame({
    actor,
    tab: 'Webhook',
    title: 'Webhook',
    done,
    body: html`${webhook === undefined ? noWebhook(setUrl) : html`${webhookState(webhook)} ${figures(webhook)} ${testForm}`}
      <h2>When it fails</h2>
      <p>
        A mail to <strong>${settings.mail_to}</strong>, the operator’s address, when the webhook has acknowledged
        nothing for six hours, and when deliveries were given up; of the latter at most one a day.
      </p>
      <form method="post" action="${consolePath}/webhook/settings" class="stack">
        <label
          >Mails about failures
          <select name="mail_on_failure">
            <option value="on" ${settings.mail_on_failure ? 'selected' : ''}>on</option>
            <option value="off" ${settings.mail_on_failure ? '' : 'selected'}>off</option>
          </select></label
        >
        <button>Save</button>
      </form>`,
  });
}

const figures = ({ last_24_hours: day, pending, last_success: success, last_failure: failure }: Webhook): Html =>
  factList([
    ['Last 24 hours', `${day.succeeded} acknowledged, ${day.failed} failed attempts`],
    ['Waiting', String(pending.due + pending.scheduled)],
    ['Last acknowledged', attempt(success)],
    ['Last failure', attempt(failure)],
  ]);

const attempt = (made: Webhook['last_success']): Html =>
  made === null
    ? html`none`
    : html`<a href="${consolePath}/deliveries/${made.delivery_id}">${moment(made.at)}</a>: ${made.cause}`;

const testForm = html`<h2>Send a test event</h2>
  <p>
    Signed and delivered as a real one, once. It is about the intake <code>${agentDeliveries.testIntakeId}</code>, which
    nobody has.
  </p>
  <form method="post" action="${consolePath}/webhook/test-event" class="stack">
    <label
      >Type
      <select name="type">
        ${agentEventTypes.map((type) => html`<option value="${type}">${type}</option>`)}
      </select></label
    >
    <button>Send</button>
  </form>`;
