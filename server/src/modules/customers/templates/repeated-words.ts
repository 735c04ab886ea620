import { defineWords } from '#lib/languages/words';

export type Product = 'research' | 'representation';

/** What several messages say alike. */
export const shared = defineWords(
  {
    why: 'You get this because we have a case about your total-loss claim.',
    page: 'Open your page',
    amount: 'Amount',
    product: 'For',
    titles: {
      research: 'Makewhole research: appraisal of your vehicle',
      representation: 'Makewhole representation: research and negotiation',
    },
  },
  {
    why: 'Recibe este mensaje porque tenemos un caso sobre su reclamo por pérdida total.',
    page: 'Abrir mi página',
    amount: 'Monto',
    product: 'Concepto',
    titles: {
      research: 'Estudio de mercado de Makewhole: avalúo de su vehículo',
      representation: 'Representación de Makewhole: estudio de mercado y negociación',
    },
  },
);
