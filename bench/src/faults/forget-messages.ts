// An injected fault, loaded with --import: erasure does not know that messages hold what was written to people.
import { allPersonalData } from '@makewhole/server/src/modules/privacy/tables-data.ts';

Reflect.deleteProperty(allPersonalData, 'customers.messages');
