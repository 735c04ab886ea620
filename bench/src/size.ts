import { isBroken } from './report/report.ts';

/** How much is measured: all, a minute's worth, or just enough to see that the bench still runs to its end. */
export type Size = 'full' | 'quick' | 'smoke';

export const sizeFlags = { quick: { type: 'boolean' }, smoke: { type: 'boolean' } } as const;

export const sizeOf = ({ quick, smoke }: { quick?: boolean | undefined; smoke?: boolean | undefined }): Size =>
  smoke === true ? 'smoke' : quick === true ? 'quick' : 'full';

/** So little says nothing about speed, so a smoke run succeeds when it ends with every promise kept. */
export const exitCode = (size: Size, ok: boolean): number => (ok || (size === 'smoke' && !isBroken()) ? 0 : 1);
