import { requireAgent, type Actor } from '#actor';
import { html, type Html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import { doneWords, modeWords, type Done } from './messages.ts';

export const consolePath = '/agent-console';

const tabs = [
  ['', 'Overview'],
  ['/intakes', 'Intakes'],
  ['/deliveries', 'Deliveries'],
  ['/webhook', 'Webhook'],
  ['/mailbox', 'Mailbox'],
] as const;

export type Tab = (typeof tabs)[number][1];

type Framed = {
  readonly actor: Actor;
  readonly tab: Tab;
  readonly title: string;
  readonly body: Html;
  readonly done?: Done | undefined;
  readonly refreshS?: number | undefined;
};

/** The frame of every console page: the mode, the current tab, and the result of the last action. */
export function frame({ actor, tab, title, body, done, refreshS }: Framed): HtmlPage {
  const { livemode } = requireAgent(actor);
  const [mode, meaning] = modeWords[livemode ? 'live' : 'sandbox'];
  const shown = tabs.filter(([, name]) => !livemode || name !== 'Mailbox');
  return {
    status: 200,
    title: `${title} · Agent console`,
    ...(refreshS === undefined ? {} : { refreshS }),
    body: html`<div class="mode"><strong>${mode}.</strong> ${meaning}</div>
      <nav class="sections" aria-label="Console">
        ${shown.map(
          ([path, name]) =>
            html`<a href="${consolePath}${path}" ${name === tab ? html`aria-current="page"` : ''}>${name}</a>`,
        )}
      </nav>
      <h1>${title}</h1>
      ${done === undefined ? '' : html`<p class="panel" role="status">${doneWords[done]}</p>`} ${body}
      <form method="post" action="${consolePath}/sign-out"><button class="plain">Sign out</button></form>`,
  };
}

/** To the second: 2026-11-18 07:40:12 UTC. */
export const moment = (at: string): Html =>
  html`<time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>`;

/** The link to older rows, if there are any. */
export const olderLink = (path: string, query: Readonly<Record<string, string | undefined>>): Html => {
  const kept = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return html`<p><a class="button" href="${consolePath}${path}?${new URLSearchParams(kept).toString()}">Older</a></p>`;
};

type Column<Row> = readonly [heading: string, cell: (row: Row) => Html | string];

/** A table that becomes cards on a small screen, where each cell shows its column's name. */
export const listTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Html =>
  html`<table class="list">
    <thead>
      <tr>
        ${columns.map(([heading]) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${columns.map(([heading, cell]) => html`<td data-label="${heading}">${cell(row)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;

/** An object's properties, each with its name. */
export const factList = (facts: readonly (readonly [name: string, value: Html | string])[]): Html =>
  html`<dl>
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
