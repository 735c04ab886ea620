import type { DemoInstitution } from './partners.ts';
import type { DemoStaffMember } from './team.ts';
import { demoServices } from './demo-offer.ts';

export type DemoLink = { readonly role: string; readonly url: string; readonly expiresAt: Date };

type Made = {
  readonly addresses: Readonly<Record<string, string>>;
  readonly links: readonly DemoLink[];
  readonly people: readonly DemoStaffMember[];
  readonly token: string;
  readonly agent: { readonly key: string };
  readonly institutions: readonly DemoInstitution[];
};

const linkLines = (links: readonly DemoLink[]): string[] => [
  'Each link signs you in with one click, once, for one hour. Run this command again for new links:',
  ...links.map(({ role, url }) => `  ${role.padEnd(14)} ${url}`),
];

export const describeLinks = (links: readonly DemoLink[]): string[] => [
  'This database already has the demo; nothing was added.',
  '',
  ...linkLines(links),
];

export const describeDemo = ({ addresses, links, people, token, agent, institutions }: Made): string[] => [
  'The demo data is ready. All of it is synthetic. Start or restart the service with:',
  // Without it no licensed service is offered, and the services sold in the story would contradict the board.
  `  SERVICES_BY_STATE='${demoServices}' npm start`,
  '',
  ...linkLines(links),
  '',
  ...Object.entries(addresses).map(([name, url]) => `  ${name.padEnd(14)} ${url}`),
  '',
  'Or sign in with email, password and a code: from an authenticator app with the secret, or one of these recovery codes, each once.',
  ...people.flatMap(({ role, name, email, password, secret, codes }) => [
    `  ${role}: ${name}, ${email}  ${password}`,
    `    secret ${secret}`,
    `    codes  ${codes.slice(0, 3).join('  ')}`,
  ]),
  '',
  `  staff token  ${token}`,
  `  agent key    ${agent.key}`,
  ...institutions.flatMap(({ name, liveKey, testKey }) => [`  ${name}`, `    live ${liveKey}`, `    test ${testKey}`]),
];
