// Prints the shape of the code in figures, each with its limit; --faults also prints each fault.
import { readFlags } from './read-flags.ts';
import { measureShape } from './shape/shape.ts';

const showFaults = readFlags('faults').has('faults');
const figures = measureShape();
for (const { name, value, limit, faults = [] } of figures) {
  console.log(`${value <= limit ? 'ok  ' : 'FAIL'} ${name}: ${value} (at most ${limit})`);
  if (showFaults) for (const fault of faults) console.log(`       ${fault}`);
}
process.exitCode = figures.every(({ value, limit }) => value <= limit) ? 0 : 1;
