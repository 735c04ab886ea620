import type { Command } from '../command.ts';

export const accountCommands: readonly Command[] = [
  {
    name: 'login',
    about: 'Sign in through the portal by typing a printed code there. The token is for test mode only.',
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'logout',
    about: 'Revoke and delete the token from mw login.',
    credential: 'the token from mw login',
    load: async () => (await import('./logout.ts')).logout,
  },
  {
    name: 'whoami',
    about: 'Show who you are to the server, for your token and each key.',
    credential: 'mw login, MAKEWHOLE_KEY or MAKEWHOLE_AGENT_KEY, whichever are set',
    load: async () => (await import('./whoami.ts')).whoami,
  },
];
