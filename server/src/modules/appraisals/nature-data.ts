/**
 * States that license who appraises damage to motor vehicles for insurance claims, and where their law says so. The
 * operator's counsel keeps this list; a state that is missing gets the text for all.
 */
export const licensingStates: Readonly<Record<string, { readonly name: string; readonly law: string }>> = {
  CT: { name: 'Connecticut', law: 'Conn. Gen. Stat. § 38a-790' },
  DE: { name: 'Delaware', law: 'Del. Code tit. 18, ch. 17' },
  MA: { name: 'Massachusetts', law: '212 CMR 2.00' },
  NC: { name: 'North Carolina', law: 'N.C. Gen. Stat. § 58-33-26' },
  NV: { name: 'Nevada', law: 'Nev. Rev. Stat. ch. 684B' },
  PA: { name: 'Pennsylvania', law: '63 P.S. § 851 and following' },
  RI: { name: 'Rhode Island', law: 'R.I. Gen. Laws § 27-10.1' },
};

/** What the document is, in every state. */
export const opinionText =
  'This is an opinion of the market value of the vehicle before its loss. It is made from public listings of vehicles for ' +
  'sale and was prepared for the owner of the vehicle.';

export const unlicensedText =
  'It is not a licensed appraisal. The person who signs it does not act as a licensed appraiser, adjuster or attorney, and ' +
  'it is neither legal advice nor an offer.';

export const adviceText = 'It is neither legal advice nor an offer.';
