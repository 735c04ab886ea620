// The report check on synthetic readings of both families: figures that agree give no finding of arithmetic, and one
// planted fault gives findings about itself alone.
import { checkClean, checkFaulty } from '@makewhole/server/src/modules/report-checks/testing.ts';
import { conclude, printTable, type Check } from '#bench/report/report';
import type { Size } from '#bench/size';

const sizes = { smoke: 10, quick: 60, full: 200 };

export function benchCheck(size: Size): boolean {
  const reports = sizes[size];
  const seeds = Array.from({ length: reports }, (_, index) => 1000 + index);
  const clean = seeds.flatMap(checkClean);
  const faulty = seeds.map(checkFaulty);
  const found = faulty.filter(({ isFound }) => isFound);
  const rows = [...new Set(faulty.map(({ fault }) => fault.name))].toSorted().map((name) => {
    const ofName = faulty.filter(({ fault }) => fault.name === name);
    return [name, ofName.length, ofName.filter(({ isFound }) => isFound).length];
  });
  printTable(['planted', 'reports', 'found'], rows);
  const count = (kind: string) => clean.filter((finding) => finding.kind === kind).length;
  const checks: Check[] = [
    { name: 'arithmetic findings in clean reports', value: count('arithmetic'), atMost: 0 },
    { name: 'printed facts in clean reports', value: count('printed_fact'), atMost: 0 },
    { name: 'planted faults found', value: found.length, atLeast: Math.ceil(reports * 0.975) },
    { name: 'other findings', value: faulty.flatMap(({ others }) => others).length, atMost: 0 },
  ];
  return conclude({ bench: 'documents check', size, reports, worth_asking: count('worth_asking') }, checks);
}
