import type { ServiceCommand } from '../command.ts';

export const demoCommand: ServiceCommand = {
  name: 'demo',
  about:
    'fill an empty database with synthetic demo data and print how to sign in; run again, it prints new links; not in production',
  options: [],
  run: async (ctx) => (await import('./run-demo.ts')).runDemo(ctx),
};
