import { defineWords } from '#lib/languages/words';

/** What staff released of the check of the insurer's report. */
export const checkWords = defineWords(
  {
    heading: 'What we found in your insurer’s report',
    intro:
      'This is what the report prints, and what we work out from it. Your insurer may have an answer to each point. None of them says what your insurer has to pay.',
    released: (day: string) => `Shown by our team on ${day}.`,
    kinds: {
      arithmetic: 'Figures that do not match each other',
      printed_fact: 'Facts that differ',
      worth_asking: 'Worth asking about',
    },
    page: (number: string) => `Page ${number} of the report.`,
    pages: (numbers: string) => `Pages ${numbers} of the report.`,
    calculation: (line: string) => `Our calculation: ${line}.`,
  },
  {
    heading: 'Lo que encontramos en el informe de su aseguradora',
    intro:
      'Esto es lo que indica el informe y lo que calculamos con sus cifras. Puede que su aseguradora tenga una respuesta para cada punto. Ninguno dice cuánto tiene que pagar su aseguradora.',
    released: (day) => `Publicado por nuestro equipo el ${day}.`,
    kinds: {
      arithmetic: 'Cifras que no coinciden entre sí',
      printed_fact: 'Datos que no coinciden',
      worth_asking: 'Vale la pena preguntar',
    },
    page: (number) => `Página ${number} del informe.`,
    pages: (numbers) => `Páginas ${numbers} del informe.`,
    calculation: (line) => `Nuestro cálculo: ${line}.`,
  },
);
