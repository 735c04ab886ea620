import { html, type Html } from '#lib/text/html';
import { countSegments } from '#lib/text/sms-segments';
import type { HtmlPage } from '#platform/http';
import type { MessageSubject } from './message-facts.ts';
import type { MessageContent } from './message-rules.ts';

export type InboxMessage = {
  readonly id: string;
  readonly at: Date;
  readonly state: 'sent' | 'sandbox' | 'not_configured' | 'waiting' | 'held';
  readonly dueAt: Date | undefined;
  readonly subject: MessageSubject;
  readonly content: MessageContent;
};

type Shown = {
  readonly open: InboxMessage | undefined;
  /** Whether the reader chose this message. If not, it is the newest one, which does not fit on a phone. */
  readonly chosen: boolean;
  readonly from: string;
};

const style = html`<style>
  main,
  .top,
  .foot > div {
    max-width: 76rem !important;
  }
  .inbox {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2rem;
  }
  .inbox ol {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .inbox li {
    margin: 0;
    border-bottom: 1px solid var(--line);
  }
  .inbox li a {
    display: block;
    padding: 0.6rem 0.75rem;
    color: var(--ink);
    text-decoration: none;
    line-height: 1.4;
  }
  .inbox li a[aria-current] {
    background: var(--panel);
    box-shadow: inset 0.25rem 0 var(--brand);
  }
  .inbox li strong,
  .inbox li small {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .inbox article {
    min-width: 0;
  }
  .inbox h2 {
    margin-top: 0;
  }
  .inbox iframe {
    width: 100%;
    height: 46rem;
    border: 1px solid var(--line);
    border-radius: 0.5rem;
  }
  .bubble {
    max-width: 24rem;
    margin: 1rem 0;
    padding: 0.75rem 1rem;
    border-radius: 1.1rem 1.1rem 1.1rem 0.3rem;
    background: var(--panel);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  @media (min-width: 56rem) {
    .inbox {
      grid-template-columns: 22rem minmax(0, 1fr);
    }
    .inbox nav {
      max-height: 60rem;
      overflow-y: auto;
    }
    .back {
      display: none;
    }
  }
  @media (max-width: 55.99rem) {
    .inbox.chosen nav,
    .inbox:not(.chosen) article {
      display: none;
    }
  }
</style>`;

/** Newest first. The chosen message is shown next to the list, on a phone instead of it. */
export const inboxPage = (messages: readonly InboxMessage[], { open, chosen, from }: Shown): HtmlPage => ({
  status: 200,
  title: 'Inbox',
  body: html`${style}
    <script type="module" src="/dev/inbox.js"></script>
    <p><a href="/dev">Start page</a></p>
    <h1>Inbox</h1>
    <p class="soft">
      Every email and text the service sends, to anyone, newest first. Nothing leaves this machine. The list updates by
      itself.
    </p>
    <div id="inbox" class="${chosen ? 'inbox chosen' : 'inbox'}">
      ${
        messages.length === 0
          ? html`<p class="panel">
              No messages yet. Submit a case with the command on the <a href="/dev">start page</a>.
            </p>`
          : html`<nav aria-label="Messages">
              <ol>
                ${messages.map((message) => row(message, message.id === open?.id))}
              </ol>
            </nav>`
      }
      ${open === undefined ? '' : article(open, from)}
    </div>`,
});

const titleOf = (content: MessageContent): string => (content.channel === 'email' ? content.subject : content.text);

const row = ({ id, at, state, content }: InboxMessage, isOpen: boolean): Html =>
  html`<li>
    <a href="/dev/inbox/${id}" ${isOpen ? html` aria-current="true"` : ''}
      ><strong>${titleOf(content)}</strong
      ><small>${content.channel === 'email' ? 'Email' : 'Text'} to ${content.to}</small
      ><small>${timeOf(at)}${state === 'sandbox' ? ', sandbox' : ''}</small></a
    >
  </li>`;

const timeOf = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`;

const states: Readonly<Record<InboxMessage['state'], string | undefined>> = {
  sent: undefined,
  sandbox: 'Sandbox message: it is stored to be shown, and never sent.',
  not_configured: 'Not sent: no transport was configured.',
  waiting: 'Not sent yet.',
  held: 'Held for review: its recipient or a budget is over a limit. An administrator releases it on the board.',
};

function article({ at, state, dueAt, content }: InboxMessage, from: string): Html {
  const note =
    state === 'waiting' && dueAt !== undefined
      ? html`Not sent yet: it waits until ${timeOf(dueAt)}, when its recipient may be contacted or it is tried again.`
      : states[state];
  const [title, lines, view] =
    content.channel === 'email' ? emailView(content, from) : (['Text message', [], textView(content.text)] as const);
  return html`<article>
    <p class="back"><a href="/dev/inbox">All messages</a></p>
    <h2>${title}</h2>
    <p class="soft">${lines.map((line) => html`${line}<br />`)}To: ${content.to}<br />${timeOf(at)}</p>
    ${note === undefined ? '' : html`<p class="panel">${note}</p>`} ${view}
  </article>`;
}

type Email = Extract<MessageContent, { channel: 'email' }>;

/** Links open in a new tab; the frame itself can do nothing else. */
function emailView({ subject, text, html: markup, attachments = [] }: Email, from: string) {
  const view = html`<iframe
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      title="${subject}"
      srcdoc="${`<base target="_blank">${markup}`}"
    ></iframe>
    <details>
      <summary>Plain text</summary>
      <pre>${text}</pre>
    </details>`;
  const files = attachments.map(({ name }) => `Attachment: ${name}`);
  return [subject, [`From: ${from}`, ...files], view] as const;
}

function textView(text: string): Html {
  const { encoding, segments } = countSegments(text);
  const length = `${segments} ${segments === 1 ? 'segment' : 'segments'}, ${encoding === 'gsm7' ? 'GSM-7' : 'UCS-2'}`;
  return html`<p class="bubble">${linked(text)}</p>
    <p class="soft">${length}</p>`;
}

/** A phone turns every address in a text into a link. */
const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 0 ? html`${part}` : html`<a href="${part}" target="_blank" rel="noopener">${part}</a>`,
    );

/** Checks for changes every second; the open message stays in place. */
export const inboxScript = `
let known;
async function look() {
  const { state } = await (await fetch('/dev/inbox.json')).json();
  if (known !== undefined && state !== known) {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
    const chosen = document.querySelector('#inbox.chosen');
    const [now, next] = [document, page].map((one) => one.querySelector(chosen ? '#inbox nav' : '#inbox'));
    if (now && next) now.replaceWith(next);
  }
  known = state;
}
setInterval(() => look().catch(() => undefined), 1000);
`;
