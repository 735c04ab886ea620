import { stripControls } from '#modules/customers';
import { html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import type { InvitationState } from './rules.ts';

/** The page of an invitation by its state. It names the institution, and nothing of what was submitted. */
export function invitationPage(state: InvitationState, institution: string | undefined): HtmlPage {
  if (state === 'asking') return institution === undefined ? pages.unknown : askingPage(institution);
  return pages[state];
}

const askingPage = (institution: string): HtmlPage => ({
  status: 200,
  title: 'You are invited',
  body: html`<h1>A free look at your total-loss claim</h1>
    <p>
      <strong><bdi>${stripControls(institution)}</bdi></strong> invites you: a person from our team looks at whether the
      insurer’s offer is what your car was worth.
    </p>
    <p>
      If you accept, that person calls you to go through it. The consultation is free. We never place automated calls.
    </p>
    <form method="post">
      <button name="decision" value="accept">Yes, I want the free consultation</button>
      <button name="decision" value="decline">No, thank you</button>
    </form>
    <p class="soft">
      With yes you also agree that we email, text and call you about this claim. You can stop at any time: tell the
      person who calls, or answer STOP to a text.
    </p>`,
});

const pages: Record<Exclude<InvitationState, 'asking'>, HtmlPage> = {
  accepted: {
    status: 200,
    title: 'Thank you',
    body: html`<h1>Thank you, we will call you.</h1>
      <p>
        A person from our team will call you. Have your insurer’s offer and valuation report ready if you have them.
      </p>
      <p class="soft">
        Changed your mind? Tell the person who calls. You pay nothing unless you choose a paid service later.
      </p>`,
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
