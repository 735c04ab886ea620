import { defineMessages } from '#lib/languages/messages';

type Values = { readonly name: string; readonly research: string; readonly representation: string | undefined };

/** The general terms; each purchase also has its own terms. */
export const termsWords = defineMessages(
  {
    title: 'Terms',
    describedAs: 'What Makewhole does for you, what it costs, and the terms of each service.',
    heading: 'Our terms',
    sections: ({ name, research, representation }: Values) => [
      {
        heading: 'What we do',
        texts: [
          `${name} looks at offers that insurers make for cars that are a total loss. The first consultation is free. It ends with what we found, and you owe us nothing for it.`,
          'A consultation and an appraisal say what we found in the market. They are not legal advice, and no promise that your insurer pays more.',
        ],
      },
      {
        heading: 'What you can buy',
        texts: [
          representation === undefined
            ? `Research: ${research}. You see its terms again before you accept them, and nothing is charged before that.`
            : `Research: ${research}. Representation: ${representation}, where we may offer it. You see the terms again before you accept them, and nothing is charged before that.`,
          'Your own page may show a lower price, for example when your lender pays a part. What your page says counts.',
        ],
      },
      {
        heading: 'What we ask of you',
        texts: [
          'Tell us what is true about your car and your claim, as far as you know it.',
          'Ask for somebody else only if they want it. We check with them before we do more.',
          'Do not try to read cases of others or to disturb the service.',
        ],
      },
      {
        heading: 'Ending it',
        texts: [
          'You can tell us at any time to stop contacting you: on your page, by a reply of STOP to a text, or by telephone or email. What you ordered before ends as its terms below say.',
        ],
      },
      {
        heading: 'Which version counts',
        texts: [
          'If the English and the Spanish texts differ, the English ones count. When you accept terms, you accept the version with the date that you see there, and it stays yours.',
        ],
      },
    ],
    research: (version: string) => `Terms of research, version ${version}`,
    representation: (version: string) => `Terms of representation, version ${version}`,
  },
  {
    title: 'Condiciones',
    describedAs: 'Qué hace Makewhole por usted, cuánto cuesta y las condiciones de cada servicio.',
    heading: 'Nuestras condiciones',
    sections: ({ name, research, representation }) => [
      {
        heading: 'Qué hacemos',
        texts: [
          `${name} revisa las ofertas que las aseguradoras hacen por autos que son pérdida total. La primera consulta es gratis. Termina con lo que encontramos, y usted no nos debe nada por ella.`,
          'Una consulta y un avalúo dicen lo que encontramos en el mercado. No son asesoría legal ni una promesa de que su aseguradora pague más.',
        ],
      },
      {
        heading: 'Qué puede comprar',
        texts: [
          representation === undefined
            ? `Estudio de mercado: ${research}. Usted ve sus condiciones otra vez antes de aceptarlas, y antes de eso no se cobra nada.`
            : `Estudio de mercado: ${research}. Representación: ${representation}, donde podemos ofrecerla. Usted ve las condiciones otra vez antes de aceptarlas, y antes de eso no se cobra nada.`,
          'Su propia página puede mostrar un precio más bajo, por ejemplo cuando su prestamista paga una parte. Rige lo que dice su página.',
        ],
      },
      {
        heading: 'Qué le pedimos',
        texts: [
          'Díganos la verdad sobre su auto y su reclamo, hasta donde la sepa.',
          'Pida nuestra ayuda para otra persona solo si ella la quiere. Antes de hacer más, le preguntamos a ella.',
          'No intente leer casos de otros ni interferir con el servicio.',
        ],
      },
      {
        heading: 'Cómo terminar',
        texts: [
          'Puede pedirnos en cualquier momento que dejemos de comunicarnos con usted: en su página, respondiendo STOP a un mensaje de texto, o por teléfono o correo electrónico. Lo que pidió antes termina como dicen sus condiciones más abajo.',
        ],
      },
      {
        heading: 'Qué versión rige',
        texts: [
          'Si los textos en inglés y en español no coinciden, rigen los textos en inglés. Cuando usted acepta condiciones, acepta la versión con la fecha que ve allí, y esa sigue siendo la suya.',
        ],
      },
    ],
    research: (version) => `Condiciones del estudio de mercado, versión ${version}`,
    representation: (version) => `Condiciones de la representación, versión ${version}`,
  },
);
