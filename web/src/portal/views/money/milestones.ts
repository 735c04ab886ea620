/** What a referral can come to, in the order of the page, with the words for it. */
export const milestoneWords = {
  created: 'Referred',
  activated: 'Said yes',
  settled: 'Settled',
  closed: 'Closed',
  declined: 'Declined',
  expired: 'Expired',
  canceled: 'Canceled',
} as const;

export type Milestone = keyof typeof milestoneWords;
export const milestones = Object.keys(milestoneWords) as Milestone[];

export const isMilestone = (value: unknown): value is Milestone => milestones.some((name) => name === value);
