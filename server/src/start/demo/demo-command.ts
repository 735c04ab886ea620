import type { ServiceCommand } from '../command.ts';

export const demoCommand: ServiceCommand = {
  name: 'demo',
  about:
    'add synthetic demo data, also next to a running service, and print how to sign in; run again, it prints new links; not in production',
  options: [],
  run: async (ctx) => (await import('./run-demo.ts')).runDemo(ctx),
};
