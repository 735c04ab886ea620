import { defineMessages } from '#lib/languages/messages';

/** The rule in the words of the contract. Every receipt has them, and all other texts repeat them. */
const captured = 'captured only if the settlement improves by at least $1,000';

const representation = {
  en: {
    rule: `The hold is ${captured}; otherwise nothing is charged.`,
    measured:
      'The settlement improves when your insurer raises the value of your vehicle, before tax and fees, over its first offer, and its own documents show that.',
    lapses:
      'A hold lasts up to 7 days. If it ends before the settlement, nothing is charged and your card stays saved. We place the hold again only once the improvement is proven, and then capture it.',
  },
  es: {
    rule: 'La retención se cobra solo si el acuerdo mejora al menos $1,000; si no, no se cobra nada.',
    measured:
      'El acuerdo mejora cuando su aseguradora sube el valor de su vehículo, antes de impuestos y cargos, sobre su primera oferta, y sus propios documentos lo muestran.',
    lapses:
      'Una retención dura hasta 7 días. Si termina antes del acuerdo, no se cobra nada y su tarjeta sigue guardada. Hacemos la retención otra vez solo cuando la mejora esté comprobada, y entonces la cobramos.',
  },
} as const;

const research = {
  en: {
    notLicensed: 'It is not a licensed appraisal.',
    notInspected: 'Nobody has inspected the vehicle for this.',
    licensed: 'Where we hold a state license for appraisals, yours names it instead.',
  },
  es: {
    notLicensed: 'No es un avalúo con licencia.',
    notInspected: 'Nadie inspeccionó el vehículo para esto.',
    licensed: 'Donde tenemos una licencia estatal para avalúos, el suyo la nombra.',
  },
} as const;

const joined = (sentences: Readonly<Record<string, string>>): string => Object.values(sentences).join(' ');

/**
 * What happens with the card for representation, and the limits of the research. The one source: the current terms
 * must contain these sentences, and pages, messages and agents’ texts are built from them.
 */
export const ruleWords = defineMessages(
  {
    captured,
    rule: representation.en.rule,
    representation: joined(representation.en),
    /** A written appraisal repeats the first two of these. */
    research: joined(research.en),
    notLicensed: research.en.notLicensed,
    notInspected: research.en.notInspected,
  },
  {
    captured: 'se cobra solo si el acuerdo mejora al menos $1,000',
    rule: representation.es.rule,
    representation: joined(representation.es),
    research: joined(research.es),
    notLicensed: research.es.notLicensed,
    notInspected: research.es.notInspected,
  },
);
