import { readFile } from 'node:fs/promises';
import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base, INTAKE_ID: id = '', POLL_TOKEN: pollToken } = process.env;
const agent = Makewhole.agent({ baseUrl: `${base}/sandbox` });
const receipt = await agent.intakes.attachReport(id, await readFile('report.pdf'), { pollToken });
console.log(receipt.status, receipt.missing_fields.join(', '));
