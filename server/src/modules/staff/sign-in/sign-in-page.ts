import { html, type Html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import { passwordHint, passwordLengthMax, passwordLengthMin } from '#platform/sign-in';
import type { SetupView } from '../password/password-setup.ts';

const problem = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<p class="problem" role="alert">${text}</p>`;

/** Where staff members sign in. A repeated form never shows earlier input. */
export function signInPage({ oidc, status = 200, problemText }: SignInView): HtmlPage {
  return {
    status,
    title: 'Sign in',
    body: html`<h1>Sign in to the board</h1>
      ${problem(problemText)} ${oidc ? providerPart : html``}
      <form method="post" action="/sign-in" class="stack">
        <label>Email <input name="email" type="email" autocomplete="username" required maxlength="254" /></label>
        <label
          >Password <input name="password" type="password" autocomplete="current-password" required maxlength="200"
        /></label>
        <label
          >Code from your authenticator, or a recovery code
          <input
            name="code"
            autocomplete="one-time-code"
            autocapitalize="off"
            spellcheck="false"
            required
            maxlength="40"
        /></label>
        <button>Sign in</button>
      </form>
      <p class="soft">
        No password yet, or the authenticator is lost? Ask whoever runs this service for a set-up link.
      </p>`,
  };
}

type SignInView = {
  /** Whether an identity provider is configured. */
  readonly oidc: boolean;
  readonly status?: number;
  readonly problemText?: string;
};

const providerPart = html`<p><a class="button" href="/sign-in/oidc">Continue with your work account</a></p>
  <h2>Or sign in with password and authenticator</h2>`;

const providerProblems = {
  again: {
    status: 400,
    text: 'Your work account did not confirm this sign-in. It may have taken too long, or it was started in another window.',
  },
  refused: {
    status: 403,
    text: 'Your work account is valid, but it does not belong to a staff member who may use the board. Ask an administrator of your team.',
  },
  wait: { status: 429, text: 'Too many attempts. Wait fifteen minutes.' },
} as const;

/** One page for every failure of a sign-in through the identity provider. */
export function providerProblemPage(kind: keyof typeof providerProblems): HtmlPage {
  const { status, text } = providerProblems[kind];
  return {
    status,
    title: 'You are not signed in',
    body: html`<h1>You are not signed in.</h1>
      <p>${text}</p>
      <p><a href="/sign-in">Back to sign-in</a></p>`,
  };
}

/** Opens in a separate tab, while the board waits in the first one. */
export const confirmedPage: HtmlPage = {
  status: 200,
  title: 'Thank you',
  body: html`<h1>Thank you. That was you.</h1>
    <p>Close this tab, go back to the board and continue there.</p>`,
};

/** The authenticator secret as a QR code drawn here, and as text to type in or to open on the phone itself. */
export function setupPage({ email, secret, uri, qr }: SetupView, problemText?: string): HtmlPage {
  return {
    status: problemText === undefined ? 200 : 400,
    title: 'Set up your sign-in',
    body: html`<h1>Set up your sign-in</h1>
      ${problem(problemText)}
      <p>For <strong>${email}</strong>. This page works once.</p>
      <h2>1. Add this key to your authenticator</h2>
      ${qrPart(qr)}
      <p><code>${(secret.match(/.{4}/g) ?? []).join(' ')}</code></p>
      <p class="soft">Time-based, six digits, every 30 seconds. An app on this device may open the key directly:</p>
      <p class="soft"><code>${uri}</code></p>
      <h2>2. Choose a password</h2>
      <form method="post" class="stack">
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        <label
          >New password, 12 characters or more
          <input
            name="password"
            type="password"
            autocomplete="new-password"
            required
            minlength="${passwordLengthMin}"
            maxlength="${passwordLengthMax}"
            aria-describedby="hint"
        /></label>
        <p id="hint" class="soft">${passwordHint}</p>
        <label
          >Repeat the password
          <input name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}"
        /></label>
        <label
          >Code that your authenticator shows
          <input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="10"
        /></label>
        <button>Save</button>
      </form>`,
  };
}

/** Black on white in every color scheme, since cameras expect it. */
const qrPart = (qr: SetupView['qr']): Html =>
  html`<p>Scan it, or type it in:</p>
    <p>
      <svg role="img" aria-label="QR code of the key" width="232" height="232" viewBox="0 0 ${qr.size} ${qr.size}">
        <rect width="${qr.size}" height="${qr.size}" fill="#fff" />
        <path d="${qr.path}" fill="#000" shape-rendering="crispEdges" />
      </svg>
    </p>`;

export const unknownSetupPage: HtmlPage = {
  status: 404,
  title: 'This link does not work',
  body: html`<h1>This link does not work.</h1>
    <p>It was used, it is older than a day, or a newer one was created. Ask whoever runs this service for another.</p>`,
};

export const unknownDemoLinkPage: HtmlPage = {
  status: 404,
  title: 'This link does not work',
  body: html`<h1>This link does not work.</h1>
    <p>
      It was used, it is older than an hour, or there is a newer one. <code>npx makewhole demo</code> prints new ones.
    </p>`,
};

export const setupDonePage = (codes: readonly string[]): HtmlPage => ({
  status: 200,
  title: 'You are set up',
  body: html`<h1>You are set up.</h1>
    <p>
      Store these recovery codes in a safe place. Each works once, in place of a code, if you lose your authenticator.
      They are not shown again.
    </p>
    <pre>${codes.map((code) => (code.match(/.{4}/g) ?? []).join('-')).join('\n')}</pre>
    <p><a class="button" href="/sign-in">Go to sign-in</a></p>`,
});

export const signOutPage: HtmlPage = {
  status: 200,
  title: 'Sign out',
  body: html`<h1>Sign out of the board?</h1>
    <form method="post" action="/sign-out" class="stack"><button>Sign out</button></form>
    <p><a href="/sign-in/password">Change your password</a></p>`,
};

export const signedOutPage: HtmlPage = {
  status: 200,
  title: 'Signed out',
  body: html`<h1>You are signed out.</h1>
    <p><a href="/sign-in">Sign in again</a></p>`,
};
