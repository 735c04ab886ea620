import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: baseUrl, MAKEWHOLE_KEY: key = '' } = process.env;
const partner = Makewhole.partner({ baseUrl, key });
// Rows are sent as they are read: a database cursor or a file works as well.
async function* rows() {
  yield { member: { first_name: 'A', last_name: 'Member' }, vehicle: { vin: '1SYNTHETK00000201' } };
  yield { member: { first_name: 'B', last_name: 'Member' }, vehicle: { vin: '1SYNTHETK00000202' } };
}
const { totals } = await partner.plans.syncRoster(rows, { mode: 'dry_run' });
console.log(`would create ${totals.created}, update ${totals.updated}, cancel ${totals.canceled}`);
