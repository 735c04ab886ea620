import { escapeHtml } from '#lib/text/html';
import type { IssuedSetup } from './issue-setup.ts';

/** A set-up link by mail; bound in app/, because messages are in a later module. */
export type SetupMail = {
  readonly staffId: string;
  /** Until when the link works; a later link makes this mail untrue. */
  readonly expiresAt: Date;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Says nothing of who else is on the team, and holds no secret but the link. */
export function composeSetupMail(member: { id: string; email: string }, { url, expiresAt }: IssuedSetup): SetupMail {
  const before = [
    'You have an account on the Makewhole board.',
    'Open this link to choose your password and to add the account to an authenticator app. It works once, within 24 hours:',
  ];
  const after = ['If you did not expect this, ignore it and tell an administrator of your team.'];
  return {
    staffId: member.id,
    expiresAt,
    to: member.email,
    subject: 'Set up your sign-in to the Makewhole board',
    text: `${[...before, url, ...after].join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
      ...before.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`,
      ...after.map((line) => `<p>${escapeHtml(line)}</p>`),
      '</body></html>',
    ].join(''),
  };
}
