import { defineMessages } from '#lib/languages/messages';

/** What data we have about people, why, who sees it, and their rights. It describes the current state, and promises no more. */
export const privacyWords = defineMessages(
  {
    title: 'Privacy',
    describedAs: 'What Makewhole keeps about you and your case, who sees it, and how to have it corrected or deleted.',
    heading: 'Your data with us',
    lead: 'In short: we use your data to work on your case. No page of ours has ads, trackers or scripts of others.',
    sections: [
      {
        heading: 'What we have, and from whom',
        texts: [
          'From whoever asked for you (you, your AI assistant or your lender): your name, email address, telephone number, your car, your claim, your insurer’s offer, and the papers that were sent with it.',
          'From you: your answers on our pages, by text, by email and on the telephone.',
          'From our own work: when we called or wrote and how it ended, notes of our team, the market read and the appraisal.',
          'From Stripe, our payment provider: whether a hold or a charge worked. We never see or keep the number of your card.',
        ],
      },
      {
        heading: 'What we use it for',
        texts: [
          'To check that you want our help, to call you, to find out what your car was worth, and to do what you ordered.',
          'To prove later what you agreed to, and that we stopped when you said so.',
          'To keep strangers from misusing the service.',
        ],
      },
      {
        heading: 'Who else sees it',
        texts: [
          'Your AI assistant, if it asked for you, can see how far your case is, what our first look at the market found, and the links to what you can order. We never give it notes of our calls. Your lender, if it sent you, can see how far your case is and its result.',
          'Companies that work for us get what their part needs: Stripe for your card, the companies that carry our emails and texts, a service that looks up license plates, and services that list cars for sale, which get the kind of car and a ZIP code or state, but not your name.',
          'Your insurer, when you let us negotiate for you.',
          'Courts and authorities, where the law makes us.',
          'We do not sell your data and we do not use it for advertising.',
        ],
      },
      {
        heading: 'On this website',
        texts: [
          'Pages for customers run no scripts. They set one cookie: it leads you back to your own page from the card page, and it ends after a day. Our team gets a cookie when they sign in.',
          'Our logs say which page was asked for and how long it took. They do not hold your name, address, number or what you typed.',
        ],
      },
      {
        heading: 'How long we keep it',
        texts: [
          'Two years after the last thing that happened to your case we delete what says who you are. You can ask us to delete it sooner.',
          'A paper that somebody sent about you is deleted after 14 days if nobody proved that you want our help.',
          'If you tell us to stop, we keep your address or number on a list, so that nobody contacts you by mistake.',
        ],
      },
      {
        heading: 'How we protect it',
        texts: [
          'Messages to you are kept encrypted. The link to your page works like a key, so share it only with people you trust.',
          'We keep a record of which members of our team looked at your case.',
        ],
      },
    ],
    ask: {
      heading: 'What you can ask for',
      texts: [
        'You can ask for a copy of your data, for a correction, or that we delete it. A person from our team answers you within 45 days.',
        'Some things we may have to keep: proof of what you agreed to, that you said stop, and records of payments.',
      ],
    },
    version: {
      heading: 'Which version counts',
      texts: ['This page exists in English and Spanish. If they differ, the English one counts.'],
    },
    reach: (phone: string, email: string) => `Call ${phone} or write to ${email}.`,
  },
  {
    title: 'Privacidad',
    describedAs: 'Qué guarda Makewhole sobre usted y su caso, quién lo ve y cómo pedir que se corrija o se borre.',
    heading: 'Sus datos con nosotros',
    lead: 'En resumen: usamos sus datos para trabajar en su caso. Ninguna página nuestra tiene anuncios, rastreadores ni programas de otros.',
    sections: [
      {
        heading: 'Qué tenemos y de quién',
        texts: [
          'De quien lo pidió por usted (usted, su asistente de IA o su prestamista): su nombre, correo electrónico, número de teléfono, su auto, su reclamo, la oferta de su aseguradora y los documentos que se enviaron con la solicitud.',
          'De usted: sus respuestas en nuestras páginas, por mensaje de texto, por correo electrónico y por teléfono.',
          'De nuestro propio trabajo: cuándo llamamos o escribimos y con qué resultado, las notas de nuestro equipo, la lectura del mercado y el avalúo.',
          'De Stripe, nuestro proveedor de pagos: si una retención o un cobro funcionó. Nunca vemos ni guardamos el número de su tarjeta.',
        ],
      },
      {
        heading: 'Para qué lo usamos',
        texts: [
          'Para comprobar que usted quiere nuestra ayuda, para llamarle, para averiguar cuánto valía su auto y para hacer lo que usted pidió.',
          'Para poder mostrar después qué aceptó usted, y que dejamos de contactarle cuando lo pidió.',
          'Para que ningún extraño abuse del servicio.',
        ],
      },
      {
        heading: 'Quién más lo ve',
        texts: [
          'Su asistente de IA, si lo pidió por usted, puede ver cómo va su caso, lo que encontramos en una primera mirada al mercado y los enlaces a lo que usted puede pedir. Nunca le damos las notas de nuestras llamadas. Su prestamista, si le envió a nosotros, puede ver cómo va su caso y su resultado.',
          'Las empresas que trabajan para nosotros reciben lo que su parte necesita: Stripe para su tarjeta, las que llevan nuestros correos y mensajes de texto, un servicio que consulta placas, y servicios que publican autos a la venta, que reciben el tipo de auto y un código postal o un estado, pero no su nombre.',
          'Su aseguradora, cuando usted deja que negociemos por usted.',
          'Tribunales y autoridades, cuando la ley nos obliga.',
          'No vendemos sus datos ni los usamos para publicidad.',
        ],
      },
      {
        heading: 'En este sitio web',
        texts: [
          'Las páginas para clientes no ejecutan programas. Ponen una sola cookie: le lleva de vuelta a su página desde la página de la tarjeta y termina después de un día. Nuestro equipo recibe una cookie al iniciar sesión.',
          'Nuestros registros dicen qué página se pidió y cuánto tardó. No contienen su nombre, su dirección, su número ni lo que usted escribió.',
        ],
      },
      {
        heading: 'Cuánto tiempo lo guardamos',
        texts: [
          'Dos años después de lo último que pasó con su caso borramos lo que dice quién es usted. Usted puede pedir que lo borremos antes.',
          'Un documento que alguien envió sobre usted se borra a los 14 días si nadie comprobó que usted quiere nuestra ayuda.',
          'Si nos pide que paremos, guardamos su dirección o su número en una lista, para que nadie le contacte por error.',
        ],
      },
      {
        heading: 'Cómo lo protegemos',
        texts: [
          'Los mensajes para usted se guardan cifrados. El enlace a su página funciona como una llave: compártalo solo con personas de confianza.',
          'Llevamos un registro de quién de nuestro equipo vio su caso.',
        ],
      },
    ],
    ask: {
      heading: 'Qué puede pedir',
      texts: [
        'Puede pedir una copia de sus datos, una corrección, o que los borremos. Una persona de nuestro equipo le responde en un plazo de 45 días.',
        'Algunas cosas quizás tengamos que guardarlas: la prueba de lo que usted aceptó, de que pidió que paráramos, y los registros de pagos.',
      ],
    },
    version: {
      heading: 'Qué versión rige',
      texts: ['Esta página existe en inglés y en español. Si hay diferencias, rige la versión en inglés.'],
    },
    reach: (phone, email) => `Llame al ${phone} o escriba a ${email}.`,
  },
);
