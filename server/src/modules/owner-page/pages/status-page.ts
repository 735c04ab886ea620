import { html, type Html } from '#lib/text/html';
import { formatPhone } from '#lib/text/phone';
import type { AcceptedProduct } from '#modules/checkout';
import { choices } from '#modules/consultations';
import { stripControls } from '#modules/customers';
import type { Asker, PageView } from '../views/facts.ts';
import { actionOf, dayOf, moneyOf, timeOf, typed, weekdayOf } from './page-parts-page.ts';
import { statusWords } from './status-messages.ts';

type Words = (typeof statusWords)['en'];

/** The longest quote of an agent's message; more text tells the customer nothing new. */
const quotedMost = 300;

/** Who pays comes first, then what the case is. A test case has no payer. */
export function headSection(view: PageView): Html {
  const words = statusWords[view.language];
  const { number, test } = view.standing;
  return html`<h1>${words.title(number)}</h1>
    ${test ? undefined : html`<p>${payerOf(view, words)}</p>`}
    <dl>
      <div>
        <dt>${words.about.car}</dt>
        <dd>${view.car ?? words.about.carUnknown}</dd>
      </div>
      <div>
        <dt>${words.about.asker}</dt>
        <dd>${askerOf(view, words.about)}</dd>
      </div>
      ${
        view.helper === undefined
          ? undefined
          : html`<div>
              <dt>${words.about.helper}</dt>
              <dd>${words.about.helperIs(view.helper)}</dd>
            </div>`
      }
    </dl>`;
}

function payerOf(view: PageView, { payer }: Words): string {
  const { asker } = view.story;
  if (asker.by !== 'lender') return payer[asker.by];
  return asker.pays === 'both' ? payer.both(moneyOf(view, asker.priceCents)) : payer[asker.pays];
}

function askerOf({ story: { asker } }: PageView, words: Words['about']): Html {
  if (asker.by === 'telephone') return html`${words.telephone}`;
  const name = html`<strong>${typed(stripControls(asker.name))}</strong>`;
  if (asker.by !== 'agent') return html`${name} ${asker.by === 'lender' ? words.invited : words.reported}`;
  const said = stripControls(asker.words);
  const quoted = said.length > quotedMost ? `${said.slice(0, quotedMost)}…` : said;
  return html`${name} ${words.wrote}
    <blockquote>${typed(`“${quoted}”`)}</blockquote>`;
}

/** The steps with their days, and the next step. */
export function stepsSection(view: PageView): Html {
  const words = statusWords[view.language];
  return html`<h2>${view.standing.test ? words.steps.testHeading : words.steps.heading}</h2>
    <ol class="steps">
      ${stepsOf(view, words.steps).map(([title, at]) => stepOf(view, title, at))}
    </ol>
    <section class="panel" aria-labelledby="next">
      <h2 id="next">${words.next.heading}</h2>
      <p>${nextOf(view, words.next)}</p>
      ${
        choices.isCalled(view.standing) && !view.isSilent
          ? html`<p>${words.next.from(formatPhone(view.team.callerId))}</p>`
          : undefined
      }
    </section>
    ${reopenSection(view)}`;
}

type Step = readonly [title: string, at: Date | undefined];

function stepsOf({ story, standing, contactsMade }: PageView, words: Words['steps']): Step[] {
  const { asker, askedAt, confirmedAt } = story;
  const talked = contactsMade.findLast(({ channel, about }) => channel === 'call' && about === 'confirmed');
  const { deliveredAt } = standing;
  return [
    [words.asked, askedAt],
    // A member of a plan is not asked to accept anything.
    ...(asker.by === 'plan' ? [] : [[asker.by === 'lender' ? words.activated : words.confirmed, confirmedAt] as const]),
    // A customer who called us, or whom we reached in another way, has no call of ours in the list.
    ...(talked === undefined && deliveredAt !== undefined ? [] : [[words.called, talked?.at] as const]),
    [hasOptions(asker) ? words.options : words.result, deliveredAt],
    [words.settled, standing.settledAt],
  ];
}

/** A customer whose services are all paid for has nothing to choose. */
const hasOptions = (asker: Asker): boolean =>
  asker.by !== 'plan' && !(asker.by === 'lender' && asker.pays === 'lender');

