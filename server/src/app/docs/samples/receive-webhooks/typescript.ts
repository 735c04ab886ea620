import { createServer } from 'node:http';
import { webhooks } from '@makewhole/sdk';

const { WEBHOOK_SECRET: secrets = '', PORT: port = '3000' } = process.env;
const show = ({ type, id }: { type: string; id: string }) => console.log('genuine', type, id);
const receiver = webhooks.receive({
  // Both, separated by a comma, while a secret is being replaced.
  secret: secrets.split(','),
  // In production, use a table with the event id as its key.
  store: webhooks.memoryStore(),
  on: { 'intake.customer_confirmed': show, 'referral.activated': show },
  // Types without their own handler; new ones are added over time.
  other: show,
  onRefused: ({ reason }) => console.log('refused', reason),
});
createServer(receiver.node).listen(Number(port), '127.0.0.1', () => console.log('listening on', port));
