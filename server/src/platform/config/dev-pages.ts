import type { EnvReader } from './reader.ts';

/** Who sees the pages for developers. */
const devPages = { '0': 'off', '1': 'this machine', open: 'everyone' } as const;
export type DevPages = (typeof devPages)[keyof typeof devPages];

export const readDevPages = (read: EnvReader): DevPages => devPages[read.oneOf('DEV_PAGES', ['0', '1', 'open'], '0')];
