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

function acceptedPage(view: InvitationView): HtmlPage {
  const { stop, over } = view;
  if (over === undefined) return waitingPage(view);
  const page = overPages[over];
  return {
    ...page,
    body: html`${page.body} ${stop === undefined ? undefined : stopLink(stop, 'No more messages or calls about this')}`,
  };
}

const overPages: Record<'delivered' | 'closed', HtmlPage> = {
  delivered: {
    status: 200,
    title: 'The consultation is over',
    body: html`<h1>The consultation is over.</h1>
      <p>This page is no longer needed.</p>
      <p class="soft">You pay nothing for the consultation.</p>`,
  },
  closed: {
    status: 200,
    title: 'Your case is closed',
    body: html`<h1>Your case is closed.</h1>
      <p>Nobody calls you about it any more.</p>`,
  },
};

/** Whose case the lender or the team made has given no answer to thank for. */
function headingOf({ callable, answered }: InvitationView): string {
  if (answered === true) return callable === true ? 'Thank you, we will call you.' : 'Thank you, we have your answer.';
  return callable === true ? 'We will call you.' : 'We have your case.';
}

const waitingPage = (view: InvitationView): HtmlPage => {
  const { stop, callable, pays, answered } = view;
  return {
    status: 200,
    title: answered === true ? 'Thank you' : 'Your case',
    body: html`<h1>${headingOf(view)}</h1>
      <p>
        ${callable === true ? 'A person from our team will call you.' : noNumber} Have your insurer’s offer and
        valuation report ready if you have them.
      </p>
      <p class="soft">
        ${callable === true ? 'Changed your mind? Tell the person who calls. ' : ''}The consultation is free.
        ${pays ?? ''}
      </p>
      ${stop === undefined ? undefined : stopLink(stop, 'No more messages or calls about this')}`,
  };
};

const stopLink = (url: string, text: string): Html => html`<p class="soft"><a href="${url}">${text}</a></p>`;

const askingPage = ({
  institution,
  stop,
  callable,
  pays,
}: InvitationView & { readonly institution: string }): HtmlPage => ({
  status: 200,
  title: 'You are invited',
  body: html`<h1>${words.heading}</h1>
    <p>
      <strong><bdi>${stripControls(institution)}</bdi></strong> ${words.invites}
    </p>
    <p>${whatFollows(callable === true)}</p>
    <p>${pays ?? ''}</p>
    <form method="post">
      <button name="decision" value="accept">${words.yes}</button>
      <button name="decision" value="decline">${words.no}</button>
    </form>
    <p class="soft">${words.agreement}</p>
    ${stop === undefined ? undefined : stopLink(stop, 'No more messages or calls from us')}`,
});

const pages: Record<Exclude<InvitationState, 'asking' | 'accepted'>, HtmlPage> = {
  refused: {
    status: 200,
    title: 'You said no',
    body: html`<h1>You said no, and we respect that.</h1>
      <p>Nobody from our team contacts you about it.</p>`,
  },
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
export function conflictPage(state: 'accepted' | 'declined', view: InvitationView): HtmlPage {
  // Stopped, or over: there is nothing left to change.
  if (state === 'accepted' && (view.state !== 'accepted' || view.over !== undefined))
    return { ...invitationPage(view), status: 409 };
  if (state === 'declined') return conflict('You had already said no', declinedWay);
  const way = view.callable === true ? 'To change it now, tell the person who calls you.' : undefined;
  return conflict(view.answered === true ? 'You had already said yes' : 'Your case is open already', way);
}

const declinedWay = 'To change it now, ask your lender to invite you again; nobody calls before that.';

function conflict(title: string, way: string | undefined): HtmlPage {
  return {
    status: 409,
    title,
    body: html`<h1>${title}.</h1>
      <p>We did not change it. ${way}</p>`,
  };
}
