import type { Actor } from '#actor';
import { html, type Html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import type { Message, MessageItem } from '../agent-console/schemas.ts';
import { consolePath, factList, frame, listTable, moment, olderLink } from './frame-page.ts';
import { messageTitle } from './messages.ts';

type Mailbox = { readonly actor: Actor; readonly messages: readonly MessageItem[]; readonly next: string | null };

const channels = { email: 'mail', text: 'text' } as const;

export const mailboxPage = ({ actor, messages, next }: Mailbox): HtmlPage =>
  frame({
    actor,
    tab: 'Mailbox',
    title: 'Mailbox',
    body: html`<p>What would have been sent to the owners of your test cases, and to you. It is kept for 30 days.</p>
      ${
        messages.length === 0
          ? html`<div class="panel">
              <p>
                There is nothing yet. Submit an intake to the sandbox with an email address, and its welcome mail is
                here.
              </p>
            </div>`
          : messageTable(messages)
      }
      ${next === null ? '' : olderLink('/mailbox', { cursor: next })}`,
  });

const messageTable = (messages: readonly MessageItem[]): Html =>
  listTable(
    [
      [
        'Message',
        (one) => html`<a href="${consolePath}/mailbox/${one.id}">${messageTitle(one)}</a> ${refusedTag(one)}`,
      ],
      ['By', ({ channel }) => html`<span class="whole">${channels[channel]}</span>`],
      ['To', ({ to }) => to],
      ['About', about],
      ['Written', ({ created_at: at }) => moment(at)],
    ],
    messages,
  );

/** As words, so that color is never the only signal. */
const refusedTag = ({ refused }: MessageItem) => (refused ? html`<span class="tag bad">refused</span>` : html``);

const about = ({ about: id }: MessageItem) =>
  id.startsWith('int_') ? html`<a class="whole" href="${consolePath}/intakes/${id}">${id}</a>` : html`${id}`;

export const messagePage = (actor: Actor, message: Message): HtmlPage =>
  frame({
    actor,
    tab: 'Mailbox',
    title: messageTitle(message),
    body: html`${
        message.refused
          ? html`<p class="problem">
              <strong>Refused.</strong> The mail server of this address took nothing: it did not arrive.
            </p>`
          : ''
      }
      ${factList([
        ['From', message.from],
        ['To', message.to],
        ['About', about(message)],
        ['Written', moment(message.created_at)],
      ])}
      <pre>${message.text}</pre>
      ${
        message.links.length === 0
          ? ''
          : html`<h2>Links in it</h2>
              <ul>
                ${message.links.map((url) => html`<li><a href="${url}">${url}</a></li>`)}
              </ul>`
      }`,
  });
