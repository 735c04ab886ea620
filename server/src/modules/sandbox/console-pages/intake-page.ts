import type { Actor } from '#actor';
import { html, type Html } from '#lib/text/html';
import { intakeStatuses, type IntakeStatus, type OwnIntake } from '#modules/intakes';
import type { HtmlPage } from '#platform/http';
import type { IntakeDetail } from '../agent-console/schemas.ts';
import { deliveryTable, stateTag } from './delivery-table-page.ts';
import { consolePath, factList, frame, listTable, moment, olderLink } from './frame-page.ts';
import { describeStatus, type Done } from './messages.ts';

export const intakeTable = (intakes: readonly OwnIntake[]): Html =>
  listTable(
    [
      ['Intake', ({ intake_id: id }) => html`<a class="whole" href="${consolePath}/intakes/${id}">${id}</a>`],
      ['Status', ({ status }) => html`<span class="tag">${status}</span>`],
      ['Vehicle', ({ vehicle }) => vehicle ?? 'not said'],
      ['Your reference', ({ external_ref: reference }) => reference ?? 'none'],
      ['Submitted', ({ created_at: at }) => moment(at)],
    ],
    intakes,
  );

/** For agents without an intake: what to send, and where. */
export const noIntakes = (submitUrl: string): Html =>
  html`<div class="panel">
    <p>There is no intake yet. Send one with your key, and it is here at once:</p>
    <pre>
curl ${submitUrl} \\
  -H 'Authorization: Bearer svc_agent_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"agent":{"name":"My agent","platform":"my-agent"},"customer":{"email":"owner@example.com"},"consent":{"attestation":"The owner asked me to submit this and knows that you will email, and call if there is a number."}}'</pre>
    <p>Only what is sent with the key is listed. What was sent without one has its poll token.</p>
  </div>`;

type IntakeList = {
  readonly actor: Actor;
  readonly intakes: readonly OwnIntake[];
  readonly next: string | null;
  readonly status: IntakeStatus | undefined;
  readonly externalRef: string | undefined;
  readonly submitUrl: string;
};

export function intakesPage({ actor, intakes, next, status, externalRef, submitUrl }: IntakeList): HtmlPage {
  const filtered = status !== undefined || externalRef !== undefined;
  const nothing = filtered ? html`<p>No intake of yours matches this.</p>` : noIntakes(submitUrl);
  return frame({
    actor,
    tab: 'Intakes',
    title: 'Intakes',
    body: html`<form method="get" action="${consolePath}/intakes" class="filters">
        <label
          >Status
          <select name="status">
            <option value="">any</option>
            ${intakeStatuses.map(
              (one) => html`<option value="${one}" ${one === status ? 'selected' : ''}>${one}</option>`,
            )}
          </select></label
        >
        <label
          >Your reference <input name="external_ref" maxlength="120" autocomplete="off" value="${externalRef ?? ''}"
        /></label>
        <button>Find</button>
      </form>
      ${intakes.length === 0 ? nothing : intakeTable(intakes)}
      ${next === null ? '' : olderLink('/intakes', { status, external_ref: externalRef, cursor: next })}`,
  });
}

/** One intake: its status, its events, and its webhook deliveries. */
export function intakePage(actor: Actor, intake: IntakeDetail, done: Done | undefined): HtmlPage {
  const { receipt, deliveries } = intake;
  return frame({
    actor,
    tab: 'Intakes',
    title: 'Intake',
    done,
    body: html`<p><code>${receipt.intake_id}</code></p>
      <p class="panel"><span class="tag">${receipt.status}</span> ${describeStatus(intake)}</p>
      ${factList([
        ['Your reference', receipt.external_ref ?? 'none'],
        ['Submitted', moment(intake.created_at)],
        ['In this status since', moment(intake.status_at)],
        ['Would help', receipt.missing_fields.join(', ') || 'nothing is missing'],
        ['Link for the owner', receipt.customer_confirmation_url ?? 'none: there is nothing to confirm'],
      ])}
      ${stepsPart(intake)}
      <h2>Timeline</h2>
      ${timeline(intake)}
      <h2>Deliveries</h2>
      ${deliveries.length === 0 ? noDeliveries : deliveryTable(deliveries)}
      <details>
        <summary>The receipt, as a poll answers it</summary>
        <pre>${JSON.stringify(receipt, null, 2)}</pre>
      </details>`,
  });
}

const noDeliveries = html`<p>
  Nothing was sent to a webhook about this intake. What happens from now on is sent to yours, if
  <a href="${consolePath}/webhook">one is set</a>.
</p>`;

/** In the sandbox, the developer plays the owner, our team and time. */
function stepsPart({ steps, steps_url: url, receipt }: IntakeDetail): Html {
  if (url === null) return html``;
  const possible = steps.filter((one) => one.possible);
  const form =
    possible.length === 0
      ? html`<p>No step is possible now.</p>`
      : html`<form method="post" action="${consolePath}/intakes/${receipt.intake_id}/steps" class="stack">
          <label
            >Step
            <select name="step">
              ${possible.map(({ step, does }) => html`<option value="${step}">${step}: ${does}</option>`)}
            </select></label
          >
          <button>Take the step</button>
        </form>`;
  return html`<h2>Move it on</h2>
    <p>In the sandbox you play the owner, our team and time. A program does the same with <code>POST ${url}</code>.</p>
    ${form}`;
}

function timeline({ events, deliveries }: IntakeDetail): Html {
  if (events.length === 0)
    return html`<p>
      No event yet. A duplicate or a case that is not eligible never has one; events are kept for 30 days.
    </p>`;
  return html`<ol class="steps">
    ${events.map(({ id, type, created_at: at }) => {
      const sent = deliveries.filter((delivery) => delivery.event_id === id);
      return html`<li class="done">
        <strong>${type}</strong> ${sent.map(
          (one) => html`<a href="${consolePath}/deliveries/${one.id}">${stateTag(one)}</a> `,
        )}
        <span class="soft">${moment(at)} · ${id}</span>
      </li>`;
    })}
  </ol>`;
}
