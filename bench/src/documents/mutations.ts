// Ordinary reports with some of their bits flipped, by zzuf: the same bits for the same number.
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { layouts, makeReport } from '@makewhole/server/test/reports/corpus.ts';

/** From one bit in fifty thousand to one in fifty. */
const ratios = ['0.00002:0.0002', '0.0002:0.002', '0.002:0.02'];

type MutationBases = { readonly text: readonly Buffer[]; readonly scans: readonly Buffer[] };

/** One of this many is a scan: each takes seconds where the others take a tenth of one. */
const scanEvery = 50;

export async function mutationBases(): Promise<MutationBases> {
  const make = async (slow: boolean) => {
    const names = layouts.filter((layout) => (layout.slow === true) === slow).map(({ name }) => name);
    const reports: Buffer[] = [];
    for (const name of names) reports.push((await makeReport(name, 1)).pdf);
    return reports;
  };
  return { text: await make(false), scans: await make(true) };
}

export async function mutate({ text, scans }: MutationBases, index: number): Promise<Buffer> {
  const some = index % scanEvery === 0 ? scans : text;
  const base = some[Math.floor(index / ratios.length) % some.length] ?? Buffer.alloc(0);
  const zzuf = spawn('zzuf', ['-s', String(index), '-r', ratios[index % ratios.length] ?? ''], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  zzuf.stdin.on('error', () => undefined);
  zzuf.stdin.end(base);
  return buffer(zzuf.stdout);
}
