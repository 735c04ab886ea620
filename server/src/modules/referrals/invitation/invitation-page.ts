import { stripControls } from '#modules/customers';
import { type Html, html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import type { InvitationState } from './rules.ts';
import type { InvitationView } from './view-invitation.ts';
import { invitationWording as words, whatFollows } from './wording-rules.ts';

/** The page of an invitation by its state. It names the institution, and nothing of what was submitted. */
export function invitationPage(view: InvitationView): HtmlPage {
  const { state, institution } = view;
  if (state === 'asking') return institution === undefined ? pages.unknown : askingPage({ ...view, institution });
  return state === 'accepted' ? acceptedPage(view) : pages[state];
}

const noNumber = 'We have no number that we can call you at. Please ask your lender to add it.';

const acceptedPage = ({ stop, callable }: InvitationView): HtmlPage => ({
  status: 200,
  title: 'Thank you',
  body: html`<h1>${callable === true ? 'Thank you, we will call you.' : 'Thank you, we have your answer.'}</h1>
    <p>
      ${callable === true ? 'A person from our team will call you.' : noNumber} Have your insurer’s offer and valuation
      report ready if you have them.
    </p>
    <p class="soft">
      ${callable === true ? 'Changed your mind? Tell the person who calls. ' : ''}You pay nothing unless you choose a
      paid service later.
    </p>
    ${stop === undefined ? undefined : stopLink(stop, 'No more messages or calls about this')}`,
});

const stopLink = (url: string, text: string): Html => html`<p class="soft"><a href="${url}">${text}</a></p>`;

const askingPage = ({ institution, stop, callable }: InvitationView & { readonly institution: string }): HtmlPage => ({
  status: 200,
  title: 'You are invited',
  body: html`<h1>${words.heading}</h1>
    <p>
      <strong><bdi>${stripControls(institution)}</bdi></strong> ${words.invites}
    </p>
    <p>${whatFollows(callable === true)}</p>
    <form method="post">
      <button name="decision" value="accept">${words.yes}</button>
      <button name="decision" value="decline">${words.no}</button>
    </form>
    <p class="soft">${words.agreement}</p>
    ${stop === undefined ? undefined : stopLink(stop, 'No more messages or calls from us')}`,
});

const pages: Record<Exclude<InvitationState, 'asking' | 'accepted'>, HtmlPage> = {
  stopped: {
    status: 200,
    title: 'You asked us to stop',
    body: html`<h1>You asked us to stop.</h1>
      <p>Nobody from our team contacts you.</p>`,
  },
  declined: {
    status: 200,
    title: 'You said no',
    body: html`<h1>You said no, and we respect that.</h1>
      <p>Nobody from our team will contact you about this invitation.</p>
      <p class="soft">If you would like help after all, ask your lender to invite you again.</p>`,
  },
  expired: {
    status: 410,
    title: 'This invitation has expired',
    body: html`<h1>This invitation has expired.</h1>
      <p>Nobody answered in time, so it was closed. Nothing more will happen.</p>
      <p class="soft">If you still want help, ask your lender to invite you again.</p>`,
  },
  withdrawn: {
    status: 410,
    title: 'This invitation was withdrawn',
    body: html`<h1>This invitation was withdrawn.</h1>
      <p>Your lender withdrew it. Nothing more will happen.</p>`,
  },
  unknown: {
    status: 404,
    title: 'We do not recognize this link',
    body: html`<h1>We do not recognize this link.</h1>
      <p>
        Please open the complete link from the newest message again. If the invitation was sent again, the earlier link
        no longer works.
      </p>`,
  },
};

/** Somebody asks for the opposite of what was decided; only the team can change that, by telephone. */
export function conflictPage(state: 'accepted' | 'declined'): HtmlPage {
  const title = state === 'accepted' ? 'You had already said yes' : 'You had already said no';
  const way =
    state === 'accepted'
      ? 'tell the person who calls you'
      : 'ask your lender to invite you again; nobody calls before that';
  return {
    status: 409,
    title,
    body: html`<h1>${title}.</h1>
      <p>We did not change it. To change it now, ${way}.</p>`,
  };
}
