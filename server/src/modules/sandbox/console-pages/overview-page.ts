import type { Actor } from '#actor';
import { html, type Html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import type { getOverview } from '../console-views/views.ts';
import { deliveryTable } from './delivery-table-page.ts';
import { consolePath, frame, moment } from './frame-page.ts';
import { intakeTable, noIntakes } from './intake-page.ts';
import { noWebhook, webhookState } from './webhook-page.ts';

type Overview = Awaited<ReturnType<typeof getOverview>>;
type Urls = { readonly submitUrl: string; readonly setUrl: string };

/** If there are very many deliveries, only the latest are searched here. */
const nothingFailed = (searchedTo: string | null): Html =>
  searchedTo === null
    ? html`<p>Nothing that was sent to you is failing.</p>`
    : html`<p>
        Nothing that was sent to you since ${moment(searchedTo)} is failing.
        <a href="${consolePath}/deliveries?failed=yes">Look further back</a>
      </p>`;

export const overviewPage = (
  actor: Actor,
  { me, intakes, webhook, failed, searchedTo }: Overview,
  urls: Urls,
): HtmlPage =>
  frame({
    actor,
    tab: 'Overview',
    title: me.agent.name,
    body: html`<p class="soft">${me.principal_id}</p>
      <h2>Webhook</h2>
      ${
        webhook === undefined
          ? noWebhook(urls.setUrl)
          : html`${webhookState(webhook)}
              <p><a href="${consolePath}/webhook">Details, test event and settings</a></p>`
      }
      <h2>What failed</h2>
      ${
        failed.length === 0
          ? nothingFailed(searchedTo)
          : html`${deliveryTable(failed)}
              <p><a href="${consolePath}/deliveries?failed=yes">All that failed</a></p>`
      }
      <h2>Last intakes</h2>
      ${
        intakes.length === 0
          ? noIntakes(urls.submitUrl)
          : html`${intakeTable(intakes)}
              <p><a href="${consolePath}/intakes">All intakes</a></p>`
      }`,
  });
