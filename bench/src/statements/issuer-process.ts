// Issues the statements of one month, as the worker's job does, and ends.
import { createService } from '@makewhole/server/src/app/context.ts';
import { issueStatements } from '@makewhole/server/src/modules/plans/issue-statements.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';

const service = createService('bench-issuer', readConfig(process.env, 'worker'));
await issueStatements(service.ctx, process.argv[2] ?? '');
await service.close();
