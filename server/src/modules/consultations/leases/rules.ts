import type { QueueRow } from '../store.ts';

export const isLeased = ({ lease_until: until }: QueueRow, now: Date): boolean => until !== null && until > now;
