import { html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import { consolePath } from './frame-page.ts';

type SignInView = {
  readonly status: number;
  readonly problem?: string | undefined;
  /** What happened to the previous session. */
  readonly note?: string | undefined;
  /** The requested page, shown after the sign-in. */
  readonly next?: string | undefined;
};

/** A repeated form never shows the pasted key. */
export const signInPage = ({ status, problem, note, next }: SignInView): HtmlPage => ({
  status,
  title: 'Agent console',
  body: html`<h1>Agent console</h1>
    ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
    ${note === undefined ? '' : html`<p class="panel" role="status">${note}</p>`}
    <p>
      Your intakes, events and webhook deliveries, with every request as it was sent and what to do where one failed.
      Your key says whether that is live or the sandbox.
    </p>
    <form method="post" action="${consolePath}/sign-in" class="stack">
      <label
        >Agent key
        <input
          name="key"
          type="password"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          required
          maxlength="255"
          placeholder="svc_agent_…"
          aria-describedby="hint"
      /></label>
      <p id="hint" class="soft">
        The key opens this session and is not stored in your browser. The session ends when you sign out, after 30
        minutes without a click, after 12 hours, and at once when the key is replaced.
      </p>
      ${next === undefined ? '' : html`<input type="hidden" name="next" value="${next}" />`}
      <button>Open the console</button>
    </form>
    <p>No key yet? <a href="/developers/start/agent">Register an agent</a> in two requests.</p>`,
});