function stepOf(view: PageView, title: string, at: Date | undefined): Html {
  const { steps } = statusWords[view.language];
  const when = at === undefined ? steps[openOf(view)] : steps.done(dayOf(view, at));
  return html`<li${at === undefined ? undefined : html` class="done"`}><strong>${title}</strong> <span class="soft">${when}</span></li>`;
}

const openOf = ({ standing, isSilent }: PageView): 'skipped' | 'silent' | 'open' => {
  if (standing.closedAt !== undefined) return 'skipped';
  return isSilent ? 'silent' : 'open';
};

/** One sentence for each state, true in that state. */
function nextOf(view: PageView, words: Words['next']): string {
  const { standing, story } = view;
  const { closedAt, contacts } = standing;
  const phone = formatPhone(view.team.phone);
  if (story.ended !== undefined) return words[story.ended];
  // A test case never says that we went through the claim, whatever was tried with it.
  if (standing.test) return closedAt === undefined ? words.test : words.testClosed(dayOf(view, closedAt));
  if (closedAt !== undefined) return words.closed(dayOf(view, closedAt));
  if (view.isSilent) return words.silent(phone);
  if (standing.settledAt !== undefined) return settledOf(view, words);
  if (standing.deliveredAt !== undefined) return nextAfterDelivery(view, words);
  if (standing.stoppedChannels.includes('call')) return words.noCalls(phone);
  return contacts.phone === undefined ? words.noNumber(phone) : nextCallOf(view, words);
}

/** The settlement that the team recorded, with or without taxes and fees, as far as known. */
function settledOf(view: PageView, words: Words['next']): string {
  const { value, stated, total } = view.standing.settlement;
  if (value !== undefined) return words.settledValue(moneyOf(view, value.cents));
  const paid = total ?? stated;
  return paid === undefined ? words.settled : words.settledTotal(moneyOf(view, paid.cents));
}

/** After the consultation, the next step depends on the customer's choice and its outcome. */
function nextAfterDelivery(view: PageView, words: Words['next']): string {
  const { appraisal, checkout } = view;
  const { accepted, offered } = checkout;
  const find = (product: AcceptedProduct['product'], state: AcceptedProduct['state']) =>
    accepted.find((one) => one.product === product && one.state === state);
  if (accepted.some(({ state }) => state === 'charge_failed')) return words.chargeFailed;
  if ((find('representation', 'saved') ?? find('representation', 'held')) !== undefined)
    return appraisal === undefined ? words.representing : words.negotiating;
  if (appraisal !== undefined) return words.appraised;
  const research = find('research', 'held');
  if (research !== undefined) {
    const { captureBefore } = research;
    return captureBefore === undefined ? words.writing : words.writingUntil(dayOf(view, captureBefore));
  }
  return offered.length > 0 ? words.options : words.delivered;
}

function nextCallOf(view: PageView, words: Words['next']): string {
  const { callbackAt, callbackUntil } = view.standing;
  if (callbackAt !== undefined) {
    const [day, time] = [weekdayOf(view, callbackAt), timeOf(view, callbackAt)];
    if ((callbackUntil ?? callbackAt) < view.now) return words.late(day, time);
    return callbackUntil === undefined
      ? words.promised(day, time)
      : words.planned(day, time, timeOf(view, callbackUntil));
  }
  const last = view.contactsMade.find(({ channel }) => channel === 'call');
  if (last === undefined) return words.call;
  if (last.about === 'confirmed') return words.talked(dayOf(view, last.at));
  return last.about === 'no_answer' || last.about === 'voicemail' ? words.again(dayOf(view, last.at)) : words.call;
}

/** The request expired without an answer. The contract cannot reopen it, so a staff member decides. */
function reopenSection(view: PageView): Html | undefined {
  if (view.story.ended !== 'expired' || view.standing.test) return undefined;
  const words = statusWords[view.language].reopen;
  const asked = view.requests.some(({ kind, done_at: done }) => kind === 'reopen' && done === null);
  return html`<h2 id="reopen">${words.heading}</h2>
    ${
      asked
        ? html`<p>${words.asked}</p>`
        : html`<p>${words.explain}</p>
            <form method="post" action="${actionOf(view, 'requests')}" class="stack">
              <button name="kind" value="reopen">${words.button}</button>
            </form>`
    }`;
}
