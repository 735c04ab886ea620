import type { Command } from '../command.ts';

export const accountCommands: readonly Command[] = [
  {
    name: 'login',
    about: 'Sign in through the portal: prints a code that you type there. The token is for test mode.',
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'logout',
    about: 'Revoke the token of mw login and forget it.',
    credential: 'that of mw login',
    load: async () => (await import('./logout.ts')).logout,
  },
  {
    name: 'whoami',
    about: 'Say who the server takes you for, by token and keys.',
    credential: 'mw login, MAKEWHOLE_KEY or MAKEWHOLE_AGENT_KEY, whichever are there',
    load: async () => (await import('./whoami.ts')).whoami,
  },
];
