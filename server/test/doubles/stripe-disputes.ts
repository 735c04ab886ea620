// Disputes as the provider returns them.
export type BankDispute = {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  readonly dueBy: number;
  status: string;
};

export const isEnded = (status: string): boolean => ['won', 'lost', 'warning_closed', 'prevented'].includes(status);

export const disputeObject = (intentId: string, { id, amount, created, dueBy, status }: BankDispute) => ({
  id,
  object: 'dispute',
  amount,
  created,
  currency: 'usd',
  status,
  reason: 'general',
  charge: `ch_${intentId}`,
  payment_intent: intentId,
  evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
  metadata: {},
});
