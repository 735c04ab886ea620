/** The milestones of a referral, in page order, with their labels. */
export const milestoneWords = {
  created: 'Referred',
  activated: 'Accepted',
  settled: 'Settled',
  closed: 'Closed',
  declined: 'Declined',
  expired: 'Expired',
  canceled: 'Canceled',
} as const;

export type Milestone = keyof typeof milestoneWords;
export const milestones = Object.keys(milestoneWords) as Milestone[];

export const isMilestone = (value: unknown): value is Milestone => milestones.some((name) => name === value);
