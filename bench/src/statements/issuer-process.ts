// Issues the statements of one month, as the worker's job does, and exits.
import { createService } from '@makewhole/server/src/app/composition.ts';
import { issueStatements } from '@makewhole/server/src/modules/memberships/statements/issue-statements.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';

const service = createService('bench-issuer', readConfig(process.env, 'worker'));
await issueStatements(service.ctx, process.argv[2] ?? '');
await service.close();
