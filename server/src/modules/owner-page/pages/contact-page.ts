import { html, type Html } from '#lib/text/html';
import { stopUrlIn } from '#lib/text/stop-link';
import { channels, type Channel } from '#modules/consultations';
import type { ContactMade, PageView } from '../views/facts.ts';
import { contactWords } from './contact-messages.ts';
import { actionOf, dayOf, timeOf } from './page-parts-page.ts';

/** Every email, text and call, newest first. The address or number is not repeated here. */
export function contactsSection(view: PageView): Html {
  const words = contactWords[view.language].made;
  const purposes: Readonly<Record<string, string>> = words.purposes;
  const outcomes: Readonly<Record<string, string>> = words.outcomes;
  const line = ({ at, channel, about, arrived }: ContactMade): Html =>
    html`<li>
      <span class="soft">${words.at(dayOf(view, at), timeOf(view, at))}</span><br />${words.channels[channel]}:
      ${(channel === 'call' ? outcomes[about] : purposes[about]) ?? words.purposes.other}.
      ${arrived ? undefined : words.lost}
    </li>`;
  return html`<h2 id="contacts">${words.heading}</h2>
    ${
      view.contactsMade.length === 0
        ? html`<p>${words.none}</p>`
        : html`<ul>
            ${view.contactsMade.map(line)}
          </ul>`
    }`;
}

/** Each channel can be stopped separately; the stop link stops all of them. */
export function stopSection(view: PageView): Html {
  const words = contactWords[view.language].stop;
  if (view.isSilent)
    return html`<h2 id="contact">${words.heading}</h2>
      <p>${words.silent}</p>`;
  const tick = (channel: Channel): Html =>
    html`<label class="tick"
      ><input
        type="checkbox"
        name="${channel}"
        value="stop"
        ${view.standing.stoppedChannels.includes(channel) ? html`checked` : undefined}
      />
      <span>${words[channel]}</span></label
    >`;
  return html`<h2 id="contact">${words.heading}</h2>
    <p>${words.choose}</p>
    <form method="post" action="${actionOf(view, 'channels')}" class="stack">
      <input type="hidden" name="channels" value="set" />
      ${channels.map(tick)}
      <button>${words.save}</button>
    </form>
    <p><a href="${stopUrlIn(view.stopUrl, view.language)}">${words.all}</a></p>`;
}

/** A pending request is shown as pending and cannot be made again. The team does not handle requests on test cases. */
export function dataSection(view: PageView): Html {
  const words = contactWords[view.language].data;
  if (view.standing.test)
    return html`<h2 id="data">${words.heading}</h2>
      <p>${words.test}</p>`;
  const waiting = view.requests.filter(({ done_at: done }) => done === null);
  const asked = (kind: 'copy' | 'correct' | 'delete'): Html | undefined => {
    const found = waiting.find((one) => one.kind === kind);
    return found && html`<p>${words.asked[kind](dayOf(view, new Date(found.created_at)))}</p>`;
  };
  const [copy, correct, remove] = [asked('copy'), asked('correct'), asked('delete')];
  return html`<h2 id="data">${words.heading}</h2>
    <p>${words.explain}</p>
    ${copy} ${correct} ${remove}
    ${
      copy === undefined
        ? html`<form method="post" action="${actionOf(view, 'requests')}" class="stack">
            <button class="plain" name="kind" value="copy">${words.copy}</button>
          </form>`
        : undefined
    }
    ${
      correct !== undefined && remove !== undefined
        ? undefined
        : html`<form method="post" action="${actionOf(view, 'requests')}" class="stack">
            <label>${words.words}<textarea name="words" rows="3" maxlength="600"></textarea></label>
            ${correct === undefined ? html`<button class="plain" name="kind" value="correct">${words.correct}</button>` : undefined}
            ${remove === undefined ? html`<button class="plain" name="kind" value="delete">${words.remove}</button>` : undefined}
          </form>`
    }`;
}
