/**
 * Documents that administrators of GAP programs ask for, in the order in which they are collected: the insurer's, the lender's, the
 * dealer's. From the lists of four of them, read in November 2026: https://fasterclaims.com/gap-claims.html,
 * https://www.rosemarkwarranty.com/gap-claims, http://www.nationaladjust.com/ClaimsCenter/gap-protection.asp and
 * https://secure.myameriplus.com/cdg/Public/Prod/BenefitsWorksheetGAP.aspx. A program's agreement lists further documents.
 */
export const checklist = [
  { item: 'settlement_letter', title: 'Settlement letter or check', holder: 'insurer' },
  { item: 'valuation_report', title: 'Valuation report', holder: 'insurer' },
  { item: 'settlement_breakdown', title: 'Settlement breakdown', holder: 'insurer' },
  { item: 'payment_history', title: 'Payment history of the loan', holder: 'lender' },
  { item: 'payoff_letter', title: 'Payoff at the date of loss', holder: 'lender' },
  { item: 'buyers_order', title: 'Buyer’s order', holder: 'dealer' },
  { item: 'refunds', title: 'Refunds of canceled contracts', holder: 'dealer' },
  { item: 'police_report', title: 'Police report', holder: 'police' },
] as const;

export type ChecklistItem = (typeof checklist)[number]['item'];
export const checklistItems: readonly ChecklistItem[] = checklist.map(({ item }) => item);
