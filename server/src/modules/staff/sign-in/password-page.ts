import { html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import { passwordHint, passwordLengthMax, passwordLengthMin } from '#platform/sign-in';

/** Where signed-in members change their password. A repeated form never shows earlier input. */
export const passwordPage = ({
  status = 200,
  problemText,
}: { status?: number; problemText?: string } = {}): HtmlPage => ({
  status,
  title: 'Change your password',
  body: html`<h1>Change your password</h1>
    ${problemText === undefined ? html`` : html`<p class="problem" role="alert">${problemText}</p>`}
    <p>It signs you out everywhere else. Your authenticator and your recovery codes stay as they are.</p>
    <form method="post" action="/sign-in/password" class="stack">
      <label
        >Password until now
        <input name="current" type="password" autocomplete="current-password" required maxlength="200"
      /></label>
      <label
        >Code from your authenticator, or a recovery code
        <input name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" required maxlength="40"
      /></label>
      <label
        >New password, ${passwordLengthMin} characters or more
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
        >Repeat the new password
        <input name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}"
      /></label>
      <button>Change password</button>
    </form>
    <p><a href="/board">Back to the board</a></p>`,
});

export const passwordChangedPage: HtmlPage = {
  status: 200,
  title: 'Your password is changed',
  body: html`<h1>Your password is changed.</h1>
    <p>You are signed out everywhere else.</p>
    <p><a class="button" href="/board">Back to the board</a></p>`,
};
