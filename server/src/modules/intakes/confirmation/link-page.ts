import { stripControls } from '#modules/customers';
import { html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import type { LinkState } from './rules.ts';
import type { Intake } from '../store.ts';

/** The page of a link by its state. It names the agent, and nothing else of what was submitted. */
export function linkPage(state: LinkState, intake: Intake | undefined): HtmlPage {
  if (state === 'asking' && intake !== undefined) return askingPage(intake);
  return pages[state === 'asking' ? 'unknown' : state];
}

function askingPage({ request, attestationVersion }: Intake): HtmlPage {
  const agent = stripControls(request.agent.name);
  return {
    status: 200,
    title: 'Please confirm',
    body: html`<h1>Did you ask for help with your total-loss claim?</h1>
      <p>
        <strong><bdi>${agent}</bdi></strong> told us that you want a free look at what your car was worth.
      </p>
      <p>
        If you say yes, a person from our team calls you to go through it. The consultation is free. We never place
        automated calls.
      </p>
      <form method="post">
        <button name="decision" value="confirm">Yes, I want the free consultation</button>
        <button name="decision" value="decline">No / this was not me</button>
      </form>
      <p class="soft">
        With yes you also agree that we email, text and call you about this claim. You can stop at any time: tell the
        person who calls, or answer STOP to a text. <span class="whole">Wording ${attestationVersion}.</span>
      </p>`,
  };
}

const pages: Record<Exclude<LinkState, 'asking'>, HtmlPage> = {
  confirmed: {
    status: 200,
    title: 'Thank you',
    body: html`<h1>Thank you, you are confirmed.</h1>
      <p>
        A person from our team will call you. Have your insurer’s offer and valuation report ready if you have them.
      </p>
      <p class="soft">
        Changed your mind? Tell the person who calls, or reply to our email if you got one. You pay nothing unless you
        choose a paid service later.
      </p>`,
  },
  declined: {
    status: 200,
    title: 'You said no',
    body: html`<h1>You said no, and we respect that.</h1>
      <p>Nobody from our team will contact you about this request.</p>
      <p class="soft">
        If you would like help after all, ask the same assistant to send the request again, or reply to our email if you
        got one.
      </p>`,
  },
  expired: {
    status: 410,
    title: 'This link has expired',
    body: html`<h1>This link has expired.</h1>
      <p>Nobody answered in time, so the request was closed. Nothing more will happen.</p>
      <p class="soft">If you still want help, ask the same assistant to send the request again.</p>`,
  },
  unknown: {
    status: 404,
    title: 'We do not recognize this link',
    body: html`<h1>We do not recognize this link.</h1>
      <p>Please open the complete link from the message again.</p>`,
  },
};

/** Somebody asks for the opposite of what was decided; only the team can change that, by telephone. */
export function conflictPage(state: 'confirmed' | 'declined'): HtmlPage {
  const title = state === 'confirmed' ? 'You had already said yes' : 'You had already said no';
  const way =
    state === 'confirmed'
      ? 'tell the person who calls you'
      : 'ask the same assistant to send the request again; nobody calls you before that';
  return {
    status: 409,
    title,
    body: html`<h1>${title}.</h1>
      <p>We did not change it. To change it now, ${way}. You can also reply to our email if you got one.</p>`,
  };
}
